// @ts-check
// Draws a position from its SFEN: the one board of reports and of `yari serve`. analysis/report/svg_board.cpp draws a
// plain one for documents.

import {svg} from './dom.js';
import {definePieces, drawPiece} from './pieces.js';
import {listed, pieceName, rankName, sideName, squareName, t} from './language.js';

/** @type {Color[]} */
export const colors = ['b', 'w'];
/** A square is a little higher than wide, as boards have it. */
export const cellWidth = 60;
export const cellHeight = 65;
/** Around the squares, with the numbers; a stand beside or above the board, and between it and the board. */
const frame = 22, stand = 76, gap = 8;
/** Room for the shadow of the board. */
const shade = 4;
/** From the end of a stand to its first piece, where the side is named. */
const labelRow = 62, labelSide = 26, heldStep = 57;
const slide = {duration: 150, easing: 'ease-out'};

/**
 * {side, squares: {"7g": "P"}, hands: {b: {P: 2}, w: {}}}; Black's pieces are capitals.
 * @param {string} sfen
 * @returns {ReadPosition}
 */
export function readSfen(sfen) {
  const [rows, side, held] = sfen.split(' ');
  /** @type {ReadPosition} */
  const position = {side, squares: {}, hands: {b: {}, w: {}}};
  rows.split('/').forEach((row, rank) => {
    /** @type {string[]} */
    const pieces = row.match(/\d|\+?[A-Za-z]/g) || [];
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

/** @param {string} piece @returns {Color} */
export const colorOf = (piece) => (piece.replace('+', '') < 'a' ? 'b' : 'w');

/**
 * Draws positions into an SVG element. looks: {pieces: "kanji", "simple" or "western", arrows, flipped, stands: "side"
 * for stands beside the board}.
 *
 * What stays from one position to the next keeps its elements: a piece that moves slides.
 */
export class Board {
  /** @param {SVGSVGElement} element */
  constructor(element) {
    this.element = element;
    /** @type {Variant} */
    this.variant;
    /** @type {Looks} */
    this.looks;
    /** @type {ReadPosition} */
    this.position;
    /** What the ground was drawn for. */
    this.ground = '';
    this.layers =
      Object.fromEntries(['ground', 'marks', 'men', 'hands', 'signs'].map((name) => [name, svg('g', {class: name})]));
    /**
     * What is drawn, by square.
     * @type {Map<string, {piece: string, element: SVGElement}>}
     */
    this.shown = new Map();
    definePieces();
    element.replaceChildren(...Object.values(this.layers));
  }

  /**
   * Draws the position of `node`.
   * @param {{board: Variant}} game
   * @param {BoardNode} node
   * @param {Looks} looks
   */
  draw(game, node, looks) {
    const before = this.position;
    this.variant = game.board;
    this.looks = looks;
    this.position = readSfen(node.sfen);
    const ground = JSON.stringify([this.variant.files, looks.flipped, looks.stands]);
    if (ground !== this.ground) this.drawGround();
    const same = ground === this.ground && looks.pieces === this.set;
    if (!same) this.forgetPieces();
    this.ground = ground;
    this.set = looks.pieces;
    this.layers.marks.replaceChildren(...this.lastMove(node));
    this.drawPieces(same ? before : null);
    this.layers.hands.replaceChildren(this.hand('b'), this.hand('w'));
    this.layers.signs.replaceChildren(...this.arrows(node));
  }

  get beside() { return this.looks.stands === 'side'; }
  /** Where the squares begin. */
  get left() { return frame + (this.beside ? stand + gap : 0); }
  get top() { return frame + (this.beside ? 0 : stand + gap); }
  get right() { return this.left + this.variant.files * cellWidth; }
  get bottom() { return this.top + 9 * cellHeight; }
  get width() { return this.right + frame + (this.beside ? gap + stand : 0); }
  get height() { return this.bottom + frame + (this.beside ? 0 : gap + stand) + shade; }

  /** @param {string} side */
  pointsUp(side) { return (side === 'b') !== this.looks.flipped; }

  /** @param {string} square @returns {[number, number]} */
  center(square) {
    let column = this.variant.files - Number(square[0]);
    let row = 'abcdefghi'.indexOf(square[1]);
    if (this.looks.flipped) [column, row] = [this.variant.files - 1 - column, 8 - row];
    return [this.left + (column + 0.5) * cellWidth, this.top + (row + 0.5) * cellHeight];
  }

  // The kinds a side holds, in order.
  /** @param {Color} side */
  held(side) { return [...this.variant.hand].filter((letter) => this.position.hands[side][letter]); }

  /**
   * The stand of a side: the upper one is at the left, the lower at the right, each with room for every kind.
   * @param {Color} side
   */
  stand(side) {
    const below = this.pointsUp(side);
    if (!this.beside)
      return {
        x: this.left - frame,
        y: below ? this.height - shade - stand : 0,
        width: this.right - this.left + 2 * frame,
        height: stand
      };
    const height = labelSide + this.variant.hand.length * heldStep + 8;
    return {x: below ? this.width - stand : 0, y: below ? this.height - shade - height : 0, width: stand, height};
  }

  /** @param {Color} side @param {string} letter @returns {[number, number]} */
  handPlace(side, letter) {
    const place = Math.max(0, this.held(side).indexOf(letter)) + 0.5;
    const {x, y, width, height} = this.stand(side);
    if (!this.beside) return [x + labelRow + place * cellWidth, y + height / 2];
    return [x + width / 2, y + labelSide + place * heldStep];
  }

  drawGround() {
    const {left, top, right, bottom} = this;
    const {files} = this.variant;
    this.element.setAttribute('viewBox', `0 0 ${this.width} ${this.height}`);
    this.element.style.aspectRatio = `${this.width} / ${this.height}`;
    let lines = '';
    for (let i = 1; i < files; ++i) lines += `M${left + i * cellWidth} ${top}V${bottom}`;
    for (let i = 1; i < 9; ++i) lines += `M${left} ${top + i * cellHeight}H${right}`;
    // Four points, where the promotion zones end.
    const points = [Math.floor(files / 3), files - Math.floor(files / 3)].flatMap(
      (i) => [3, 6].map(
        (row) => svg('circle', {class: 'star', cx: left + i * cellWidth, cy: top + row * cellHeight, r: 4.2})));
    const digits = Array.from({length: files}, (_, i) => svg('text', {
      class: 'coordinate', x: this.center(`${i + 1}a`)[0], y: top - 6}, `${i + 1}`));
    const rankLetters = [...'abcdefghi'].map((letter) => svg('text', {
      class: 'coordinate', x: right + frame / 2, y: this.center(`1${letter}`)[1] + 5}, rankName(letter)));
    const box = {x: left - frame, y: top - frame, width: right - left + 2 * frame, height: bottom - top + 2 * frame};
    this.layers.ground.replaceChildren(svg('rect', {class: 'board-shadow', ...box, y: box.y + 3, rx: 5}),
      svg('rect', {class: 'wood', ...box, rx: 4}), ...grain(box),
      ...colors.flatMap(
        (side) => [svg('rect', {class: 'stand', ...this.stand(side), rx: 5}), ...grain(this.stand(side))]),
      svg('rect', {class: 'grid', x: left, y: top, width: right - left, height: bottom - top}),
      svg('path', {class: 'lines', d: lines}), ...points, ...digits, ...rankLetters);
  }

  // Only the board on which moves are made has pieces of a hand to mark.
  /** @param {string} place @returns {Color} */
  handSide(place) { return place[2] === 'b' ? 'b' : 'w'; }

  /** @param {string} place @param {string} name */
  mark(place, name) {
    const [x, y] = place[1] === '*' ? this.handPlace(this.handSide(place), place[0]) : this.center(place);
    return svg('rect',
      {class: name, x: x - cellWidth / 2 + 1, y: y - cellHeight / 2 + 1, width: cellWidth - 2, height: cellHeight - 2});
  }

  /** @param {BoardNode} node @returns {SVGElement[]} */
  lastMove(node) {
    if (!node.move) return [];
    const to = this.mark(node.move.slice(2, 4), 'last-to');
    return node.move[1] === '*' ? [to] : [this.mark(node.move.slice(0, 2), 'last-from'), to];
  }

  forgetPieces() {
    this.shown.clear();
    this.layers.men.replaceChildren();
  }

  // Only squares that changed are drawn; `before` is the position from which pieces slide, null where they do not.
  /** @param {ReadPosition | null | undefined} before */
  drawPieces(before) {
    const {squares} = this.position;
    /** @type {[string, string][]} */
    const lost = [];
    /** @type {[string, string, SVGElement][]} */
    const gained = [];
    for (const [square, {piece, element}] of this.shown) {
      if (squares[square] === piece) continue;
      element.remove();
      this.shown.delete(square);
      lost.push([square, piece]);
    }
    for (const [square, piece] of Object.entries(squares)) {
      if (this.shown.has(square)) continue;
      const element = this.piece(piece.toUpperCase(), colorOf(piece), this.center(square), 1);
      this.layers.men.append(element);
      this.shown.set(square, {piece, element});
      gained.push([square, piece, element]);
    }
    if (before && !this.still && gained.length <= 2 && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      for (const [square, piece, element] of gained) this.slide(element, square, this.cameFrom(piece, lost, before));
    }
    this.still = false;
  }

  // Where a piece that is new on its square was before: another square, or the hand.
  /** @param {string} piece @param {[string, string][]} lost @param {ReadPosition} before */
  cameFrom(piece, lost, before) {
    const kind = piece.replace('+', '');
    const [square] = lost.find(([, other]) => other.replace('+', '') === kind) || [];
    if (square) return this.center(square);
    const side = colorOf(piece), letter = kind.toUpperCase();
    return (before.hands[side][letter] || 0) > (this.position.hands[side][letter] || 0) ? this.handPlace(side, letter) :
                                                                                          null;
  }

  /** @param {SVGElement} element @param {string} square @param {[number, number] | null} from */
  slide(element, square, from) {
    if (!from) return;
    const [x, y] = this.center(square);
    this.layers.men.append(element);
    element.animate(
      [{transform: `translate(${from[0]}px, ${from[1]}px)`}, {transform: `translate(${x}px, ${y}px)`}], slide);
  }

  /** @param {string} letter @param {Color} side @param {[number, number]} at @param {number} scale */
  piece(letter, side, [x, y], scale) {
    const drawn = drawPiece(letter, side, this.variant.pieces[letter], this.looks.pieces, !this.pointsUp(side));
    drawn.setAttribute('transform', `translate(${x} ${y})${scale === 1 ? '' : ` scale(${scale})`}`);
    return drawn;
  }

  /** @param {Color} side */
  hand(side) {
    const {x, y, height} = this.stand(side);
    const label = svg('text', {
      'class': `side${this.position.side === side ? ' to-move' : ''}`,
      'text-anchor': this.beside ? 'middle' : undefined,
      'x': this.beside ? x + stand / 2 : x + 10,
      'y': this.beside ? y + 19 : y + height / 2 + 6
    },
      sideName(side));
    const group = svg('g', {class: 'hand', 'data-side': side}, label);
    for (const letter of this.held(side)) {
      const place = this.handPlace(side, letter);
      const count = this.position.hands[side][letter];
      const piece = this.piece(letter, side, place, 0.9);
      piece.dataset.held = letter;
      group.append(piece);
      if (count > 1) group.append(svg('text', {class: 'count', x: place[0] + 17, y: place[1] + 24}, `${count}`));
    }
    return group;
  }

  // The move played and the better one: both belong to the position before.
  /** @param {BoardNode} node @returns {SVGElement[]} */
  arrows(node) {
    if (!this.looks.arrows || !node.better || !node.move || !node.mover) return [];
    return [this.arrow(node.move, node.mover, 'played'), this.arrow(node.better.move, node.mover, 'better')];
  }

  /** @param {string} move @param {Color} side @param {string} meaning */
  arrow(move, side, meaning) {
    const to = this.center(move.slice(2, 4));
    // A drop is the piece itself, with a ring: no arrow from the hand crosses the board.
    if (move[1] === '*') {
      return svg('g', {class: `arrow drop ${meaning}`}, this.piece(move[0], side, to, 0.8),
        svg('circle', {cx: to[0], cy: to[1], r: 28}));
    }
    const [x, y] = this.center(move.slice(0, 2));
    const neck = Math.hypot(to[0] - x, to[1] - y) - 24;
    const angle = Math.atan2(to[1] - y, to[0] - x) * 180 / Math.PI;
    return svg('path', {class: `arrow ${meaning}`, transform: `translate(${x} ${y}) rotate(${angle})`,
      d: `M6-5H${neck}V-14L${neck + 22} 0L${neck} 14V5H6Z`});
  }
}

// Fine lines from top to bottom, the same each time.
/** @param {{x: number, y: number, width: number, height: number}} box */
function grain({x, y, width, height}) {
  let seed = 7;
  const random = () => (seed = seed * 16807 % 2147483647) / 2147483647;
  const strokes = ['', ''];
  for (let at = 1.5; at < width - 1.5; at += 1.4 + 6 * random() ** 2) {
    const bend = () => (random() - 0.5) * 3.6;
    strokes[random() < 0.35 ? 1 : 0] += `M${(x + at).toFixed(1)} ${y + 1}q${bend().toFixed(1)} ${height / 4} 0 ${
      (height / 2).toFixed(1)}t0 ${(height / 2 - 2).toFixed(1)}`;
  }
  return strokes.map((d, i) => svg('path', {class: i === 0 ? 'grain' : 'grain strong', d}));
}

/**
 * The position for those who do not see the board: one sentence a side.
 * @param {{board: Variant}} game
 * @param {{sfen: string, check?: boolean}} node
 */
export function positionInWords(game, node) {
  const {pieces, hand} = game.board;
  const position = readSfen(node.sfen);
  /** @param {Color} side */
  const sentence = (side) => {
    const places = Object.entries(position.squares).filter(([, piece]) => colorOf(piece) === side);
    const kinds = Object.entries(pieces).reverse().map(([letter, names]) => {
      const squares = places.filter(([, piece]) => piece.toUpperCase() === letter).map(([square]) => square);
      return squares.length > 0 ? `${pieceName(names)} ${squares.map(squareName).join(' ')}` : '';
    });
    const held = [...hand].filter((letter) => position.hands[side][letter])
        .map((letter) => `${pieceName(pieces[letter])} ${position.hands[side][letter]}`);
    return t('{side}: {pieces}. In hand: {held}.',
        {side: sideName(side), pieces: kinds.filter(Boolean).join('; '), held: listed(held) || t('nothing')});
  };
  const toMove = node.check ? '{side} to move, in check.' : '{side} to move.';
  return [sentence('b'), sentence('w'), t(toMove, {side: sideName(position.side)})];
}
