// @ts-check
// How one piece looks: a wedge of boxwood with the strokes of a brush, or flat, or with letters. Shapes are made once
// and used again.

import {svg} from './dom.js';
import {outlines} from './outlines.js';

const wedge = 'M0-30L15.5-23.5L23 28.5H-23L-15.5-23.5Z';
/** What a wedge rests on, and the edge on which light falls. */
const foot = 'M-23 28.5H23L22.4 24.5H-22.4Z', light = 'M-22.4 27L-15-23L0-29.3';
/** A spear along the right edge: shaft, blade and tassel. */
const shaft = 'M19.2 25L14.6-12', blade = 'M14.3-24.5L11.9-14.5L14.6-11L17-15Z',
      tassel = 'M13-9.5L16.9-10L17.3-6.2L13.4-5.7Z';
/**
 * Stronger pieces are larger.
 * @type {Record<string, number>}
 */
const sizes = {K: 1, R: 0.985, B: 0.965, G: 0.94, S: 0.935, N: 0.9, L: 0.88, P: 0.85};

/**
 * What stands on a piece whose kanji are `text`: one sign, large. The yari pieces of Yari Shogi, named with 香 before
 * the move they add or 成 when they are turned, range like a lance: they have a `spear` instead, "forward" or, once
 * promoted, "back".
 * @param {string} text
 * @param {boolean} promoted
 */
export function pieceFace(text, promoted) {
  const isYari = text.length > 1 && '香成'.includes(text[0]);
  return {sign: isYari ? text[1] : text[0], spear: isYari ? (promoted ? 'back' : 'forward') : ''};
}

/** The shapes that every board of the page uses. */
export function definePieces() {
  if (document.getElementById('piece-shapes')) return;
  /** @param {number} offset @param {string} name */
  const stop = (offset, name) => svg('stop', {offset, class: name});
  /** @param {string} id @param {SVGElement[]} parts */
  const shape = (id, ...parts) => svg('g', {id}, ...parts);
  document.body.append(svg('svg', {'id': 'piece-shapes', 'width': 0, 'height': 0, 'aria-hidden': 'true'},
    svg('defs', {},
      svg('linearGradient', {id: 'boxwood', x1: 0, y1: 0, x2: 1, y2: 1}, stop(0, 'boxwood-light'),
        stop(1, 'boxwood-dark')),
      svg('linearGradient', {id: 'board-wood', x1: 0, y1: 0, x2: 1, y2: 0.3}, stop(0, 'wood-light'),
        stop(0.5, 'wood-middle'), stop(1, 'wood-light')),
      shape('piece-wedge', svg('path', {class: 'wedge', d: wedge}), svg('path', {class: 'foot', d: foot}),
        svg('path', {class: 'light', d: light})),
      shape('piece-spear', svg('path', {class: 'shaft', d: shaft}), svg('path', {class: 'blade', d: blade}),
        svg('path', {class: 'tassel', d: tassel})),
      ...Object.entries(outlines).map(([sign, d]) => svg('path', {id: `sign-${sign}`, d})))));
}

/**
 * A piece around 0, 0: "R" or "+R" of `side`, whose kanji and letters are `names`; with `turned` it points down.
 * @param {string} letter
 * @param {Color} side
 * @param {PieceNames} names
 * @param {string} pieces
 * @param {boolean} turned
 */
export function drawPiece(letter, side, names, pieces, turned) {
  const promoted = letter[0] === '+';
  const turn = turned ? 'rotate(180)' : undefined;
  const [, kanji, western] = names;
  /** @param {number} x @param {number} y @param {number} wide */
  const shadow = (x, y, wide) => svg('path',
    {class: 'shadow', d: wedge, transform: `translate(${x} ${y})${turned ? ' rotate(180)' : ''} scale(${wide})`});
  const size = 1.07 * (sizes[letter.slice(-1)] || 1);
  return svg('g', {class: `piece ${side}${promoted ? ' promoted' : ''} set-${pieces}`},
    svg('g', {transform: `scale(${size})`}, shadow(1.6, 3.6, 1.04), shadow(0.8, 1.8, 1.01),
      svg('use', {href: '#piece-wedge', transform: turn}),
      ...(pieces === 'western' ? [letters(western, turned)] : face(kanji, promoted, turn))));
}

/** @param {string} kanji @param {boolean} promoted @param {string | undefined} turn */
function face(kanji, promoted, turn) {
  const {sign, spear} = pieceFace(kanji, promoted);
  if (!outlines[sign]) return [svg('text', {class: 'kanji', y: 15, 'font-size': 34, transform: turn}, sign)];
  const [x, scale] = spear ? [-3.2, 0.083] : [0, 0.094];
  return [svg('g', {transform: turn},
    svg('use', {class: 'kanji', href: `#sign-${sign}`, transform: `translate(${x} 4.5) scale(${scale})`}),
    spear ? svg('use', {
      class: 'spear',
      href: '#piece-spear',
      transform: spear === 'back' ? 'rotate(180 0 3.5) translate(1.5 0)' : undefined
    }) :
            '')];
}

// Letters stay upright: upside down they would be hard to tell apart.
/** @param {string} text @param {boolean} turned */
function letters(text, turned) {
  const size = [30, 23, 18][text.length - 1];
  return svg('text', {class: 'letters', y: size * 0.36 + (turned ? -4 : 4), 'font-size': size}, text);
}
