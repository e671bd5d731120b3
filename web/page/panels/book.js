// @ts-check
// What the opening book of `yari serve --book` has of the position on the board, and changing that.

import {ask, address, get} from './api.js';
import {byId, html} from './dom.js';
import {numberFormat, t} from './language.js';
import './later_words.js';
import {inNotation} from './settings.js';
import {here, play, state} from './state.js';
import {scoreText} from './tree.js';

/** @typedef {'score' | 'depth' | 'count'} Field */

/** @type {AbortController | undefined} */
let latest;
/** @type {About} */
let server;
let isEditing = false;

/**
 * `about` is the server's.
 * @param {About} about
 */
export function showBook(about) {
  if (!server) {
    server = about;
    byId('book-edit').hidden = !about.writes;
    byId('book-edit').addEventListener('click', toggle);
  }
  byId('book-changed').replaceChildren();
  return read();
}

function toggle() {
  isEditing = !isEditing;
  byId('book-edit').setAttribute('aria-pressed', `${isEditing}`);
  return read();
}

async function read() {
  latest?.abort();
  latest = new AbortController();
  const {signal} = latest;
  const last = isEditing && state.ply > 0 && state.position.line.at(-1);
  /** @type {BookRow[]} */
  let moves = [];
  /** @type {BookRow[]} */
  let before = [];
  /** @type {Finding[]} */
  let findings = [];
  let fault = '';
  try {
    ([{moves, findings}, {moves: before}] = await Promise.all([get('/api/book', here(), signal),
      last ? get('/api/book', here(state.ply - 1), signal) : {moves: []}]));
  } catch (error) {
    fault = error.message;
  }
  if (signal.aborted) return;
  byId('book').hidden = false;
  byId('book-name').textContent = t('Opening book {name}', {name: server.book});
  byId('book-state').textContent = fault ||
    [...findings.map(({line, message}) => `${line}: ${message}.`), moves.length === 0 ? t('Not in the book.') : ''].join(' ');
  byId('book-table').hidden = moves.length === 0;
  byId('book-moves').replaceChildren(...moves.map(bookRow));
  const isMissing = last && !fault && !before.some(({usi}) => usi === last.usi);
  byId('book-last')
    .replaceChildren(
      ...(isMissing ? [t('{move} is not in the book.', {move: inNotation(last)}), ' ', adder(last)] : []));
}

/** @param {BookRow} row */
function bookRow(row) {
  const place = here();
  /**
   * @param {Field} name
   * @param {string} text
   * @param {number | null} value
   * @param {(typed: number) => number} [stored]
   */
  const cell = (name, text, value, stored) =>
    html('td', {class: 'numeric'}, isEditing ? field(row, place, name, value, stored) : text);
  const unit = (state.position.side === 'black' ? 1 : -1) * server.variants[state.variant].score_unit;
  return html('tr', {'data-usi': row.usi}, html('th', {scope: 'row'}, moveButton(row)),
    html('td', {lang: 'ja'}, row.answer ? inNotation(row.answer) : '–'),
    cell('score', row.worth ? scoreText(row.worth, state.position.side, server.variants[state.variant]) : '–',
      row.score === null ? null : row.score / unit || 0, (typed) => Math.round(typed * unit)),
    cell('depth', shown(row.depth), row.depth), cell('count', shown(row.count), row.count),
    isEditing ? html('td', {}, remover(row, place)) : '');
}

/** @param {string} word @param {string | undefined} title @param {() => unknown} click */
function button(word, title, click) {
  const made = html('button', {'type': 'button', 'class': 'undo', 'title': title, 'aria-label': title}, word);
  made.addEventListener('click', click);
  return made;
}

/** @param {BookRow} row */
function moveButton(row) {
  const made = html('button', {type: 'button', class: 'move-button', lang: 'ja'}, inNotation(row));
  made.addEventListener('click', () => play(row.usi));
  return made;
}

/** @type {Record<Field, string>} */
const labels = {score: 'Score#engine', depth: 'Depth', count: 'Count'};

// A value that is emptied is none. What was typed stays there, so that the next field keeps the focus.
/**
 * @param {BookRow} row
 * @param {Wanted} place
 * @param {Field} name
 * @param {number | null} value
 * @param {(typed: number) => number} [stored]
 */
function field(row, place, name, value, stored = (typed) => typed) {
  let kept = value === null ? '' : `${value}`;
  const input =
    html('input', {'inputmode': 'decimal', 'value': kept, 'aria-label': `${inNotation(row)}: ${t(labels[name])}`});
  input.addEventListener('change', async () => {
    const typed = input.value.trim().replace('−', '-');
    const isDone = await change(
      t('saved'), 'POST', {...place, move: row.usi, [name]: typed === '' ? 'none' : `${stored(Number(typed))}`});
    if (isDone) kept = typed;
    fill(input, kept);
  });
  return input;
}

/** @param {HTMLInputElement} input @param {string} text */
function fill(input, text) {
  input.value = text;
}

/** @param {BookRow} row @param {Wanted} place */
const remover = (row, place) => button('×', t('Remove {move} from the book', {move: inNotation(row)}), async () => {
  if (await change(
        t('{move} was removed from the book.', {move: inNotation(row)}), 'DELETE', {...place, move: row.usi}))
    await changed();
});

/** @param {Move} last */
const adder = (last) => button(t('Add'), undefined, async () => {
  if (await change(
        t('{move} was added to the book.', {move: inNotation(last)}), 'POST', {...here(state.ply - 1), move: last.usi}))
    await changed();
});

/** The button that was clicked is gone. */
async function changed() {
  await read();
  byId('book-changed').querySelector('button')?.focus();
}

/**
 * Whether the server did it. What it said stands below the table, with a way back.
 * @param {string} done
 * @param {string} method
 * @param {Wanted} parameters
 * @returns {Promise<boolean>}
 */
async function change(done, method, parameters) {
  const status = byId('book-changed');
  try {
    const {version} = await (await ask(address('/api/book', parameters), {method, body: ''})).json();
    status.replaceChildren(done, ' ', button(t('Undo'), undefined, () => undo(version)));
    return true;
  } catch (error) {
    status.replaceChildren(error.message);
    return false;
  }
}

/** @param {string} version */
async function undo(version) {
  const status = byId('book-changed');
  try {
    await ask(address('/api/book/undo', {...here(), version}), {method: 'POST', body: ''});
    status.replaceChildren(t('The book is as it was before.'));
    await read();
  } catch (error) {
    status.replaceChildren(error.message);
  }
  byId('book-edit').focus();
}

/** @param {number | null} value */
const shown = (value) => (value === null ? '–' : numberFormat.format(value));
