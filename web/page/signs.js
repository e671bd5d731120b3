// Pieces among text: what is painted with, and what is counted.

import {colorOf} from './board.js';
import {html} from './dom.js';

/** A piece ("+r") among text, as boards show it: kanji of White's stand on their head. */
export function pieceSign(variant, piece, pieces) {
  const side = colorOf(piece);
  const [, kanji, western] = variant.pieces[piece.toUpperCase()];
  return html('span', {'class': `sign ${side}`, 'lang': pieces === 'kanji' ? 'ja' : undefined, 'aria-hidden': 'true'}, pieces === 'kanji' ? kanji : side === 'w' ? `v${western}` : western);
}
