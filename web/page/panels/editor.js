// @ts-check
// A position set up by hand: pieces painted on a board, hands counted, the side to move chosen.

import {colorOf, colors, readSfen} from './board.js';
import {byId, html} from './dom.js';
import {pieceName, t} from './language.js';
import './later_words.js';
import {PlayBoard} from './play.js';
import {pieceSign} from './signs.js';

/** A board on which a click puts down the piece that is chosen. */
class EditBoard extends PlayBoard {
  /** @param {SVGSVGElement} element @param {(square: string) => void} onSquare @param {(text: string) => void} say */
  constructor(element, onSquare, say) {
    super(element, () => {}, say);
    this.onSquare = onSquare;
  }

  // Nothing else on this board needs the arrow keys.
  hasCursor() { return true; }

  /** @param {string} place */
  choose(place) {
    if (place[1] !== '*') this.onSquare(place);
  }
}

/** @type {Variants} */
let variants = {};
let variant = 'yari';
/** @type {ReadPosition} */
let position;
/** @type {EditBoard} */
let board;
/** @type {() => Looks} */
let getLooks;

/**
 * `looks` gives how the board is drawn.
 * @param {Variants} known
 * @param {() => Looks} looks
 * @param {(text: string) => void} say
 */
export function setUpEditor(known, looks, say) {
  variants = known;
  getLooks = looks;
  board = new EditBoard(byId('editor-board'), put, say);
  byId('editor-side').addEventListener('change', () => {
    position.side = byId('editor-side').value;
    draw();
  });
  byId('editor-clear').addEventListener('click', () => {
    position = {...position, squares: {}, hands: {b: {}, w: {}}};
    showHands();
    draw();
  });
  byId('editor-start').addEventListener('click', () => edit(variant, variants[variant].start));
}

/** @returns {string | undefined} */
function chosenBrush() {
  /** @type {HTMLInputElement | null} */
  const chosen = document.querySelector('[name=editor-brush]:checked');
  return chosen?.value;
}

/**
 * Begins with this position.
 * @param {string} name
 * @param {string} sfen
 */
export function edit(name, sfen) {
  const chosen = name === variant && chosenBrush();
  showBrushes(name, chosen);
  variant = name;
  position = readSfen(sfen);
  byId('editor-side').value = position.side;
  showHands();
  draw();
}

/** The position as SFEN. */
export function editedSfen() {
  const {files, hand} = variants[variant];
  const rows = [...'abcdefghi'].map((rank) => {
    let row = '';
    let empty = 0;
    for (let file = files; file > 0; --file) {
      const piece = position.squares[`${file}${rank}`];
      if (!piece) ++empty;
      else {
        row += `${empty || ''}${piece}`;
        empty = 0;
      }
    }
    return row + (empty || '');
  });
  const held = colors.flatMap((side) => [...hand].filter((letter) => position.hands[side][letter] > 0).map((letter) => {
    const count = position.hands[side][letter];
    return `${count > 1 ? count : ''}${side === 'b' ? letter : letter.toLowerCase()}`;
  })).join('');
  return `${rows.join('/')} ${position.side} ${held || '-'} 1`;
}

/** @param {string} name @param {string | false | undefined} chosen */
function showBrushes(name, chosen) {
  const kinds = Object.entries(variants[name].pieces);
  const brushes = [['', t('empty square')],
    ...kinds.map(([letter, names]) => [letter, t("Black's {piece}", {piece: pieceName(names)})]),
    ...kinds.map(([letter, names]) => [letter.toLowerCase(), t("White's {piece}", {piece: pieceName(names)})])];
  byId('editor-brushes')
    .replaceChildren(...brushes.map(([value, words], i) => html('label', {title: words}, html('input', {
      'type': 'radio',
      'name': 'editor-brush',
      value,
      'checked': chosen ? value === chosen : i === 1,
      'aria-label': words
    }),
                                      value ? pieceSign(variants[name], value, getLooks().pieces) : '×')));
}

// The same piece again takes it away.
/** @param {string} square */
function put(square) {
  const brush = chosenBrush();
  if (!brush || position.squares[square] === brush) delete position.squares[square];
  else position.squares[square] = brush;
  draw();
}

function showHands() {
  const {hand, pieces} = variants[variant];
  byId('editor-hands')
    .replaceChildren(...colors.map(
      (side) => html('fieldset', {}, html('legend', {}, t(side === 'b' ? "Black's hand" : "White's hand")),
        ...[...hand].map((letter) => {
          const input = html('input', {type: 'number', min: 0, max: 18, value: position.hands[side][letter] || 0});
          input.addEventListener('input', () => {
            position.hands[side][letter] = Math.min(18, Math.max(0, Math.floor(Number(input.value)) || 0));
            draw();
          });
          const name = pieceName(pieces[letter]);
          return html('label', {title: name}, pieceSign(variants[variant], letter, getLooks().pieces),
            html('span', {class: 'unseen'}, name), ' ', input);
        }))));
}

function draw() {
  board.show(variants[variant], editedSfen(), [], undefined, getLooks());
  /** @param {Color} side */
  const count = (side) => Object.values(position.squares).filter((piece) => colorOf(piece) === side).length;
  byId('editor-board').setAttribute('aria-label', 
      t('Board to set up: {black} pieces of Black, {white} of White', {black: count('b'), white: count('w')}));
}
