// The tree of a game's moves, as the report page and `yari serve` walk it.

import {isJapanese, listed, sideName, t} from './language.js';
import {inNotation} from './settings.js';

/** What glyphs say: the words by which colours are chosen. t() gives those for the reader. */
export const judgements = {
  '??': 'blunder', '?': 'mistake', '?!': 'inaccuracy', '!?': 'interesting', '!': 'good', '!!': 'brilliant',
};

/** 'black' or 'white'. */
export const sideToMove = (sfen) => (sfen.split(' ')[1] === 'b' ? 'black' : 'white');

/** Gives every node its place in the tree: id, ply, children, mover, number before the move's text. */
export function linkNodes(game) {
  const [root] = game.nodes;
  const whiteFirst = sideToMove(root.sfen) === 'white';
  game.nodes.forEach((node, id) => {
    node.id = id;
    node.children = [];
    if (id === 0) {
      node.ply = 0;
      return;
    }
    node.before_it = game.nodes[node.parent];
    node.before_it.children.push(node);
    node.ply = node.before_it.ply + 1;
    const half = node.ply - 1 + (whiteFirst ? 1 : 0);
    node.mover = half % 2 === 0 ? 'b' : 'w';
    // Japanese records count the moves of both sides, others those of Black.
    node.number = isJapanese ? `${node.ply}` : `${Math.floor(half / 2) + 1}.`;
    node.full_number = isJapanese || node.mover === 'b' ? node.number : `${node.number} ...`;
  });
  game.root = root;
  game.main = lineFrom(root);
  game.main.forEach((node) => { node.is_main = true; });
  game.hasGraph = game.main.filter((node) => node.chance !== undefined).length > 1;
  return game;
}

/** Gives the moves their text in the notation chosen. */
export function nameMoves(game) {
  for (const node of game.nodes) {
    for (const named of [node, node.better]) {
      if (!named) continue;
      named.move_text = named.move_text || named.text;
      named.text = inNotation({move: named.move_text, japanese: named.japanese});
    }
  }
}

/** `node` and what follows it, always taking the first move, up to the game's end. */
export function lineFrom(node) {
  const line = [node];
  for (let next = node; (next = next.children.find((child) => !child.after_end));) line.push(next);
  return line;
}

/** The last node of the game's own moves on the way to `node`. */
export function mainAncestor(node) {
  while (!node.is_main) node = node.before_it;
  return node;
}

/** "12. ... P-3d??" */
export function moveLabel(node) {
  return `${node.full_number} ${node.text}${(node.glyphs || []).join('')}`;
}

/** A score for `side`, who is to move, as players write it: from Black's view, +432 in Shogi, +4.32 in Yari Shogi. */
export function scoreText(score, side, {score_unit: unit}) {
  if (score.mate !== undefined) {
    const winner = score.mate > 0 ? side : side === 'black' ? 'white' : 'black';
    return t(score.mate === 0 ? '{side} is mated' : '{side} mates in {n} {n|ply|plies}', {side: sideName(winner), n: Math.abs(score.mate)});
  }
  const value = side === 'black' ? score.cp : -score.cp;
  const digits = (Math.abs(value) / unit).toFixed(unit === 1 ? 0 : 2);
  return `${value >= 0 ? '+' : '−'}${digits}`;
}

/** "Black wins", "Draw", by a result: "1-0". */
export function winnerText(result) {
  const winner = {'1-0': 'b', '0-1': 'w'}[result];
  return winner ? t('{side} wins', {side: sideName(winner)}) : t(result === '1/2-1/2' ? 'Draw' : 'No result');
}

/** "Black wins (resignation)" */
export function outcomeText({result, ending}) {
  const who = winnerText(result);
  return ending ? t('{result} ({ending})', {result: who, ending: t(ending)}) : who;
}

/** "Handicap: Rook" */
export const startText = ({handicap, set_up: isSetUp}) =>
  handicap ? t('Handicap: {name}', {name: t(handicap)}) : isSetUp ? t('From a set position') : '';

/** What a move can be picked by: its glyphs, and the kinds of its marks. */
export const signsOf = ({glyphs = [], marks = []}) => [...glyphs, ...marks.map(({kind}) => kind)];

/** What the glyphs of a move say: "blunder". The names of classes. */
export const judgementOf = (node) => (node.glyphs || []).map((glyph) => judgements[glyph]).filter(Boolean).join(' ');

/** The same for the reader. */
export function judgementWords(node) {
  return listed((node.glyphs || []).map((glyph) => judgements[glyph] && t(judgements[glyph])));
}

const markWords = {
  'missed-mate': 'missed mate', 'allowed-mate': 'allowed mate', 'only-move': 'only move', 'turned': 'turned the game', 'lost-win': 'last chance to win',
};

/** "missed mate in 3 plies": a mark, or its kind alone, as the reader reads it. */
export function markText({kind, plies: n, side}) {
  const mark = t(markWords[kind] || kind);
  return n ? t('{mark} in {n} {n|ply|plies}', {mark, n}) : side ? t("{side}'s last chance to win", {side: sideName(side)}) : mark;
}
