// @ts-check
// Pieces among text: what is painted with, and what is counted.

import {colorOf} from './board.js';
import {html, svg} from './dom.js';
import {drawPiece} from './pieces.js';

/**
 * A piece ("+r") among text, drawn as on the board: White's stand on their head.
 * @param {Variant} variant
 * @param {string} piece
 * @param {string} pieces
 */
export function pieceSign(variant, piece, pieces) {
  const side = colorOf(piece), letter = piece.toUpperCase();
  return html('span', {'class': `sign ${side}`, 'aria-hidden': 'true'},
      svg('svg', {viewBox: '-27 -34 54 69'}, drawPiece(letter, side, variant.pieces[letter], pieces, side === 'w')));
}
