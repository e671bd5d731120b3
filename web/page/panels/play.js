// The board on which moves are made: by mouse or touch, or with the keyboard alone.

import {Board, cell, colorOf} from './board.js';
import {byId, html, svg} from './dom.js';
import {inNotation} from './settings.js';

const ranks = 'abcdefghi';

export class PlayBoard extends Board {
  /** `onMove` gets a move in USI, `say` a sentence for those who do not see the board. */
  constructor(element, onMove, say) {
    super(element);
    this.onMove = onMove;
    this.say = say;
    this.picked = null;   // a square "7g" or a piece in hand "P*"
    this.cursor = null;
    this.engineArrows = [];
    this.waiting = false; // a move was made, and the position after it is on its way
    element.addEventListener('pointerdown', (event) => this.press(event));
    element.addEventListener('pointerup', (event) => this.release(event));
    element.addEventListener('keydown', (event) => this.key(event));
    element.addEventListener('blur', () => { this.cursor = null; this.redraw(); });
  }

  /** Shows a position; `moves` are the legal ones, `last` is the move that led here, or undefined; `judged` the game's node. */
  show(board, sfen, moves, last, looks, judged = {}) {
    this.game = {board};
    this.node = {sfen, move: last, mover: judged.mover, better: judged.better};
    this.moves = moves;
    this.waiting = false;
    this.picked = null;
    this.looksShown = looks;
    this.redraw();
  }

  redraw() {
    if (!this.game) return;
    this.draw(this.game, this.node, this.looksShown);
    if (this.cursor) this.element.append(this.mark(this.cursor, 'board-cursor'));
  }

  lastMove(node) {
    const targets = this.picked ? [...new Set(this.movesFrom(this.picked).map((move) => move.usi.slice(2, 4)))] : [];
    return [...super.lastMove(node), ...(this.picked ? [this.mark(this.picked, 'picked')] : []),
      ...targets.map((square) => this.mark(square, 'target'))];
  }

  arrows(node) {
    if (!this.looks.arrows) return [];
    if (this.engineArrows.length === 0) return super.arrows(node);
    return this.engineArrows.map((move, i) => this.arrow(move, this.position.side, i === 0 ? 'better' : 'other'));
  }

  /** Draws the first moves of an engine's lines. */
  showArrows(moves) {
    if (moves.join() === this.engineArrows.join()) return;
    this.engineArrows = moves;
    this.redraw();
  }

  mark(place, name) {
    const [x, y] = place[1] === '*' ? this.handPlace(this.handSide(place), place[0]) : this.center(place);
    return svg('rect', {class: name, x: x - cell / 2 + 2, y: y - cell / 2 + 2, width: cell - 4, height: cell - 4, rx: 4});
  }

  // "P*" is a piece in the hand of the side to move; "P*w" or "P*b" one under the cursor.
  handSide(place) { return place[2] || this.position.side; }

  movesFrom(place) {
    return this.moves.filter(({usi}) => (place[1] === '*' ? usi.startsWith(place.slice(0, 2)) : usi.startsWith(place)));
  }

  placeAt({clientX, clientY}) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(this.element.getScreenCTM().inverse());
    for (const side of ['b', 'w']) {
      for (const letter of this.held(side)) {
        const [x, y] = this.handPlace(side, letter);
        if (Math.abs(point.x - x) <= cell / 2 && Math.abs(point.y - y) <= cell / 2) return `${letter}*${side}`;
      }
    }
    for (let file = 1; file <= this.variant.files; ++file) {
      for (const rank of ranks) {
        const [x, y] = this.center(`${file}${rank}`);
        if (Math.abs(point.x - x) <= cell / 2 && Math.abs(point.y - y) <= cell / 2) return `${file}${rank}`;
      }
    }
    return null;
  }

  press(event) {
    const place = event.button === 0 && this.moves ? this.placeAt(event) : null;
    if (!place) return;
    this.cursor = null;
    this.pressed = place;
    this.choose(place);
  }

  // A piece that was dragged is put down where the pointer goes up.
  release(event) {
    const place = this.pressed && this.picked ? this.placeAt(event) : null;
    if (place && place !== this.pressed) this.choose(place);
    this.pressed = null;
  }

  choose(place) {
    if (this.waiting) return undefined;
    const target = place.slice(0, 2);
    const moves = this.picked ? this.movesFrom(this.picked).filter(({usi}) => usi.slice(2, 4) === target) : [];
    if (moves.length > 0 && place[1] !== '*') return this.finish(moves);
    const own = place[1] === '*' ? place[2] === this.position.side : this.colorAt(place) === this.position.side;
    const again = this.picked && place.startsWith(this.picked);
    this.picked = own && !again && this.movesFrom(target).length > 0 ? target : null;
    if (own && !again && !this.picked) this.say('this piece has no legal move');
    return this.redraw();
  }

  colorAt(square) {
    const piece = this.position.squares[square];
    return piece && colorOf(piece);
  }

  async finish(moves) {
    const wanted = moves.length === 1 ? moves[0] : await askPromotion(moves);
    this.picked = null;
    this.waiting = Boolean(wanted);
    if (wanted) this.onMove(wanted.usi);
    else this.redraw();
  }

  key(event) {
    const steps = {ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]};
    if (event.altKey || event.ctrlKey || event.metaKey || !this.moves) return;
    if (event.key in steps) this.moveCursor(...steps[event.key]);
    else if ((event.key === 'Enter' || event.key === ' ') && this.cursor) this.choose(this.cursor);
    else if (event.key === 'Escape' && this.picked) { this.picked = null; this.redraw(); }
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Rows from the top: a hand, the ranks, the other hand.
  moveCursor(right, down) {
    const rows = [...ranks];
    if (this.looks.flipped) rows.reverse();
    const hands = ['w', 'b'].sort((a, b) => this.pointsUp(a) - this.pointsUp(b));
    const files = Array.from({length: this.variant.files}, (_, i) => this.variant.files - i);
    if (this.looks.flipped) files.reverse();
    const grid = [this.held(hands[0]).map((l) => `${l}*${hands[0]}`), ...rows.map((r) => files.map((f) => `${f}${r}`)),
      this.held(hands[1]).map((l) => `${l}*${hands[1]}`)];
    let row = this.cursor ? grid.findIndex((places) => places.includes(this.cursor)) : 9 - down;
    let column = this.cursor ? grid[row].indexOf(this.cursor) : Math.floor(files.length / 2) - right;
    row = Math.min(10, Math.max(0, row + down));
    if (grid[row].length === 0) row -= down;
    column = Math.min(grid[row].length - 1, Math.max(0, column + right));
    this.cursor = grid[row][column];
    this.redraw();
    this.say(this.placeInWords(this.cursor));
  }

  placeInWords(place) {
    const name = (piece) => this.variant.pieces[piece.toUpperCase()][0];
    if (place[1] === '*') return `${name(place[0])} in ${place[2] === 'b' ? "Black's" : "White's"} hand`;
    const piece = this.position.squares[place];
    return piece ? `${place} ${colorOf(piece) === 'b' ? "Black's" : "White's"} ${name(piece)}` : `${place} empty`;
  }
}

/** Asks which of a move's forms is meant; null when the reader turns away. */
function askPromotion(moves) {
  const dialog = byId('promotion');
  return new Promise((resolve) => {
    const choose = (move) => {
      dialog.onclose = null;
      dialog.close();
      resolve(move);
    };
    const inOrder = [...moves].sort((a, b) => b.promotion - a.promotion);
    dialog.replaceChildren(html('p', {}, 'Promote?'), ...inOrder.map((move) => {
      const button = html('button', {type: 'button'}, `${move.promotion ? 'Promote' : 'Do not promote'} `, html('bdi', {}, inNotation(move)));
      button.addEventListener('click', () => choose(move));
      return button;
    }));
    dialog.onclose = () => resolve(null);
    dialog.showModal();
  });
}
