// A pattern put together by painting: becomes text of the query language.

import {byId, html} from './dom.js';
import {readSfen} from './board.js';
import {state} from './state.js';

const ranks = [...'abcdefghi'];
const common = [['?', 'any'], ['_', 'empty'], ['A', "any of Black's"], ['a', "any of White's"]];
let cells = {};
let brush = '_';
let board = null;

export function setUpPaint(variants, done) {
  byId('paint').addEventListener('toggle', () => { if (byId('paint').open) begin(variants); });
  byId('paint-clear').addEventListener('click', () => begin(variants));
  byId('paint-take').addEventListener('click', () => {
    begin(variants);
    cells = {...readSfen(state.position.sfen).squares};
    draw();
  });
  byId('paint-grid').addEventListener('click', ({target}) => paint(target.closest('button')));
  byId('paint-grid').addEventListener('pointerover', ({target, buttons}) => { if (buttons === 1) paint(target.closest('button')); });
  byId('paint-use').addEventListener('click', () => {
    done(query());
    byId('search-form').scrollIntoView();
  });
}

function begin(variants) {
  board = variants[state.variant];
  cells = {};
  const pieces = Object.entries(board.pieces).flatMap(([letter, [name]]) => [[letter, `Black's ${name}`], [letter.toLowerCase(), `White's ${name}`]]);
  byId('paint-brushes').replaceChildren(...[...common, ...pieces].map(([sign, name]) => {
    const radio = html('input', {type: 'radio', name: 'brush', value: sign, checked: sign === brush});
    radio.addEventListener('change', () => { brush = sign; });
    return html('label', {title: name}, radio, html('span', {'class': 'sign', 'aria-hidden': 'true'}, sign), html('span', {class: 'unseen'}, name));
  }));
  for (const [place, letters] of [['paint-hands', [...board.hand]], ['paint-material', Object.keys(board.pieces).filter((letter) => !'+K'.includes(letter[0]))]]) {
    byId(place).replaceChildren(counters(letters));
  }
  draw();
}

// A row for each kind of piece, with a number of Black's and one of White's.
function counters(letters) {
  const input = (letter, side) => html('td', {}, html('input', {'type': 'number', 'min': 0, 'max': 18,
    'data-count': side === 'Black' ? letter : letter.toLowerCase(), 'aria-label': `${side} ${board.pieces[letter][0]}`}));
  return html('table', {}, html('thead', {}, html('tr', {}, ...['', 'Black', 'White'].map((text) => html('th', {scope: 'col'}, text || html('span', {class: 'unseen'}, 'Piece'))))),
      html('tbody', {}, ...letters.map((letter) => html('tr', {}, html('th', {scope: 'row', title: board.pieces[letter][0]}, letter), input(letter, 'Black'), input(letter, 'White')))));
}

function countsOf(place, word) {
  const sign = byId(`${place}-sign`).value;
  return [...byId(place).querySelectorAll('input')].filter(({value}) => value !== '')
      .map((input) => `${word} ${input.dataset.count} ${sign} ${Number(input.value)}`);
}

function draw() {
  const files = Array.from({length: board.files}, (_, i) => board.files - i);
  byId('paint-grid').replaceChildren(...ranks.map((rank) => html('div', {role: 'row'}, ...files.map((file) => {
    const sign = cells[`${file}${rank}`] || '?';
    return html('button', {'type': 'button', 'role': 'gridcell', 'data-square': `${file}${rank}`,
      'class': sign === '?' ? 'any' : undefined, 'aria-label': `${file}${rank} ${sign}`}, sign === '?' ? '' : sign);
  }))));
}

function paint(button) {
  if (!button) return;
  cells[button.dataset.square] = brush;
  button.textContent = brush === '?' ? '' : brush;
  button.className = brush === '?' ? 'any' : '';
  button.setAttribute('aria-label', `${button.dataset.square} ${brush}`);
}

/** The pattern, the pieces in hand and the side to move as a query. */
function query() {
  const parts = [];
  const painted = Object.entries(cells).filter(([, sign]) => sign !== '?').map(([square]) => square);
  if (painted.length > 0) parts.push(pattern(painted, byId('paint-anywhere').checked));
  parts.push(...countsOf('paint-hands', 'hand'), ...countsOf('paint-material', 'total'));
  if (byId('paint-side').value) parts.push(`${byId('paint-side').value} to move`);
  const all = parts.join(' and ');
  return byId('paint-twin').checked && all ? `twin (${all})` : all;
}

// Anywhere: only the smallest rectangle around what was painted.
function pattern(painted, anywhere) {
  const files = painted.map((square) => Number(square[0])), rows = painted.map((square) => ranks.indexOf(square[1]));
  const [left, right] = anywhere ? [Math.max(...files), Math.min(...files)] : [board.files, 1];
  const [top, bottom] = anywhere ? [Math.min(...rows), Math.max(...rows)] : [0, 8];
  const text = [];
  for (let row = top; row <= bottom; ++row) {
    let line = '';
    for (let file = left; file >= right; --file) line += cells[`${file}${ranks[row]}`] || '?';
    text.push(line);
  }
  return `pattern "${text.join('/')}"${text.length < 9 ? (anywhere ? ' anywhere' : ` at ${left}${ranks[top]}`) : ''}`;
}
