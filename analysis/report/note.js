// @ts-check
// What is said about one move: the verdict once, from its player's view; facts; comments.

import {html} from './dom.js';
import {isJapanese, listed, t} from './language.js';
import {glyphSpan} from './moves.js';
import {judgementWords, lineFrom, markText, outcomeText, scoreText, sideToMove, siblings} from './tree.js';
import {ownComment, verdictOf} from './verdict.js';

/**
 * The parts of a panel about `node`; `tag` is the heading's element.
 * @param {ShownGame} game
 * @param {GameNode} node
 * @param {'h2' | 'h3'} tag
 */
export function noteParts(game, node, tag) {
  const {verdict, better: written} = verdictOf(node);
  const better = betterLine(node) || (!isJapanese && written) || node.better?.text || written;
  const words = [verdict ? '' : judgementWords(node), ...(node.marks || []).map(markText), node.check ? t('check') : '']
      .filter(Boolean);
  const parts = [html(tag, {}, node.text ? `${node.full_number} ${node.text}` : t('Start'), glyphSpan(node),
      html('span', {class: 'words'}, listed(words)))];
  if (verdict) parts.push(html('p', {class: 'verdict'}, verdict));
  if (better) parts.push(html('p', {class: 'better'}, t('Better: {line}', {line: better})));
  const chance = !verdict && node.chance !== undefined && t("Black's chance {n} %", {n: Math.round(node.chance)});
  const facts = [
    node.score && scoreText(node.score, sideToMove(node.sfen), game.board), chance,
    node.spent && t('time {time}', {time: node.spent}), node.left && t('left {time}', {time: node.left}), node.bookmark
  ].filter(Boolean);
  if (facts.length > 0) parts.push(html('p', {class: 'facts'}, facts.join(' · ')));
  for (const text of [node.before, ownComment(node)]) if (text) parts.push(html('p', {class: 'comment'}, text));
  if (node.is_main && node.children.length === 0) parts.push(html('p', {class: 'outcome'}, outcomeText(game)));
  return parts;
}

// The variation that begins with the better move.
/** @param {GameNode} node */
function betterLine(node) {
  const {better} = node;
  const first = better && siblings(node).find(({move}) => move === better.move);
  return first && lineFrom(first).map(({text}) => text).join(' ');
}
