// What is said about one move: the verdict once, from its player's view; facts; comments.

import {html} from './dom.js';
import {glyphSpan} from './moves.js';
import {judgementWords, lineFrom} from './tree.js';

/** An annotation writes its verdict into the comment, with the better line. */
const writtenVerdict = /^(Inaccuracy|Mistake|Blunder)(, as noted)?: win chance /;

/** The parts of a panel about `node`; `tag` is the heading's element. */
export function noteParts(game, node, tag) {
  const lines = (node.comment || '').split('\n');
  const written = lines.find((text) => writtenVerdict.test(text));
  const [verdict, line] = (written || verdictOf(node)).split('. Better: ');
  const better = betterLine(node) || line || (node.better && node.better.text);
  const comment = lines.filter((text) => text !== written).join('\n');
  const words = [verdict ? '' : judgementWords(node), ...(node.marks || []), node.check ? 'check' : ''].filter(Boolean);
  const parts = [html(tag, {}, node.text ? `${node.full_number} ${node.text}` : 'Start', glyphSpan(node), html('span', {class: 'words'}, words.join(', ')))];
  if (verdict) parts.push(html('p', {class: 'verdict'}, verdict));
  if (better) parts.push(html('p', {class: 'better'}, `Better: ${better}`));
  const chance = verdict || node.chance === undefined ? '' : `Black's chance ${Math.round(node.chance)} %`;
  const facts = [node.score, chance, node.spent && `time ${node.spent}`, node.left && `left ${node.left}`, node.bookmark].filter(Boolean);
  if (facts.length > 0) parts.push(html('p', {class: 'facts'}, facts.join(' · ')));
  for (const text of [node.before, comment]) if (text) parts.push(html('p', {class: 'comment'}, text));
  if (node.is_main && node.children.length === 0) parts.push(html('p', {class: 'outcome'}, game.outcome));
  return parts;
}

// The variation that begins with the better move.
function betterLine(node) {
  const first = node.better && node.before_it.children.find(({move}) => move === node.better.move);
  return first && lineFrom(first).map(({text}) => text).join(' ');
}

// Of a judged move where both chances are known.
function verdictOf(node) {
  const words = judgementWords(node);
  if (!words || node.chance === undefined || node.before_it.chance === undefined) return '';
  const mine = ({chance}) => Math.round(node.mover === 'b' ? chance : 100 - chance);
  return `${words[0].toUpperCase()}${words.slice(1)}: win chance ${mine(node.before_it)} % to ${mine(node)} %`;
}
