// @ts-check
// The board on which moves are made: by mouse, finger or pen, or with the keyboard alone.

import {Board, cellHeight, cellWidth, colorOf, colors} from './board.js';
import {byId, html, svg} from './dom.js';
import {cameByKeyboard} from './focus.js';
import {pieceName, squareName, t} from './language.js';
import {inNotation} from './settings.js';

const ranks = 'abcdefghi';
/**
 * What a stored game says of a position has no move number.
 * @param {string} a
 * @param {string} b
 */
const isSamePosition = (a, b) => a.split(' ', 3).join() === b.split(' ', 3).join();

/** A pointer that moved further than this, in pixels, drags. */
const dragDistance = 4;

export class PlayBoard extends Board {
  /**
   * `onMove` gets a move in USI, `say` a sentence for those who do not see the board.
   * @param {SVGSVGElement} element
   * @param {(usi: string) => unknown} onMove
   * @param {(text: string) => void} say
   */
  constructor(element, onMove, say) {
    super(element);
    this.onMove = onMove;
    this.say = say;
    /**
     * A square "7g" or a piece in hand "P*".
     * @type {string | null}
     */
    this.picked = null;
    /** @type {string | null} */
    this.cursor = null;
    /** @type {string[]} */
    this.engineArrows = [];
    /** @type {string | null | undefined} */
    this.pointed;
    /** A move was made, and the position after it is on its way. */
    this.waiting = false;
    /** @type {{board: Variant}} */
    this.game;
    /** @type {BoardNode} */
    this.node;
    /** @type {Looks} */
    this.looksShown;
    /** @type {Move[] | null} */
    this.moves = null;
    /**
     * What was clicked before the moves came.
     * @type {{sfen: string, places: string[]} | null}
     */
    this.early = null;
    /**
     * @type {{
     *   place: string, x: number, y: number, wasPicked: boolean, ghost?: SVGElement, over?: string | null
     * } | null}
     */
    this.pressed = null;
    this.layers.over = svg('g', {class: 'over'});
    element.append(this.layers.over);
    element.addEventListener('pointerdown', (event) => this.press(event));
    element.addEventListener('pointermove', (event) => this.drag(event));
    element.addEventListener('pointerup', (event) => this.release(event));
    element.addEventListener('pointercancel', (event) => this.release(event, true));
    element.addEventListener('keydown', (event) => this.key(event));
    element.addEventListener('blur', () => { this.cursor = null; this.redraw(); });
  }

  /**
   * Shows a position; `moves` are the legal ones, null while they are on their way, `last` is the move that led here,
   * or undefined; `judged` the game's node.
   * @param {Variant} board
   * @param {string} sfen
   * @param {Move[] | null} moves
   * @param {string | undefined} last
   * @param {Looks} looks
   * @param {{mover?: Color, better?: {move: string}}} [judged]
   */
  show(board, sfen, moves, last, looks, judged = {}) {
    this.game = {board};
    this.node = {sfen, move: last, mover: judged.mover, better: judged.better};
    this.moves = moves;
    this.waiting = false;
    this.picked = null;
    this.looksShown = looks;
    this.endDrag();
    this.redraw();
    if (!moves) return;
    const early = this.early && isSamePosition(this.early.sfen, sfen) ? this.early.places : [];
    this.early = null;
    for (const place of early) this.choose(place);
  }

  /** @returns {Color} */
  get toMove() { return this.position.side === 'b' ? 'b' : 'w'; }

  redraw() {
    if (!this.game) return;
    this.draw(this.game, this.node, this.looksShown);
    this.layers.over.replaceChildren(...this.targets(),
      ...(this.cursor ? [this.mark(this.cursor, 'board-cursor')] : []),
      ...(this.pressed?.ghost ? [this.pressed.ghost] : []));
    if (this.pressed?.ghost) this.pieceAt(this.picked)?.classList.add('lifted');
  }

  /** @param {BoardNode} node */
  lastMove(node) {
    return [...super.lastMove(node), ...(this.picked ? [this.mark(this.picked, 'picked')] : [])];
  }

  // Where the picked piece may go: dots on empty squares, rings around what it would capture.
  targets() {
    const squares = this.picked ? [...new Set(this.movesFrom(this.picked).map((move) => move.usi.slice(2, 4)))] : [];
    return squares.map((square) => {
      const [cx, cy] = this.center(square);
      return this.position.squares[square] ? svg('circle', {class: 'target taken', cx, cy, r: 27}) :
                                             svg('circle', {class: 'target', cx, cy, r: 9});
    });
  }

  /** @param {BoardNode} node */
  arrows(node) {
    if (!this.looks.arrows) return [];
    if (this.pointed) return [this.arrow(this.pointed, this.toMove, 'better')];
    if (this.engineArrows.length === 0) return super.arrows(node);
    return this.engineArrows.map((move, i) => this.arrow(move, this.toMove, i === 0 ? 'better' : 'other'));
  }

  /**
   * Draws the first moves of an engine's lines.
   * @param {string[]} moves
   */
  showArrows(moves) {
    if (moves.join() === this.engineArrows.join()) return;
    this.engineArrows = moves;
    this.redraw();
  }

  /**
   * Draws one move instead, which somebody points at; null: no more.
   * @param {string | null} move
   */
  pointAt(move) {
    if (this.pointed === move) return;
    this.pointed = move;
    this.redraw();
  }

  // "P*" is a piece in the hand of the side to move; "P*w" or "P*b" one under the cursor.
  /** @param {string} place @returns {Color} */
  handSide(place) { return place[2] ? super.handSide(place) : this.toMove; }

  /**
   * Whether what is picked may go to the square.
   * @param {string | null} square
   */
  mayGo(square) { return this.movesFrom(this.picked).some(({usi}) => usi.slice(2, 4) === square); }

  /** @param {string | null} place */
  movesFrom(place) {
    if (!place || !this.moves) return [];
    return this.moves.filter(({usi}) => (place[1] === '*' ? usi.startsWith(place.slice(0, 2)) : usi.startsWith(place)));
  }

  /** @param {{clientX: number, clientY: number}} event */
  pointOf({clientX, clientY}) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.element.getScreenCTM()?.inverse());
  }

  /** @param {PointerEvent} event */
  placeAt(event) {
    const point = this.pointOf(event);
    for (const side of colors) {
      for (const letter of this.held(side)) {
        const [x, y] = this.handPlace(side, letter);
        if (Math.abs(point.x - x) <= cellWidth / 2 && Math.abs(point.y - y) <= cellHeight / 2)
          return `${letter}*${side}`;
      }
    }
    const {files} = this.variant;
    let column = Math.floor((point.x - this.left) / cellWidth), row = Math.floor((point.y - this.top) / cellHeight);
    if (column < 0 || column >= files || row < 0 || row > 8) return null;
    if (this.looks.flipped) [column, row] = [files - 1 - column, 8 - row];
    return `${files - column}${ranks[row]}`;
  }

  /** @param {PointerEvent} event */
  press(event) {
    const place = event.isPrimary && event.button === 0 && this.position ? this.placeAt(event) : null;
    if (!place) return;
    this.cursor = null;
    if (!this.moves) {
      this.early = {sfen: this.node.sfen, places: [...(this.early?.places || []), place]};
      return;
    }
    this.element.setPointerCapture(event.pointerId);
    this.pressed =
      {place, x: event.clientX, y: event.clientY, wasPicked: this.picked !== null && place.startsWith(this.picked)};
    // What was picked is let go of when the pointer goes up on it: until then it may be dragged.
    if (!this.pressed.wasPicked) this.choose(place);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const {pressed} = this;
    if (!pressed || !this.picked || !pressed.place.startsWith(this.picked)) return;
    if (!pressed.ghost) {
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < dragDistance) return;
      const piece = this.picked[1] === '*' ? this.picked[0] : this.position.squares[this.picked].toUpperCase();
      pressed.ghost = this.piece(piece, this.toMove, [0, 0], 1);
      pressed.ghost.classList.add('ghost');
      this.element.classList.add('dragging');
      this.redraw();
    }
    const point = this.pointOf(event);
    // A finger hides what lies under it: the piece is larger, and above it.
    const [scale, up] = event.pointerType === 'mouse' ? [1.2, 0] : [1.7, 52];
    pressed.ghost.setAttribute('transform', `translate(${point.x} ${point.y - up}) scale(${scale})`);
    const over = this.placeAt(event);
    if (over === pressed.over) return;
    pressed.over = over;
    this.layers.marks.querySelector('.aim')?.remove();
    if (over && this.mayGo(over)) this.layers.marks.append(this.mark(over, 'aim'));
  }

  // A piece that was dragged is put down where the pointer goes up.
  /** @param {PointerEvent} event @param {boolean} [cancelled] */
  release(event, cancelled = false) {
    const {pressed} = this;
    if (!pressed) return;
    const dragged = Boolean(pressed.ghost);
    const place = cancelled ? null : this.placeAt(event);
    this.endDrag();
    if (dragged) {
      const goes = place && place !== pressed.place && this.mayGo(place);
      this.still = true;
      if (goes) this.choose(place);
      else this.letGo();
    } else if (pressed.wasPicked && !cancelled) {
      this.letGo();
    }
  }

  endDrag() {
    this.pressed = null;
    this.element.classList.remove('dragging');
  }

  letGo() {
    this.picked = null;
    this.redraw();
  }

  /** @param {string | null} place */
  pieceAt(place) {
    if (!place) return undefined;
    if (place[1] !== '*') return this.shown.get(place)?.element;
    return this.layers.hands.querySelector(`[data-side="${this.toMove}"] [data-held="${place[0]}"]`);
  }

  /** @param {string} place @returns {unknown} */
  choose(place) {
    if (this.waiting) return undefined;
    const target = place.slice(0, 2);
    const moves = this.picked ? this.movesFrom(this.picked).filter(({usi}) => usi.slice(2, 4) === target) : [];
    if (moves.length > 0 && place[1] !== '*') return this.finish(moves);
    const own = place[1] === '*' ? place[2] === this.toMove : this.colorAt(place) === this.toMove;
    const again = this.picked && place.startsWith(this.picked);
    this.picked = own && !again && this.movesFrom(target).length > 0 ? target : null;
    if (own && !again && !this.picked) this.say(t('this piece has no legal move'));
    return this.redraw();
  }

  /** @param {string} square */
  colorAt(square) {
    const piece = this.position.squares[square];
    return piece && colorOf(piece);
  }

  /** @param {Move[]} moves */
  async finish(moves) {
    const wanted = moves.length === 1 ? moves[0] : await this.askPromotion(moves);
    this.picked = null;
    this.waiting = Boolean(wanted);
    try {
      if (wanted) await this.onMove(wanted.usi);
    } finally {
      // A move that changed nothing on the board leaves it ready for another.
      if (this.waiting || !wanted) this.redraw();
      this.waiting = false;
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = {ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]}[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey || !this.moves) return;
    // Who clicked on the board steps with the arrow keys; a cursor is for who came here by keyboard.
    if (step) {
      if (!this.hasCursor()) return;
      this.moveCursor(step[0], step[1]);
    } else if ((event.key === 'Enter' || event.key === ' ') && this.cursor) this.choose(this.cursor);
    else if (event.key === 'Escape' && this.picked) this.letGo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  hasCursor() { return cameByKeyboard(); }

  // Rows from the top: a hand, the ranks, the other hand.
  /** @param {number} right @param {number} down */
  moveCursor(right, down) {
    const rows = [...ranks];
    if (this.looks.flipped) rows.reverse();
    /** @type {Color[]} */
    const hands = this.pointsUp('b') ? ['w', 'b'] : ['b', 'w'];
    const files = Array.from({length: this.variant.files}, (_, i) => this.variant.files - i);
    if (this.looks.flipped) files.reverse();
    const grid = [this.held(hands[0]).map((l) => `${l}*${hands[0]}`), ...rows.map((r) => files.map((f) => `${f}${r}`)),
      this.held(hands[1]).map((l) => `${l}*${hands[1]}`)];
    // A piece in hand may have gone with a step back.
    const {cursor} = this, at = grid.findIndex((places) => cursor && places.includes(cursor));
    let row = at < 0 ? 9 - down : at;
    let column = at < 0 ? Math.floor(files.length / 2) - right : grid[at].indexOf(cursor || '');
    row = Math.min(10, Math.max(0, row + down));
    if (grid[row].length === 0) row -= down;
    column = Math.min(grid[row].length - 1, Math.max(0, column + right));
    this.cursor = grid[row][column];
    this.redraw();
    this.say(this.placeInWords(this.cursor));
  }

  /** @param {string} place */
  placeInWords(place) {
    /** @param {string} piece */
    const name = (piece) => pieceName(this.variant.pieces[piece.toUpperCase()]);
    if (place[1] === '*')
      return t(place[2] === 'b' ? "{piece} in Black's hand" : "{piece} in White's hand", {piece: name(place[0])});
    const piece = this.position.squares[place];
    if (!piece) return t('{square} empty', {square: squareName(place)});
    const words = colorOf(piece) === 'b' ? "{square} Black's {piece}" : "{square} White's {piece}";
    return t(words, {square: squareName(place), piece: name(piece)});
  }

  /**
   * Shows both forms of the piece on its square, and asks which of them is meant; null when the reader turns away.
   * @param {Move[]} moves
   * @returns {Promise<Move | null>}
   */
  askPromotion(moves) {
    const dialog = byId('promotion');
    const square = moves[0].usi.slice(2, 4);
    const piece = this.position.squares[moves[0].usi.slice(0, 2)].toUpperCase();
    return new Promise((resolve) => {
      /** @param {Move} move */
      const choose = (move) => {
        dialog.onclose = null;
        dialog.close();
        resolve(move);
      };
      const inOrder = [...moves].sort((a, b) => Number(b.promotion) - Number(a.promotion));
      dialog.replaceChildren(...inOrder.map((move) => {
        const words = t(move.promotion ? 'Promote {move}' : 'Do not promote {move}', {move: inNotation(move)});
        const button = html('button', {'type': 'button', 'aria-label': words, 'title': words},
          svg('svg', {'viewBox': '-32 -34 64 68', 'aria-hidden': 'true'},
            this.piece(move.promotion ? `+${piece}` : piece, this.toMove, [0, 0], 1)));
        button.addEventListener('click', () => choose(move));
        return button;
      }));
      dialog.onclose = () => resolve(null);
      dialog.onclick = ({target}) => { if (target === dialog) dialog.close(); };
      dialog.showModal();
      this.putOver(dialog, square);
    });
  }

  // Over the square, and inside the window.
  /** @param {HTMLDialogElement} dialog @param {string} square */
  putOver(dialog, square) {
    const [x, y] = this.center(square);
    const at = new DOMPoint(x, y).matrixTransform(this.element.getScreenCTM() || undefined);
    const {offsetWidth, offsetHeight} = dialog;
    dialog.style.left = `${Math.min(innerWidth - offsetWidth - 4, Math.max(4, at.x - offsetWidth / 2))}px`;
    dialog.style.top = `${Math.min(innerHeight - offsetHeight - 4, Math.max(4, at.y - offsetHeight / 2))}px`;
  }
}
