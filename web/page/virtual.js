// A list of any length: only the rows in sight are in the page.

import {html} from './dom.js';

const rowHeight = 30, rowsAtOnce = 200, rowsAround = 10;

export class VirtualList {
  /**
   * `makeRow(object, index)` gives the cells of a row. With `load(offset, count)` rows are fetched when they
   * come into sight; without it they are given with add().
   */
  constructor(element, makeRow, onPick, load) {
    Object.assign(this, {element, makeRow, onPick, load});
    this.space = html('div', {class: 'rows'});
    element.replaceChildren(this.space);
    element.addEventListener('scroll', () => this.draw());
    element.addEventListener('keydown', (event) => this.key(event));
    this.space.addEventListener('click', (event) => {
      const row = event.target.closest('[data-row]');
      if (row) this.pick(Number(row.dataset.row));
    });
    new ResizeObserver(() => this.draw()).observe(element);
    this.reset(0);
  }

  /** Forgets all rows; `count` of them are to come. */
  reset(count) {
    this.rows = new Map();
    this.asked = new Set();
    this.current = -1;
    this.waiting = undefined;
    this.version = (this.version || 0) + 1;
    this.setCount(count);
    this.element.scrollTop = 0;
  }

  setCount(count) {
    this.count = count;
    this.space.style.height = `${count * rowHeight}px`;
    this.draw();
  }

  add(object) {
    this.rows.set(this.count, object);
    this.count += 1;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.setCount(this.count));
  }

  draw() {
    const first = Math.max(0, Math.floor(this.element.scrollTop / rowHeight) - rowsAround);
    const last = Math.min(this.count, Math.ceil((this.element.scrollTop + this.element.clientHeight) / rowHeight) + rowsAround);
    const shown = [];
    for (let i = first; i < last; ++i) {
      const object = this.rows.get(i);
      if (!object) this.fetch(i);
      const row = html('div', {'class': `row${i === this.current ? ' current' : ''}`, 'data-row': i, 'role': 'option',
        'id': `${this.element.id}-${i}`, 'aria-selected': i === this.current ? 'true' : 'false',
        'aria-setsize': this.count, 'aria-posinset': i + 1}, ...(object ? this.makeRow(object, i) : [html('span', {}, '…')]));
      row.style.top = `${i * rowHeight}px`;
      shown.push(row);
    }
    this.space.replaceChildren(...shown);
  }

  async fetch(i) {
    const page = Math.floor(i / rowsAtOnce);
    if (!this.load || this.asked.has(page)) return;
    this.asked.add(page);
    const {version} = this;
    let place = page * rowsAtOnce;
    await this.load(place, rowsAtOnce, (object) => {
      if (version === this.version) this.rows.set(place++, object);
    });
    if (version !== this.version) return;
    this.draw();
    if (this.rows.has(this.waiting)) this.pick(this.waiting);
  }

  key(event) {
    const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10};
    if (event.key in steps) this.select(this.current + steps[event.key]);
    else if (event.key === 'Home') this.select(0);
    else if (event.key === 'End') this.select(this.count - 1);
    else if (event.key === 'Enter' && this.current >= 0) this.pick(this.current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  select(i) {
    this.current = Math.min(this.count - 1, Math.max(0, i));
    const top = this.current * rowHeight;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    const bottom = top + rowHeight - this.element.clientHeight;
    if (bottom > this.element.scrollTop) this.element.scrollTop = bottom;
    this.draw();
    this.element.setAttribute('aria-activedescendant', `${this.element.id}-${this.current}`);
  }

  pick(i) {
    this.select(i);
    const object = this.rows.get(i);
    // A row that is still on its way is opened when it comes.
    this.waiting = object ? undefined : i;
    if (object) this.onPick(object);
  }
}
