// @ts-check
// Picking moves of a game by their judgements and marks: the filter of the list, and steps from one to the next.

import {byId, html} from './dom.js';
import {t} from './language.js';
import {judgements, mainAncestor, markText, signsOf} from './tree.js';

/**
 * Whether a move of the game's own was judged.
 * @param {ShownGame} game
 */
export const hasJudgements = (game) => game.main.some((move) => signsOf(move).some((sign) => sign in judgements));

/**
 * Whether the filter lets a move of the main line through; with nothing ticked, all marked moves.
 * @param {GameNode} move
 * @returns {boolean}
 */
export function isMarked(move) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const ticked = byId('glyphs').querySelectorAll(':checked');
  const wanted = [...ticked].map((box) => box.value);
  const by = byId('by').value;
  if (by && move.mover !== by) return false;
  return signsOf(move).some((sign) => (wanted.length > 0 ? wanted.includes(sign) : sign in judgements));
}

/** Whether the filter says anything. */
export function isFiltered() {
  return Boolean(byId('by').value || byId('glyphs').querySelector(':checked'));
}

/**
 * The marked move of the main line nearest to `node`, before (-1) or after (1) it.
 * @param {ShownGame} game
 * @param {GameNode} node
 * @param {number} direction
 */
export function markedFrom(game, node, direction) {
  const at = mainAncestor(node).ply;
  const inOrder = direction > 0 ? game.main.slice(at + 1) : game.main.slice(0, at).reverse();
  return inOrder.find(isMarked);
}

/**
 * What the record has in the place of `node`'s move, one after the other.
 * @param {GameNode} node
 */
export function nextVariation(node) {
  if (!node.before_it) return undefined;
  const {children} = node.before_it;
  return children[(children.indexOf(node) + 1) % children.length];
}

/**
 * Fills the filter with the judgements and marks that the game has; hides it where there are none.
 * @param {ShownGame} game
 */
export function showFilter(game) {
  const counts = new Map();
  for (const node of game.main) {
    for (const sign of signsOf(node)) counts.set(sign, (counts.get(sign) || 0) + 1);
  }
  const glyphs = Object.keys(judgements).filter((glyph) => counts.has(glyph));
  const marks = [...counts.keys()].filter((sign) => /^\w/.test(sign)).sort();
  byId('filter').hidden = glyphs.length + marks.length === 0;
  byId('glyphs').replaceChildren(
    ...glyphs.map(
      (glyph) => filterBox(glyph, ' ',
        html(
          'span', {'class': `glyph ${judgements[glyph]}`, 'title': t(judgements[glyph]), 'aria-hidden': 'true'}, glyph),
        html('span', {class: 'judged'}, ` ${t(judgements[glyph])}`), ` (${counts.get(glyph)})`)),
    ...marks.map((mark) => filterBox(mark, ` ${markText({kind: mark})} (${counts.get(mark)})`)));
}

/** @param {string} value @param {...Child} label */
function filterBox(value, ...label) {
  return html('label', {}, html('input', {type: 'checkbox', value}), ...label);
}
