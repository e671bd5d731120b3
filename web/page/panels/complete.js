// @ts-check
// Words and names offered below the box of the query language while somebody types.

import {get} from './api.js';
import {around, html} from './dom.js';

const mostShown = 12;

export class Completion {
  /**
   * `variant()` names the game whose pieces are meant; `onChange` is called after a word was put in.
   *
   * @param {HTMLTextAreaElement} box
   * @param {HTMLElement} list
   * @param {() => string} variant
   * @param {() => void} onChange
   */
  constructor(box, list, variant, onChange) {
    this.box = box;
    this.list = list;
    this.variant = variant;
    this.onChange = onChange;
    /** @type {{text: string, insert: string}[]} */
    this.options = [];
    this.current = -1;
    this.timer = this.asked = 0;
    this.before = '';
    box.setAttribute('aria-autocomplete', 'list');
    box.setAttribute('aria-controls', list.id);
    box.addEventListener('input', () => {
      this.forget();
      this.timer = setTimeout(() => this.offer(false).catch(() => {}), 120);
    });
    box.addEventListener('keydown', (event) => this.key(event));
    box.addEventListener('blur', () => this.close());
    // A click must not take the focus, which would close the list before it is heard.
    list.addEventListener('pointerdown', (event) => event.preventDefault());
    list.addEventListener('click', (event) => {
      const option = around(event, '[data-option]');
      if (option) this.take(Number(option.dataset.option));
    });
  }

  get isOpen() { return !this.list.hidden; }

  /** What is still to be asked, or to be answered, changes the list no more. */
  forget() {
    clearTimeout(this.timer);
    this.asked += 1;
  }

  /** @param {boolean} always */
  async offer(always) {
    this.forget();
    const {asked} = this;
    const {value, selectionStart} = this.box;
    const query = value.slice(0, selectionStart);
    const {from, words, names} = await get('/api/query/complete', {query, variant: this.variant()});
    if (asked !== this.asked || value !== this.box.value || selectionStart !== this.box.selectionStart) return;
    const before = [...query].slice(0, from - 1).join('');
    const typed = query.slice(before.length);
    const inQuotes = /["']$/.test(before) ? before.slice(-1) : '';
    this.before = before;
    this.options =
      [...words.map((text) => ({text, insert: text})), ...names.map((text) => ({text, insert: quoted(text, inQuotes)}))]
        .filter(({insert}) => insert && insert !== typed)
        .slice(0, mostShown);
    // Without a letter there are too many words to be of help unless they are asked for.
    if (this.options.length === 0 || (typed === '' && !always && names.length === 0)) return this.close();
    this.current = -1;
    this.list.hidden = false;
    this.draw();
  }

  draw() {
    this.list.replaceChildren(...this.options.map(({text}, i) => html('div', {
      'role': 'option',
      'id': `${this.list.id}-${i}`,
      'data-option': i,
      'aria-selected': i === this.current ? 'true' : 'false'
    },
                                                    html('bdi', {}, text))));
    if (this.current >= 0) this.box.setAttribute('aria-activedescendant', `${this.list.id}-${this.current}`);
    else this.box.removeAttribute('aria-activedescendant');
  }

  close() {
    this.forget();
    this.list.hidden = true;
    this.options = [];
    this.current = -1;
    this.box.removeAttribute('aria-activedescendant');
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      this.offer(true).catch(() => {});
      return;
    }
    if (!this.isOpen) return;
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step)
      this.current =
        (this.current + step + this.options.length + (this.current < 0 && step < 0 ? 1 : 0)) % this.options.length;
    else if (event.key === 'Escape') this.close();
    else if (event.key === 'Tab' && !event.shiftKey) this.take(Math.max(0, this.current));
    else if (event.key === 'Enter' && this.current >= 0) this.take(this.current);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (this.isOpen) this.draw();
  }

  /** @param {number} i */
  take(i) {
    const {insert} = this.options[i];
    const rest = this.box.value.slice(this.box.selectionStart);
    const text = `${this.before}${insert}${/^\s/.test(rest) ? '' : ' '}`;
    this.box.value = text + rest;
    this.box.setSelectionRange(text.length, text.length);
    this.close();
    this.onChange();
  }
}

// A name as the language takes it: in quotes where it has more than letters.
/** @param {string} name @param {string} open */
function quoted(name, open) {
  if (open) return name.includes(open) ? '' : name + open;
  if (/^[\p{L}\p{N}]+$/u.test(name)) return name;
  if (!name.includes('"')) return `"${name}"`;
  return name.includes("'") ? '' : `'${name}'`;
}
