// @ts-check
// The games, read from the data blocks of the page. Rules are not needed: every node brings its position.

import {byId} from './dom.js';
import {linkNodes} from './tree.js';

/** @type {Overview} */
export const overview = JSON.parse(byId('overview').textContent || '');
/** @type {Map<number, ShownGame>} */
const games = new Map();  // by number, those opened so far

/**
 * Game `number` (from 1) with its tree of moves, or null.
 * @param {number} number
 * @returns {ShownGame | null}
 */
export function gameNumber(number) {
  if (!games.has(number)) {
    const block = document.getElementById(`game-${number}`);
    if (!block) return null;
    const data = JSON.parse(block.textContent || '');
    games.set(number, linkNodes({number, ...data, board: overview.variants[data.variant]}));
  }
  return games.get(number) || null;
}
