// @ts-check
// A list of any length: only the rows in sight are in the page.

import {around, html} from './dom.js';

/** @typedef {{row: HTMLElement, object: GameRow | undefined, text: string}} ShownRow */
/**
 * @callback Load
 * @param {number} offset
 * @param {number} count
 * @param {(object: GameRow & StreamPart) => void} each
 * @param {AbortSignal} signal
 * @param {GameRow | undefined} before
 * @returns {Promise<void>}
 */

const rowHeight = 46, rowsAtOnce = 100, rowsAround = 6;
/** Browsers draw nothing beyond some ten million pixels: a longer list is scrolled in larger steps. */
const mostPixels = 8000000;
/** Rows that have been seen are kept up to here. */
const mostKept = 5000;

/**
 * All lists of the page; the one from which something was opened last, and the number of the game that is open.
 * @type {VirtualList[]}
 */
const lists = [];
/** @type {VirtualList | null} */
let openedFrom = null;
/** @type {number | null} */
let openGame = null;

/**
 * Marks the rows of the game that is open.
 * @param {number | null} game
 */
export function markGame(game) {
  if (game === openGame) return;
  openGame = game;
  for (const list of lists) list.draw();
}

/**
 * Opens the row after (1) or before (-1) the one that was opened last.
 * @param {number} direction
 */
export function openNext(direction) {
  const next = (openedFrom?.current ?? -1) + direction;
  if (openedFrom && next >= 0 && next < openedFrom.count) openedFrom.pick(next);
}

export class VirtualList {
  /**
   * `makeRow(object, index)` gives the cells of a row. With `load(offset, count, each, signal, before)` rows
   * are fetched when they come into sight, `before` being the object before them, if it is known; without it they are
   * given with add().
   *
   * @param {HTMLElement} element
   * @param {(object: GameRow, index: number) => Child[]} makeRow
   * @param {(object: GameRow) => void} onPick
   * @param {Load} [load]
   */
  constructor(element, makeRow, onPick, load) {
    this.element = element;
    this.makeRow = makeRow;
    this.onPick = onPick;
    this.load = load;
    /** @type {Map<number, ShownRow>} */
    this.shown = new Map();
    /** @type {Map<number, GameRow>} */
    this.rows = new Map();
    /** @type {AbortController | null} */
    this.loading = null;
    /** @type {string | null} */
    this.failure = null;
    /** @type {number | undefined} */
    this.waiting = undefined;
    this.current = -1;
    this.count = this.height = this.timer = this.frame = 0;
    this.space = html('div', {class: 'rows', role: 'presentation'});
    element.replaceChildren(this.space);
    element.addEventListener('scroll', () => this.draw());
    element.addEventListener('keydown', (event) => this.key(event));
    this.space.addEventListener('click', (event) => {
      const row = around(event, '[data-row]');
      // Rows are links: another tab may be wanted.
      if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.pick(Number(row.dataset.row));
    });
    new ResizeObserver(() => this.draw()).observe(element);
    lists.push(this);
    this.reset(0);
  }

  /**
   * Forgets all rows; `count` of them are to come.
   * @param {number} count
   */
  reset(count) {
    this.loading?.abort();
    clearTimeout(this.timer);
    this.rows = new Map();
    this.loading = null;
    this.failure = null;
    this.current = -1;
    this.waiting = undefined;
    this.element.removeAttribute('aria-activedescendant');
    this.element.scrollTop = 0;
    this.setCount(count);
  }

  /** @param {number} count */
  setCount(count) {
    this.count = count;
    this.height = Math.min(count * rowHeight, mostPixels);
    this.space.style.height = `${this.height}px`;
    this.draw();
  }

  /** @param {GameRow} object */
  add(object) {
    this.rows.set(this.count, object);
    this.count += 1;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.setCount(this.count));
  }

  /**
   * The rows in the order of `compare`. Requires: all were given with add().
   * @param {(a: GameRow, b: GameRow) => number} compare
   */
  sort(compare) {
    const rows = [...this.rows.values()].sort(compare);
    this.rows = new Map(rows.entries());
    this.current = -1;
    this.draw();
  }

  // How many rows fit, and the one at the top, in rows.
  visible() { return this.element.clientHeight / rowHeight; }

  top() {
    const range = this.height - this.element.clientHeight;
    return range <= 0 ? 0 : Math.min(1, this.element.scrollTop / range) * (this.count - this.visible());
  }

  draw() {
    const top = this.top();
    const first = Math.max(0, Math.floor(top) - rowsAround);
    const last = Math.min(this.count, Math.ceil(top + this.visible()) + rowsAround);
    const shown = new Map();
    for (let i = first; i < last; ++i) shown.set(i, this.row(i, `${this.element.scrollTop + (i - top) * rowHeight}px`));
    this.putIn(shown);
    const missing = [...shown.values()].some(({object}) => !object);
    if (missing && this.load && !this.failure) this.fetchSoon();
  }

  // A row that stays keeps its element: a click on it may be half done.
  /** @param {number} i @param {string} place */
  row(i, place) {
    const object = this.rows.get(i), text = object ? '' : this.failure || '…';
    const old = this.shown.get(i);
    const row = old && old.object === object && old.text === text ?
      old.row :
      html(object?.game ? 'a' : 'div', {
        'href': object?.game && `#game=${object.game}&ply=${object.ply || 0}`,
        'tabindex': object?.game && -1,
        'data-row': i,
        'role': 'option',
        'id': `${this.element.id}-${i}`,
        'aria-posinset': i + 1
      },
        ...(object ? this.makeRow(object, i) : [html('span', {}, text)]));
    row.className =
      `row${i === this.current ? ' current' : ''}${object?.game && object.game === openGame ? ' open' : ''}`;
    row.setAttribute('aria-selected', i === this.current ? 'true' : 'false');
    row.setAttribute('aria-setsize', `${this.count}`);
    row.style.top = place;
    return {row, object, text};
  }

  /** @param {Map<number, ShownRow>} shown */
  putIn(shown) {
    for (const [i, {row}] of this.shown) if (shown.get(i)?.row !== row) row.remove();
    let next = this.space.firstChild;
    for (const {row} of shown.values()) {
      if (row === next) next = row.nextSibling;
      else this.space.insertBefore(row, next);
    }
    this.shown = shown;
  }

  // Who scrolls past rows does not want them.
  fetchSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fetch(), this.rows.size === 0 ? 0 : 60);
  }

  async fetch() {
    const top = Math.floor(this.top());
    const last = Math.min(this.count, Math.ceil(top + this.visible()) + rowsAround);
    let place = Math.max(0, top - rowsAround);
    while (place < last && this.rows.has(place)) ++place;
    if (place === last || !this.load) return;
    if (this.rows.size > mostKept) this.rows.clear();
    this.loading?.abort();
    const own = new AbortController();
    this.loading = own;
    try {
      const first = place;
      await this.load(place, rowsAtOnce, (object) => {
        if (object.error) throw new Error(object.error.message);
        if (!own.signal.aborted) this.rows.set(place++, object);
      }, own.signal, this.rows.get(place - 1));
      // The list has become shorter than it was counted.
      if (place === first) this.failure = '–';
    } catch (error) {
      if (!own.signal.aborted) this.failure = error.message;
    }
    if (own.signal.aborted) return;
    this.draw();
    if (this.waiting !== undefined && this.rows.has(this.waiting)) this.pick(this.waiting);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const page = Math.max(1, Math.floor(this.visible()) - 1);
    const step = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page}[event.key];
    if (step) this.select(this.current + step);
    else if (event.key === 'Home') this.select(0);
    else if (event.key === 'End') this.select(this.count - 1);
    else if (event.key === 'Enter' && this.current >= 0) this.pick(this.current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} i */
  select(i) {
    this.current = Math.min(this.count - 1, Math.max(0, i));
    const top = this.top(), visible = this.visible();
    const wanted = this.current < top  ? this.current :
      this.current + 1 > top + visible ? this.current + 1 - visible :
                                         null;
    if (wanted !== null)
      this.element.scrollTop = wanted / (this.count - visible) * (this.height - this.element.clientHeight);
    this.draw();
    this.element.setAttribute('aria-activedescendant', `${this.element.id}-${this.current}`);
  }

  /** @param {number} i */
  pick(i) {
    this.select(i);
    const object = this.rows.get(i);
    // A row that is still on its way is opened when it comes.
    this.waiting = object ? undefined : i;
    openedFrom = this;
    if (object) this.onPick(object);
  }
}
