// @ts-check
// The list of moves: the game's own in pairs, comments and variations between them.

import {html} from './dom.js';
import {isJapanese, listed, t} from './language.js';
import {judgementOf, judgementWords, lineFrom, mainAncestor, markText, siblings} from './tree.js';
import {ownComment, verdictOf} from './verdict.js';

/**
 * A link that shows the position after `node`.
 * @param {ShownGame} game
 * @param {GameNode} node
 * @param {boolean} withNumber
 */
export function moveLink(game, node, withNumber) {
  const words = judgementWords(node);
  return html('a', {
    href: `#${game.number}/${node.id}`, 'data-node': node.id, class: 'move',
    'aria-label': listed([`${node.full_number} ${node.text}`, words, ...(node.marks || []).map(markText)]),
  }, withNumber ? `${node.full_number} ` : '', node.text, glyphSpan(node));
}

/** @param {GameNode} node */
export function glyphSpan(node) {
  if (!node.glyphs) return '';
  const title = judgementWords(node) || undefined;
  return html('span', {class: `glyph ${judgementOf(node)}`, title}, node.glyphs.join(''));
}

/**
 * The rows of the list; with `wanted`, only moves of the main line for which it holds.
 * @param {ShownGame} game
 * @param {((node: GameNode) => boolean) | null} wanted
 */
export function moveRows(game, wanted) {
  const rows = [];
  let row = null;
  if (!wanted && game.root.comment) rows.push(html('p', {class: 'comment'}, game.root.comment));
  for (const node of game.main.slice(1)) {
    if (wanted && !wanted(node)) continue;
    if (node.before) rows.push(html('p', {class: 'comment'}, node.before));
    if (!row || node.before || wanted || isJapanese || node.mover === 'b') {
      row = html('div', {class: isJapanese ? 'pair single' : 'pair'},
          html('span', {class: 'number', 'aria-hidden': 'true'}, node.number));
      rows.push(row);
      if (node.mover === 'w' && !isJapanese) row.append(html('span', {class: 'skipped', 'aria-hidden': 'true'}, '...'));
    }
    row.append(moveLink(game, node, false));
    if (isJapanese && node.spent) row.append(html('span', {class: 'spent'}, node.spent));
    const below = belowMove(game, node);
    rows.push(...below);
    if (below.length > 0) row = null;
  }
  const end = game.main[game.main.length - 1];
  if (!wanted) rows.push(...variationBlocks(game, end.children.filter((child) => child.after_end)));
  return rows;
}

// What stands below a move: its comment, then the variations in its place.
/** @param {ShownGame} game @param {GameNode} node */
function belowMove(game, node) {
  const blocks = [];
  if (node.comment) blocks.push(html('p', {class: 'comment'}, shortComment(node)));
  const [first, ...others] = siblings(node);
  if (first === node) blocks.push(...variationBlocks(game, others));
  return blocks;
}

// The variations that begin with these moves, and those inside them.
/** @param {ShownGame} game @param {GameNode[]} firstMoves */
function variationBlocks(game, firstMoves) {
  const blocks = [];
  // A stack, not recursion: records nest as deep as they like.
  /** @type {[GameNode, number][]} */
  const pending = [...firstMoves].reverse().map((first) => [first, 1]);
  for (let next; (next = pending.pop());) {
    const [first, depth] = next;
    const line = lineFrom(first);
    blocks.push(variationBlock(game, line, depth));
    for (const inner of line.slice(1).reverse()) {
      for (const other of siblings(inner).slice(1).reverse()) pending.push([other, depth + 1]);
    }
  }
  return blocks;
}

// An annotation's better line is there twice: in words and as the variation below.
/** @param {GameNode} node */
function shortComment(node) {
  const {verdict, better} = verdictOf(node);
  const isShort = better && (isJapanese || siblings(node).length > 1);
  return isShort ? [verdict, ownComment(node)].filter(Boolean).join('\n') : node.comment;
}

/** @param {ShownGame} game @param {GameNode[]} line @param {number} depth */
function variationBlock(game, line, depth) {
  const block = html('div', {class: `variation depth-${Math.min(depth, 4)}`});
  let withNumber = true;
  for (const node of line) {
    if (node.before) block.append(html('span', {class: 'comment'}, node.before), ' ');
    block.append(moveLink(game, node, withNumber || node.mover === 'b' && !isJapanese), ' ');
    if (node.comment) block.append(html('span', {class: 'comment'}, node.comment), ' ');
    withNumber = Boolean(node.comment);
  }
  return block;
}

/**
 * Marks the move shown and brings it into sight, without moving the page.
 * @param {HTMLElement} list
 * @param {GameNode} node
 */
export function markMove(list, node) {
  for (const old of list.querySelectorAll('[aria-current]')) old.removeAttribute('aria-current');
  const link = list.querySelector(`[data-node="${node.id}"]`);
  if (!link) {
    if (node.id === 0) list.scrollTop = 0;
    return;
  }
  link.setAttribute('aria-current', 'true');
  const box = list.getBoundingClientRect(), place = link.getBoundingClientRect();
  if (place.top < box.top + 20 || place.bottom > box.bottom - 20) {
    list.scrollTop += place.top - box.top - box.height / 3;
  }
}

/**
 * Links to the moves that the record knows after `node`, where it is more than one; the way back to the game.
 * @param {ShownGame} game
 * @param {GameNode} node
 */
export function branchParts(game, node) {
  const parts = node.children.length > 1 ? node.children.map((child) => moveLink(game, child, true)) : [];
  if (!node.is_main) {
    parts.push(html('a', {href: `#${game.number}/${mainAncestor(node).id}`, 'data-node': mainAncestor(node).id},
        t('Back to the game')));
  }
  return parts;
}
