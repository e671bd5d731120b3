// What the opening book of `yari serve --book` has of the position on the board.

import {get} from './api.js';
import {byId, html} from './dom.js';
import {numberFormat, t} from './language.js';
import {inNotation} from './settings.js';
import {here, play, state} from './state.js';
import {scoreText} from './tree.js';

let latest = null;

/** `about` is the server's. */
export async function showBook(about) {
  latest?.abort();
  latest = new AbortController();
  const {signal} = latest;
  const side = state.position.side;
  let moves = [], fault = '';
  try {
    ({moves} = await get('/api/book', here(), signal));
  } catch (error) {
    fault = error.message;
  }
  if (signal.aborted) return;
  byId('book').hidden = false;
  byId('book-name').textContent = t('Opening book {name}', {name: about.book});
  byId('book-state').textContent = fault || (moves.length === 0 ? t('Not in the book.') : '');
  byId('book-table').hidden = moves.length === 0;
  byId('book-moves').replaceChildren(...moves.map((row) => html('tr', {'data-usi': row.usi},
      html('th', {scope: 'row'}, moveButton(row)), html('td', {lang: 'ja'}, row.answer ? inNotation(row.answer) : '–'),
      html('td', {class: 'numeric'}, row.worth ? scoreText(row.worth, side, about.variants[state.variant]) : '–'),
      html('td', {class: 'numeric'}, number(row.depth)), html('td', {class: 'numeric'}, number(row.count)))));
}

function moveButton(row) {
  const button = html('button', {type: 'button', class: 'move-button', lang: 'ja'}, inNotation(row));
  button.addEventListener('click', () => play(row.usi));
  return button;
}

const number = (value) => (value === null ? '–' : numberFormat.format(value));
