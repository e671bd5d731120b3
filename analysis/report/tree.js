// The tree of a game's moves, as the report page and `yari serve` walk it.

import {inNotation} from './settings.js';

export const judgements = {
  '??': 'blunder', '?': 'mistake', '?!': 'inaccuracy', '!?': 'interesting', '!': 'good', '!!': 'brilliant',
};

/** Gives every node its place in the tree: id, ply, children, mover, number before the move's text. */
export function linkNodes(game) {
  const [root] = game.nodes;
  const whiteFirst = root.sfen.split(' ')[1] === 'w';
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
    node.number = `${Math.floor(half / 2) + 1}.`;
    node.full_number = node.mover === 'b' ? node.number : `${node.number} ...`;
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

export const sideName = (side) => (side === 'b' ? 'Black' : 'White');

/** "12. ... P-3d??" */
export function moveLabel(node) {
  return `${node.full_number} ${node.text}${(node.glyphs || []).join('')}`;
}

/** What a move can be picked by: its glyphs, and its marks without their numbers ("missed mate"). */
export function signsOf(node) {
  return [...(node.glyphs || []), ...(node.marks || []).map((mark) => mark.replace(/ in \d.*$/, ''))];
}

/** What the glyphs of a move say, in words: "blunder". */
export function judgementWords(node) {
  return (node.glyphs || []).map((glyph) => judgements[glyph]).filter(Boolean).join(', ');
}
