// @ts-check
// What an annotation says of a move: it stands as the first words of the comment, in English, with the better line.

import {isJapanese, t} from './language.js';
import {judgementWords} from './tree.js';

const brilliant = 'Brilliant: gives material away, and every other move would be a mistake';
const writtenVerdict = /^(Inaccuracy|Mistake|Blunder)(, as noted)?: win chance (\d+) % to (\d+) %/;

/**
 * The comment without what an annotation wrote into it.
 * @param {GameNode} node
 */
export function ownComment(node) {
  return (node.comment || '').split('\n').filter((line) => !writtenVerdict.test(line))
      .map((line) => (line === brilliant ? t(brilliant) : line)).join('\n');
}

/**
 * {verdict, better}: how the chance to win changed, and the better line as the annotation wrote it; empty texts else.
 * @param {GameNode} node
 */
export function verdictOf(node) {
  const line = (node.comment || '').split('\n').find((text) => writtenVerdict.test(text));
  const found = line && writtenVerdict.exec(line);
  if (!found) return {verdict: computedVerdict(node), better: ''};
  const [verdict, better = ''] = line.split('. Better: ');
  const [, , , before, after] = found;
  return {verdict: isJapanese ? verdictText(node, before, after) : verdict, better};
}

// Of a judged move where both chances are known.
/** @param {GameNode} node */
function computedVerdict(node) {
  const before = node.before_it?.chance, after = node.chance;
  if (!judgementWords(node) || before === undefined || after === undefined) return '';
  /** @param {number} chance */
  const mine = (chance) => Math.round(node.mover === 'b' ? chance : 100 - chance);
  return verdictText(node, mine(before), mine(after));
}

/** @param {GameNode} node @param {string | number} before @param {string | number} after */
function verdictText(node, before, after) {
  const words = judgementWords(node);
  const judgement = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  return t('{judgement}: win chance {before} % to {after} %', {judgement, before: `${before}`, after: `${after}`});
}
