// @ts-check
// A position in which somebody is asked for a move on the board: what puzzles and cards have in common.

import {byId} from './dom.js';
import {remember} from './settings.js';
import {setLine, state} from './state.js';

/**
 * Whether the board is in the position `sfen`, or on the way along `line` from there.
 * @param {string} sfen
 * @param {string[]} line
 */
export const isOn = (sfen, line) =>
  state.start === sfen && state.moves.slice(0, state.ply).every((usi, i) => usi === line[i]);

/**
 * Puts the position on the board, seen from the side that is asked.
 * @param {{variant: string, sfen: string, side: Side}} question
 */
export async function show({variant, sfen, side}) {
  remember({flipped: side === 'white'});
  await setLine({variant, start: sfen});
  byId('board').focus({preventScroll: true});
}

/**
 * A legal move of the position on the board in every notation.
 * @param {string} usi
 * @returns {Move}
 */
export const legalMove = (usi) =>
  state.position.moves.find((move) => move.usi === usi) || {usi, move: usi, japanese: usi};
