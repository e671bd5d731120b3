// @ts-check
// The players beside the board, each at the own hand, with the clock.

import {byId, html} from './dom.js';
import {sideName} from './language.js';

/**
 * `names` are those of Black and White ({b, w}), null where there is no game; `node` is its move that is shown.
 * @param {Record<Color, string | null> | null} names
 * @param {GameNode | null | undefined} node
 * @param {boolean} flipped
 */
export function showNames(names, node, flipped) {
  /** @type {[string, Color][]} */
  const places = [['name-above', flipped ? 'b' : 'w'], ['name-below', flipped ? 'w' : 'b']];
  for (const [id, side] of places) {
    byId(id).hidden = !names;
    if (!names) continue;
    const clock = node && clockOf(node, side);
    byId(id).replaceChildren(html('span', {class: 'side-mark', title: sideName(side)}, side === 'b' ? '▲' : '△'),
      html('bdi', {title: names[side] || undefined}, names[side] || sideName(side)),
      clock ? html('span', {class: 'clock'}, clock) : '');
  }
}

/**
 * The time that a side had left after its last move.
 * @param {GameNode} node
 * @param {string} side
 */
function clockOf(node, side) {
  let at = node;
  while (at.before_it && at.mover !== side) at = at.before_it;
  return at.left;
}

/**
 * Lets the wheel step: `step` gets 1 or -1.
 * @param {SVGSVGElement} element
 * @param {(direction: number) => void} step
 */
export function stepByWheel(element, step) {
  let turned = 0;
  /** @param {WheelEvent} event */
  const turn = (event) => {
    if (event.ctrlKey) return;
    event.preventDefault();
    turned += event.deltaY;
    if (Math.abs(turned) < 50) return;
    step(Math.sign(turned));
    turned = 0;
  };
  element.addEventListener('wheel', turn, {passive: false});
}
