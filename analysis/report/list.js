// @ts-check
// The list of games: sorted by a click on a heading, narrowed by typing.

import {overview} from './data.js';
import {around, byId, html, within} from './dom.js';
import {dateText, isJapanese, resultText, t} from './language.js';
import {reportTitle} from './page.js';

/**
 * @typedef {OverviewRow & {place: number, black_accuracy?: number | null, white_accuracy?: number | null}} Row
 * @typedef {'id' | 'black' | 'white' | 'result' | 'ending' | 'plies' | 'date' | 'event' | 'black_accuracy' |
 *   'white_accuracy' | 'mistakes' | 'blunders' | 'missed'} Key
 * @typedef {object} Column
 * @property {Key} key
 * @property {string} title
 * @property {string} [label]
 * @property {boolean} [numeric]
 * @property {boolean} [wide]
 * @property {boolean} [short]
 * @property {number} [digits]
 */

/** @type {Column[]} */
const columns = [
  {key: 'id', title: 'No.', numeric: true},
  {key: 'black', title: 'Black'},
  {key: 'white', title: 'White'},
  {key: 'result', title: 'Result', short: true},
  {key: 'ending', title: 'Ending', wide: true, short: true},
  {key: 'plies', title: 'Plies', numeric: true, wide: true},
  {key: 'date', title: 'Date', wide: true, short: true},
  {key: 'event', title: 'Event', wide: true},
  {
    key: 'black_accuracy',
    title: 'Black %',
    label: 'Accuracy of Black in percent',
    numeric: true,
    wide: true,
    digits: 1
  },
  {
    key: 'white_accuracy',
    title: 'White %',
    label: 'Accuracy of White in percent',
    numeric: true,
    wide: true,
    digits: 1
  },
  {key: 'mistakes', title: '?', label: 'Mistakes', numeric: true, wide: true},
  {key: 'blunders', title: '??', label: 'Blunders', numeric: true},
  {key: 'missed', title: 'Missed', label: 'Missed mates', numeric: true, wide: true},
];

export class GameList {
  constructor() {
    /** @type {Row[]} */
    this.rows = overview.games.map((game, i) => ({
      ...game, place: i + 1, black_accuracy: game.accuracy && game.accuracy[0],
      white_accuracy: game.accuracy && game.accuracy[1]}));
    /**
     * Those not drawn yet.
     * @type {Row[]}
     */
    this.waiting = [];
    /** @type {Key | ''} */
    this.key = '';
    this.down = false;
    this.columns = columns.filter(({key}) => this.rows.some((row) => (row[key] ?? '') !== ''));
    byId('list-title').textContent = reportTitle();
    within(byId('games'), 'thead').replaceChildren(html('tr', {}, ...this.columns.map((c) => this.heading(c))));
    byId('find').addEventListener('input', () => this.draw());
    new IntersectionObserver(([end]) => {
      if (end.isIntersecting) this.drawMore();
    }, {rootMargin: '600px'}).observe(byId('list-end'));
    byId('games').addEventListener('click', (event) => {
      const row = around(event, 'tbody tr');
      if (row) location.hash = `#${row.dataset.place}/0`;
    });
    this.sort('id');
  }

  /** @param {Column} column */
  heading(column) {
    const button = html('button', {'aria-label': column.label && t(column.label)}, t(column.title));
    button.addEventListener('click', () => this.sort(column.key));
    return html('th', {scope: 'col', 'data-key': column.key, class: this.classOf(column)}, button);
  }

  /** @param {Column} column */
  classOf({numeric, wide, short}) {
    return [numeric ? 'numeric' : 'text', wide && 'wide', (numeric || short) && 'short'].filter(Boolean).join(' ');
  }

  /** @param {Row} row @param {Column} column @returns {string} */
  textOf(row, {key, digits}) {
    const value = row[key] ?? '';
    if (typeof value === 'number') return digits ? value.toFixed(digits) : `${value}`;
    if (key === 'date') return dateText(value);
    if (key === 'ending') return t(value);
    return key === 'result' && isJapanese ? resultText(value) : value;
  }

  /**
   * By `key`; a second time, the other way round. Rows without a value come last.
   * @param {Key} key
   */
  sort(key) {
    this.down = this.key === key ? !this.down : false;
    this.key = key;
    /** @param {Row} a @param {Row} b */
    const order = (a, b) => {
      const [x, y] = [a[key] ?? '', b[key] ?? ''];
      if (x === '' || y === '') return (x === '' ? 1 : 0) - (y === '' ? 1 : 0);
      return (typeof x === 'number' ? x - Number(y) : x.localeCompare(`${y}`)) * (this.down ? -1 : 1);
    };
    this.rows.sort((a, b) => order(a, b) || a.place - b.place);
    for (const head of byId('games').querySelectorAll('th')) {
      head.setAttribute('aria-sort', head.dataset.key !== key ? 'none' : this.down ? 'descending' : 'ascending');
    }
    this.draw();
  }

  draw() {
    const wanted = byId('find').value.trim().toLowerCase();
    const rows =
      this.rows.filter((row) => this.columns.some(({key}) => String(row[key] ?? '').toLowerCase().includes(wanted)));
    within(byId('games'), 'tbody').replaceChildren();
    this.waiting = [...rows];
    this.drawMore();
    byId('found').textContent = wanted ?
      t('{n} of {all} games', {n: rows.length, all: this.rows.length}) : t('{n} {n|game|games}', {n: this.rows.length});
  }

  // A long list is drawn as far as the reader has scrolled.
  drawMore() {
    within(byId('games'), 'tbody').append(...this.waiting.splice(0, 100).map((row) => this.row(row)));
    byId('list-end').hidden = this.waiting.length === 0;
  }

  /** @param {Row} row */
  row(row) {
    return html('tr', {'data-place': row.place}, ...this.columns.map((column) => {
      const text = this.textOf(row, column);
      return html('td', {class: this.classOf(column)}, column.key === 'id' ?
        html('a', {href: `#${row.place}/0`, 'aria-label': t('Game {n}', {n: text})}, text) : html('bdi', {}, text));
    }));
  }
}
