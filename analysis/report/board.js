// Draws a position from its SFEN. analysis/svg_board.cpp draws the same board for documents.

import {html, svg} from './dom.js';
import {sideName} from './tree.js';

export const cell = 60;
const sideMargin = 30, digitsHeight = 24, handHeight = 66, gap = 10, labelWidth = 62;
const boardTop = handHeight + digitsHeight;
const wedge = 'M0-27L17-20L23 26H-23L-17-20Z';

/** {side, squares: {"7g": "P"}, hands: {b: {P: 2}, w: {}}}; Black's pieces are capitals. */
export function readSfen(sfen) {
  const [rows, side, held] = sfen.split(' ');
  const position = {side, squares: {}, hands: {b: {}, w: {}}};
  rows.split('/').forEach((row, rank) => {
    const pieces = row.match(/\d|\+?[A-Za-z]/g);
    let file = pieces.reduce((sum, p) => sum + (Number(p) || 1), 0);
    for (const piece of pieces) {
      if (Number(piece)) file -= Number(piece);
      else position.squares[`${file--}${'abcdefghi'[rank]}`] = piece;
    }
  });
  for (const [, count, letter] of held.matchAll(/(\d*)([A-Za-z])/g)) {
    position.hands[letter < 'a' ? 'b' : 'w'][letter.toUpperCase()] = Number(count) || 1;
  }
  return position;
}

export const colorOf = (piece) => (piece.replace('+', '') < 'a' ? 'b' : 'w');

export class Board {
  constructor(element) {
    this.element = element;
  }

  /** Draws the position of `node`; looks: {pieces, arrows, flipped}. */
  draw(game, node, looks) {
    this.variant = game.board;
    this.looks = looks;
    this.position = readSfen(node.sfen);
    const width = this.variant.files * cell + 2 * sideMargin;
    this.height = boardTop + 9 * cell + gap + handHeight;
    this.element.setAttribute('viewBox', `0 0 ${width} ${this.height}`);
    this.element.replaceChildren(
        ...this.grid(), ...this.lastMove(node), ...this.pieces(), this.hand('b'), this.hand('w'),
        ...this.arrows(node));
  }

  pointsUp(side) { return (side === 'b') !== this.looks.flipped; }

  center(square) {
    let column = this.variant.files - Number(square[0]);
    let row = 'abcdefghi'.indexOf(square[1]);
    if (this.looks.flipped) [column, row] = [this.variant.files - 1 - column, 8 - row];
    return [sideMargin + (column + 0.5) * cell, boardTop + (row + 0.5) * cell];
  }

  handMiddle(side) { return this.pointsUp(side) ? this.height - handHeight / 2 : handHeight / 2; }

  // The kinds a side holds, in order.
  held(side) { return [...this.variant.hand].filter((letter) => this.position.hands[side][letter]); }

  handPlace(side, letter) {
    const place = Math.max(0, this.held(side).indexOf(letter));
    return [sideMargin + labelWidth + (place + 0.5) * cell, this.handMiddle(side)];
  }

  grid() {
    const {files} = this.variant;
    let lines = '';
    for (let i = 1; i < files; ++i) lines += `M${sideMargin + i * cell} ${boardTop}v${9 * cell}`;
    for (let i = 1; i < 9; ++i) lines += `M${sideMargin} ${boardTop + i * cell}h${files * cell}`;
    const digits = Array.from({length: files}, (_, i) => svg('text', {
      class: 'coordinate', x: this.center(`${i + 1}a`)[0], y: boardTop - 8}, `${i + 1}`));
    const letters = [...'abcdefghi'].map((letter) => svg('text', {
      class: 'coordinate', x: sideMargin + files * cell + 14, y: this.center(`1${letter}`)[1] + 5}, letter));
    return [
      svg('rect', {class: 'wood', x: sideMargin, y: boardTop, width: files * cell, height: 9 * cell}),
      svg('path', {class: 'lines', d: lines}), ...digits, ...letters];
  }

  lastMove(node) {
    if (!node.move) return [];
    const mark = (square, name) => {
      const [x, y] = this.center(square);
      return svg('rect', {class: name, x: x - cell / 2 + 1, y: y - cell / 2 + 1, width: cell - 2, height: cell - 2});
    };
    const to = mark(node.move.slice(2, 4), 'last-to');
    return node.move[1] === '*' ? [to] : [mark(node.move.slice(0, 2), 'last-from'), to];
  }

  pieces() {
    return Object.entries(this.position.squares).map(
        ([square, piece]) => this.piece(piece.toUpperCase(), colorOf(piece), this.center(square), 1));
  }

  piece(letter, side, [x, y], scale) {
    const turn = this.pointsUp(side) ? undefined : 'rotate(180)';
    const [, kanji, western] = this.variant.pieces[letter];
    return svg('g', {class: `piece ${side}${letter[0] === '+' ? ' promoted' : ''}`,
      transform: `translate(${x} ${y}) scale(${scale})`},
    svg('path', {d: wedge, transform: turn}),
    this.looks.pieces === 'kanji' ? this.kanji(kanji, turn) : this.letters(western, turn));
  }

  kanji(text, turn) {
    const lines = text.length === 1 ? [svg('text', {y: 15, 'font-size': 34}, text)] :
      [...text].map((sign, i) => svg('text', {y: 1 + 22 * i, 'font-size': 22}, sign));
    return svg('g', {class: 'kanji', transform: turn}, ...lines);
  }

  // Letters stay upright: upside down they would be hard to tell apart.
  letters(text, turn) {
    const size = [30, 23, 18][text.length - 1];
    return svg('text', {class: 'letters', y: size * 0.36 + (turn ? -4 : 4), 'font-size': size}, text);
  }

  hand(side) {
    const middle = this.handMiddle(side);
    const label = svg('text', {class: `side${this.position.side === side ? ' to-move' : ''}`,
      x: sideMargin + 8, y: middle + 6}, sideName(side));
    const group = svg('g', {class: 'hand'}, svg('rect', {class: 'stand', x: sideMargin, y: middle - 28,
      width: this.variant.files * cell, height: 56, rx: 6}), label);
    for (const letter of this.held(side)) {
      const [x, y] = this.handPlace(side, letter);
      const count = this.position.hands[side][letter];
      group.append(this.piece(letter, side, [x, y], 0.88));
      if (count > 1) group.append(svg('text', {class: 'count', x: x + 13, y: y + 23}, `${count}`));
    }
    return group;
  }

  // The move played and the better one: both belong to the position before.
  arrows(node) {
    if (!this.looks.arrows || !node.better) return [];
    return [this.arrow(node.move, node.mover, 'played'), this.arrow(node.better.move, node.mover, 'better')];
  }

  arrow(move, side, meaning) {
    const [toX, toY] = this.center(move.slice(2, 4));
    // A drop comes from its side of the board; from the hand itself the arrow would cross half of it.
    const [x, y] = move[1] === '*' ? [toX, toY + (this.pointsUp(side) ? cell : -cell)] :
      this.center(move.slice(0, 2));
    const neck = Math.hypot(toX - x, toY - y) - 24;
    const angle = Math.atan2(toY - y, toX - x) * 180 / Math.PI;
    return svg('path', {class: `arrow ${meaning}`, transform: `translate(${x} ${y}) rotate(${angle})`,
      d: `M6-5H${neck}V-14L${neck + 22} 0L${neck} 14V5H6Z`});
  }
}

/** The position for those who do not see the board: one sentence a side. */
export function positionInWords(game, node) {
  const {pieces, hand} = game.board;
  const position = readSfen(node.sfen);
  const sentence = (side) => {
    const places = Object.entries(position.squares).filter(([, piece]) => colorOf(piece) === side);
    const kinds = Object.entries(pieces).reverse().map(([letter, [name]]) => {
      const squares = places.filter(([, piece]) => piece.toUpperCase() === letter).map(([square]) => square);
      return squares.length > 0 ? `${name} ${squares.join(' ')}` : '';
    });
    const held = [...hand].filter((letter) => position.hands[side][letter])
        .map((letter) => `${pieces[letter][0]} ${position.hands[side][letter]}`);
    return `${sideName(side)}: ${kinds.filter(Boolean).join('; ')}. In hand: ${held.join(', ') || 'nothing'}.`;
  };
  return [sentence('b'), sentence('w'), `${sideName(position.side)} to move${node.check ? ', in check' : ''}.`];
}

/** Whether this machine has a font with kanji: without one, two kanji look the same. */
export function canDrawKanji() {
  const [first, second] = ['歩', '飛'].map((kanji) => {
    const context = html('canvas', {width: 32, height: 32}).getContext('2d', {willReadFrequently: true});
    context.font = '28px serif';
    context.fillText(kanji, 0, 28);
    return context.getImageData(0, 0, 32, 32).data;
  });
  return first.some((value, i) => value !== second[i]);
}
