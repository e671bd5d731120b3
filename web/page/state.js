// The line of moves on the board and where in it we are. Everything else on the page follows it.

import {get} from './api.js';

const listeners = [];
const known = new Map();  // positions by what asked for them
const mostKnown = 300;
/** An address may have 8 KiB. */
const longestLine = 1200;

/** variant, start (SFEN), moves (USI), ply, and the server's answer for the position shown. */
export const state = {variant: 'yari', start: 'startpos', moves: [], ply: 0, position: null, game: null, nodes: null};

export function onChange(listener) { listeners.push(listener); }

/** The parameters that name the position shown. */
export function here(ply = state.ply) {
  const start = state.start === 'startpos' ? 'startpos' : `sfen ${state.start}`;
  const moves = state.moves.slice(0, ply);
  if (moves.length > longestLine && state.position) return {variant: state.variant, sfen: state.position.sfen};
  return {variant: state.variant, usi: moves.length > 0 ? `${start} moves ${moves.join(' ')}` : start};
}

async function positionOf(parameters) {
  const name = JSON.stringify(parameters);
  if (!known.has(name)) {
    if (known.size >= mostKnown) known.delete(known.keys().next().value);
    known.set(name, get('/api/position', parameters).catch((error) => {
      known.delete(name);
      throw error;
    }));
  }
  return known.get(name);
}

let latest = 0;
async function show() {
  const asked = ++latest;
  const position = await positionOf(here());
  if (asked !== latest) return;
  state.position = position;
  for (const listener of listeners) listener();
}

/** Steps within the line. */
export function goTo(ply) {
  const next = Math.min(state.moves.length, Math.max(0, ply));
  if (next === state.ply) return undefined;
  state.ply = next;
  return show();
}

/** Plays a move here: the rest of the line stays when it is the same move. */
export function play(usi) {
  if (state.moves[state.ply] !== usi) {
    state.moves = [...state.moves.slice(0, state.ply), usi];
    state.nodes = null;
  }
  state.ply += 1;
  return show();
}

/** Takes the last move back for good. */
export function takeBack() {
  if (state.ply === 0) return undefined;
  state.moves = state.moves.slice(0, state.ply - 1);
  state.ply -= 1;
  state.nodes = null;
  return show();
}

/** Shows another line; `game` and `nodes` say which stored game it is of. */
export function setLine({variant, start, moves = [], ply = 0, game = null, nodes = null}) {
  Object.assign(state, {variant, start, moves, ply, game, nodes});
  return show();
}

/** The node of the stored game that is shown; undefined outside of it. */
export const currentNode = () => (state.nodes ? state.nodes[state.ply] : undefined);
