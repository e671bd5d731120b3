// @ts-check
// Positions by the rules of the game: worked out here where the program was built with the WebAssembly module, else
// asked of the server. Both give the same answer.

import {get} from './api.js';
import {given} from './session.js';

/** @type {ReturnType<typeof import('./yaribase.js').connect> | null} */
let library = null;
/** @type {Promise<void> | null} */
let loading = null;

async function load() {
  const answer = await fetch('/yaribase.wasm');
  if (answer.status !== 200) return;
  const [{connect}, bytes] = await Promise.all([import('./yaribase.js'), answer.arrayBuffer()]);
  library = connect(await WebAssembly.compile(bytes));
}

/** Ends when the module is there, or is known not to be. */
export function loaded() {
  if (!loading) loading = load().catch(() => { /* an old browser: the server knows the rules, too */ });
  return loading;
}

/**
 * What may be played in a position; `parameters` are those of /api/position.
 * @param {PositionWanted} parameters
 * @returns {Promise<Position>}
 */
export async function positionAt(parameters) {
  try {
    if (library) return library.position(parameters);
  } catch { /* the server says what is wrong in the reader's language */ }
  const position =
    parameters.usi === 'startpos' ? given.positions[parameters.variant] : await get('/api/position', parameters);
  // The first view does not wait for the module, nor share the line with it.
  setTimeout(loaded, 1000);
  return position;
}
