// @ts-check
// A pattern put together by painting: becomes text of the query language.

import {around, byId, html, within} from './dom.js';
import {colorOf, readSfen} from './board.js';
import {pieceName, squareName, t} from './language.js';
import {pieceSign} from './signs.js';
import {state} from './state.js';

const ranks = [...'abcdefghi'];
const common =
  [['?', 'any'], ['_', 'empty'], ['A', "Black's"], ['a', "White's"]].map(([sign, words]) => [sign, t(words)]);
/**
 * What stands for a whole side on the board.
 * @type {Record<string, string>}
 */
const sides = {'?': '', '_': '', 'A': '▲', 'a': '△'};
/** @type {Record<string, string>} */
let cells = {};
let brush = '_';
/** @type {Variant} */
let board;
/** @type {() => string} */
let pieces;

/**
 * `looks` gives how pieces are drawn; `done` gets the query.
 * @param {Variants} variants
 * @param {(query: string) => void} done
 * @param {() => Looks} looks
 */
export function setUpPaint(variants, done, looks) {
  pieces = () => looks().pieces;
  const open = () => { if (byId('paint').open) begin(variants); };
  byId('paint').addEventListener('toggle', open);
  open();
  byId('paint-body').hidden = false;
  byId('paint-clear').addEventListener('click', () => begin(variants));
  byId('paint-take').addEventListener('click', () => {
    begin(variants);
    cells = {...readSfen(state.position.sfen).squares};
    draw();
  });
  byId('paint-grid').addEventListener('click', (event) => paint(around(event, 'button')));
  byId('paint-grid').addEventListener('keydown', key);
  byId('paint-grid').addEventListener('pointerover', (event) => {
    if (event.buttons === 1) paint(around(event, 'button'));
  });
  byId('paint-use').addEventListener('click', () => {
    done(query());
    byId('search-form').scrollIntoView();
  });
}

/**
 * "Black's pawn" of "P"
 * @param {string} sign
 */
function nameOfSign(sign) {
  const piece = pieceName(board.pieces[sign.toUpperCase()]);
  return t(colorOf(sign) === 'b' ? "Black's {piece}" : "White's {piece}", {piece});
}

/** @param {Variants} variants */
function begin(variants) {
  board = variants[state.variant];
  cells = {};
  const kinds = Object.keys(board.pieces)
                  .flatMap((letter) => [letter, letter.toLowerCase()].map((sign) => [sign, nameOfSign(sign)]));
  byId('paint-brushes').replaceChildren(...[...common, ...kinds].map(([sign, name]) => {
    const radio = html('input', {type: 'radio', name: 'brush', value: sign, checked: sign === brush});
    radio.addEventListener('change', () => { brush = sign; });
    const text = sign in sides ? [name] : [pieceSign(board, sign, pieces()), html('span', {class: 'unseen'}, name)];
    return html('label', {title: name}, radio, ...text);
  }));
  byId('paint-hands').replaceChildren(counters([...board.hand]));
  byId('paint-material')
    .replaceChildren(counters(Object.keys(board.pieces).filter((letter) => !'+K'.includes(letter[0]))));
  draw();
}

// A row for each kind of piece, with a number of Black's and one of White's.
/** @param {string[]} letters */
function counters(letters) {
  /** @param {string} letter @param {string} side */
  const input = (letter, side) => html('td', {}, html('input', {
    'type': 'number',
    'min': 0,
    'max': 18,
    'data-count': side === 'Black' ? letter : letter.toLowerCase(),
    'aria-label': `${t(side)} ${pieceName(board.pieces[letter])}`
  }));
  return html('table', {},
    html('thead', {},
      html('tr', {},
        ...['', 'Black', 'White'].map(
          (side) => html('th', {scope: 'col'}, side ? t(side) : html('span', {class: 'unseen'}, t('Piece')))))),
    html('tbody', {},
      ...letters.map(
        (letter) => html('tr', {},
          html('th', {scope: 'row', title: pieceName(board.pieces[letter])}, pieceSign(board, letter, pieces())),
          input(letter, 'Black'), input(letter, 'White')))));
}

/** @param {'paint-hands' | 'paint-material'} place @param {string} word */
function countsOf(place, word) {
  const sign = byId(`${place}-sign`).value;
  return [...byId(place).querySelectorAll('input')].filter(({value}) => value !== '')
      .map((input) => `${word} ${input.dataset.count} ${sign} ${Number(input.value)}`);
}

function draw() {
  const files = Array.from({length: board.files}, (_, i) => board.files - i);
  byId('paint-grid').replaceChildren(...ranks.map((rank) => html('div', {role: 'row'}, ...files.map((file) => {
    const button =
      html('button', {'type': 'button', 'role': 'gridcell', 'data-square': `${file}${rank}`, 'tabindex': -1});
    show(button, cells[`${file}${rank}`] || '?');
    return button;
  }))));
  // One of the squares is in the order of the page; the arrow keys lead to the others.
  within(byId('paint-grid'), 'button').tabIndex = 0;
}

/** @param {HTMLElement} button @param {string} sign */
function show(button, sign) {
  button.dataset.sign = sign;
  button.className = sign === '?' ? 'any' : '';
  const name = common.find(([other]) => other === sign)?.[1] ?? nameOfSign(sign);
  button.replaceChildren(sign in sides ? sides[sign] : pieceSign(board, sign, pieces()),
    html('span', {class: 'unseen'}, `${squareName(button.dataset.square || '')} ${name}`));
}

/** @param {KeyboardEvent} event */
function key(event) {
  const step = {ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [1, 0], ArrowRight: [-1, 0]}[event.key];
  const at = around(event, '[data-square]'), from = at?.dataset.square;
  if (!step || !at || !from) return;
  event.preventDefault();
  event.stopPropagation();
  /** @type {HTMLElement | null} */
  const to = byId('paint-grid')
               .querySelector(`[data-square="${Number(from[0]) + step[0]}${ranks[ranks.indexOf(from[1]) + step[1]]}"]`);
  if (!to) return;
  at.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}

/** @param {HTMLElement | null} button */
function paint(button) {
  if (!button) return;
  cells[button.dataset.square || ''] = brush;
  show(button, brush);
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
/** @param {string[]} painted @param {boolean} anywhere */
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
