// @ts-check
// The line of moves on the board and where in it we are. Everything else on the page follows it.

import {positionAt} from './rules.js';
import {lineFrom, sideToMove} from './tree.js';

/** @type {(() => void)[]} */
const listeners = [];
/** @type {Map<string, Promise<Position>>} */
const known = new Map();  // positions by what asked for them
const mostKnown = 300;
/** An address may have 8 KiB. */
const longestLine = 1200;

/**
 * variant, start (SFEN), moves (USI), ply, and the server's answer for the position shown.
 *
 * With a stored `game`: `nodes` of its tree, the start first, as far as the line is in it.
 * @type {State}
 */
export const state = {
  variant: 'yari',
  start: 'startpos',
  moves: [],
  ply: 0,
  position: JSON.parse('null'),
  game: null,
  nodes: null
};

/** @param {() => void} listener */
export function onChange(listener) { listeners.push(listener); }

/**
 * The parameters that name the position shown.
 * @param {number} [ply]
 * @returns {PositionWanted}
 */
export function here(ply = state.ply) {
  const start = state.start === 'startpos' ? 'startpos' : `sfen ${state.start}`;
  const moves = state.moves.slice(0, ply);
  if (moves.length > longestLine && state.position) return {variant: state.variant, sfen: state.position.sfen};
  return {variant: state.variant, usi: moves.length > 0 ? `${start} moves ${moves.join(' ')}` : start};
}

/** @param {PositionWanted} parameters */
async function positionOf(parameters) {
  const name = JSON.stringify(parameters);
  const before = known.get(name);
  if (!before) {
    const [oldest] = known.keys();
    if (known.size >= mostKnown) known.delete(oldest);
    const answer = positionAt(parameters).catch((error) => {
      known.delete(name);
      throw error;
    });
    known.set(name, answer);
    return answer;
  }
  return before;
}

/**
 * Lines that others took the place of, by the position in which they begin: variations outside of a stored game.
 * @type {Map<string, Map<string, string[]>>}
 */
const left = new Map();
/** @param {number} ply */
const place = (ply) => JSON.stringify([state.variant, state.start, ...state.moves.slice(0, ply)]);

/** What else was played here: the first moves in USI. */
export const otherMoves = () => (currentNode() ?
    [] :
    [...(left.get(place(state.ply)) || new Map()).keys()].filter((usi) => usi !== state.moves[state.ply]));

function keepLine() {
  const [first, ...rest] = state.moves.slice(state.ply);
  if (!first || currentNode()) return;
  const lines = left.get(place(state.ply)) || new Map();
  left.set(place(state.ply), lines.set(first, rest));
}

let latest = 0;
/** The number of the question whose answer is shown. */
let answered = 0;
/**
 * The state that was shown last: what cannot be shown leaves the board there.
 * @type {State | null}
 */
let good = null;
async function show() {
  const asked = ++latest;
  const stored = currentNode();
  /** @type {Position} */
  let position;
  // What the stored game says is shown at once; what may be played there comes a little later.
  if (stored && !known.has(JSON.stringify(here()))) announce({...state, position: storedPosition(stored)});
  try {
    position = await positionOf(here());
  } catch (error) {
    if (asked === latest && good) {
      answered = latest;
      announce(good);
    }
    throw error;
  }
  if (asked !== latest) return;
  answered = asked;
  const shown = {...state, position};
  good = shown;
  announce(shown);
}

// The answer of the server as far as a node of a stored game knows it.
/** @param {GameNode} node @returns {Position} */
function storedPosition({sfen, check}) {
  const named = (state.nodes || [])
                  .slice(1, state.ply + 1)
                  .map(({move, text, move_text: name = text, japanese}) => ({usi: move, move: name, japanese}));
  return {
    variant: state.variant,
    start: state.start,
    result: '*',
    ending: null,
    sfen,
    side: sideToMove(sfen),
    in_check: Boolean(check),
    moves: [],
    legal_moves: 1,
    line: named,
    partial: true
  };
}

/** @param {State} shown */
function announce(shown) {
  Object.assign(state, shown);
  for (const listener of listeners) listener();
}

/**
 * Steps within the line.
 * @param {number} ply
 */
export function goTo(ply) {
  const next = Math.min(state.moves.length, Math.max(0, ply));
  if (next === state.ply) return undefined;
  state.ply = next;
  return show();
}

/**
 * Plays a move here: the rest of the line stays when it is the same move, or one of the stored game's.
 *
 * While another position is on its way, what is clicked still belongs to the old one: then nothing is played.
 * @param {string} usi
 */
export function play(usi) {
  if (answered !== latest) return undefined;
  const child = currentNode()?.children.find(({move}) => move === usi);
  if (state.moves[state.ply] !== usi) {
    keepLine();
    const rest = child ? lineFrom(child).map(({move}) => move) : [usi, ...(left.get(place(state.ply))?.get(usi) || [])];
    setMoves([...state.moves.slice(0, state.ply), ...rest]);
  }
  state.ply += 1;
  return show();
}

/** Takes the last move back: for good, unless it is the stored game's. */
export function takeBack() {
  if (currentNode() || state.ply === 0) return goTo(state.ply - 1);
  setMoves(state.moves.slice(0, state.ply - 1));
  state.ply -= 1;
  return show();
}

/** @param {string[]} moves */
function setMoves(moves) {
  state.moves = moves;
  state.nodes = nodesOf(state.game, moves);
}

/**
 * The nodes of a game's tree on a line, as far as it has them; null without a game.
 * @param {OpenedGame | null | undefined} game
 * @param {string[]} moves
 */
function nodesOf(game, moves) {
  if (!game) return null;
  const nodes = [game.root];
  for (const usi of moves) {
    const next = nodes[nodes.length - 1].children.find(({move}) => move === usi);
    if (!next) break;
    nodes.push(next);
  }
  return nodes;
}

let lines = 0;

/**
 * Another line has been asked for and comes later: what is given back says whether no other was asked for meanwhile.
 */
export function expectLine() {
  const own = ++lines;
  return () => own === lines;
}

/**
 * Shows another line, of a stored game when that is given.
 * @param {Line} line
 */
export function setLine(line) {
  ++lines;
  return putLine(line);
}

/** @param {Line} line */
function putLine({variant, start, moves = [], ply = 0, game = null}) {
  Object.assign(state, {variant, start, moves, ply, game, nodes: nodesOf(game, moves)});
  return show();
}

/**
 * The stored game has been read again: the line stays, or what the game still has of it.
 * @param {OpenedGame} game
 * @param {boolean} wasInGame
 */
export function replaceGame(game, wasInGame) {
  const nodes = nodesOf(game, state.moves);
  const moves = wasInGame && nodes ? nodes.slice(1).map(({move}) => move) : state.moves;
  return putLine({...state, game, moves, ply: Math.min(state.ply, moves.length)});
}

/**
 * The node of the stored game that is shown; undefined outside of it.
 * @returns {GameNode | undefined}
 */
export const currentNode = () => (state.nodes ? state.nodes[state.ply] : undefined);

/** The stored game that is open. Requires: one is. */
export const openedGame = () => /** @type {OpenedGame} */ (state.game);
