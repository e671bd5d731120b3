// @ts-check
// The tree of a game's moves, as the report page and `yari serve` walk it.

import {isJapanese, listed, sideName, t} from './language.js';
import {inNotation} from './settings.js';

/**
 * What glyphs say: the words by which colours are chosen. t() gives those for the reader.
 * @type {Record<string, string>}
 */
export const judgements = {
  '??': 'blunder', '?': 'mistake', '?!': 'inaccuracy', '!?': 'interesting', '!': 'good', '!!': 'brilliant',
};

/**
 * 'black' or 'white'.
 * @param {string} sfen
 * @returns {Side}
 */
export const sideToMove = (sfen) => (sfen.split(' ')[1] === 'b' ? 'black' : 'white');

/**
 * Gives every node its place in the tree: id, ply, children, mover, number before the move's text.
 * @param {SentGame} sent
 * @returns {ShownGame}
 */
export function linkNodes(sent) {
  const [root] = sent.nodes;
  /** @type {ShownGame} */
  const game = Object.assign(sent, {root, main: [root], hasGraph: false});
  const whiteFirst = sideToMove(root.sfen) === 'white';
  game.nodes.forEach((node, id) => {
    node.id = id;
    node.children = [];
    if (id === 0) {
      node.ply = 0;
      return;
    }
    const before = game.nodes[node.parent];
    node.before_it = before;
    before.children.push(node);
    node.ply = before.ply + 1;
    const half = node.ply - 1 + (whiteFirst ? 1 : 0);
    node.mover = half % 2 === 0 ? 'b' : 'w';
    // Japanese records count the moves of both sides, others those of Black.
    node.number = isJapanese ? `${node.ply}` : `${Math.floor(half / 2) + 1}.`;
    node.full_number = isJapanese || node.mover === 'b' ? node.number : `${node.number} ...`;
  });
  game.main = lineFrom(root);
  game.main.forEach((node) => { node.is_main = true; });
  game.hasGraph = game.main.filter((node) => node.chance !== undefined).length > 1;
  return game;
}

/**
 * Gives the moves their text in the notation chosen.
 * @param {ShownGame} game
 */
export function nameMoves(game) {
  for (const node of game.nodes) {
    for (const named of [node, node.better]) {
      if (!named) continue;
      named.move_text = named.move_text || named.text;
      named.text = inNotation({move: named.move_text, japanese: named.japanese});
    }
  }
}

/**
 * `node` and what follows it, always taking the first move, up to the game's end.
 * @param {GameNode} node
 */
export function lineFrom(node) {
  const line = [node];
  /** @type {GameNode | undefined} */
  let next = node;
  while ((next = next.children.find((child) => !child.after_end))) line.push(next);
  return line;
}

/**
 * The last node of the game's own moves on the way to `node`.
 * @param {GameNode} node
 * @returns {GameNode}
 */
export function mainAncestor(node) {
  let at = node;
  while (!at.is_main && at.before_it) at = at.before_it;
  return at;
}

/**
 * The moves that the record has in the place of `node`'s, that one among them; none for the start.
 *
 * @param {GameNode} node
 */
export const siblings = (node) => node.before_it?.children || [];

/**
 * "12. ... P-3d??"
 * @param {GameNode} node
 */
export function moveLabel(node) {
  return `${node.full_number} ${node.text}${(node.glyphs || []).join('')}`;
}

/**
 * A score for `side`, who is to move, as players write it: from Black's view, +432 in Shogi, +4.32 in Yari Shogi.
 * @param {Score} score
 * @param {Side} side
 * @param {{score_unit: number}} variant
 */
export function scoreText(score, side, {score_unit: unit}) {
  if (score.mate !== undefined) {
    const winner = score.mate > 0 ? side : side === 'black' ? 'white' : 'black';
    return t(score.mate === 0 ? '{side} is mated' : '{side} mates in {n} {n|ply|plies}',
      {side: sideName(winner), n: Math.abs(score.mate)});
  }
  const value = side === 'black' ? score.cp : -score.cp;
  const digits = (Math.abs(value) / unit).toFixed(unit === 1 ? 0 : 2);
  return `${value >= 0 ? '+' : '−'}${digits}`;
}

/**
 * "Black wins", "Draw", by a result: "1-0".
 * @param {string} result
 */
export function winnerText(result) {
  const winner = {'1-0': 'b', '0-1': 'w'}[result];
  return winner ? t('{side} wins', {side: sideName(winner)}) : t(result === '1/2-1/2' ? 'Draw' : 'No result');
}

/**
 * "Black wins (resignation)"
 * @param {{result: string, ending?: string}} game
 */
export function outcomeText({result, ending}) {
  const who = winnerText(result);
  return ending ? t('{result} ({ending})', {result: who, ending: t(ending)}) : who;
}

/**
 * "Handicap: Rook"
 * @param {{handicap?: string, set_up?: boolean}} game
 */
export const startText = ({handicap, set_up: isSetUp}) =>
  handicap ? t('Handicap: {name}', {name: t(handicap)}) : isSetUp ? t('From a set position') : '';

/**
 * What a move can be picked by: its glyphs, and the kinds of its marks.
 * @param {GameNode} node
 */
export const signsOf = ({glyphs = [], marks = []}) => [...glyphs, ...marks.map(({kind}) => kind)];

/**
 * What the glyphs of a move say: "blunder". The names of classes.
 * @param {GameNode} node
 */
export const judgementOf = (node) => (node.glyphs || []).map((glyph) => judgements[glyph]).filter(Boolean).join(' ');

/**
 * The same for the reader.
 * @param {GameNode} node
 */
export function judgementWords(node) {
  return listed((node.glyphs || []).map((glyph) => judgements[glyph] && t(judgements[glyph])));
}

/** @type {Record<string, string>} */
const markWords = {
  'missed-mate': 'missed mate',
  'allowed-mate': 'allowed mate',
  'only-move': 'only move',
  'turned': 'turned the game',
  'lost-win': 'last chance to win',
};

/**
 * "missed mate in 3 plies": a mark, or its kind alone, as the reader reads it.
 * @param {Mark} mark
 */
export function markText({kind, plies: n, side}) {
  const mark = t(markWords[kind] || kind);
  return n ? t('{mark} in {n} {n|ply|plies}', {mark, n}) :
    side   ? t("{side}'s last chance to win", {side: sideName(side)}) :
             mark;
}
