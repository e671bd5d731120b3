// @ts-check
// Names of openings and castles.

import {isJapanese} from './language.js';
import {inNotation} from './settings.js';

/**
 * The Japanese name beside the English one; alone where the page is in Japanese. Moves that stand for a name are in the
 * notation chosen.
 * @param {string | null} english
 * @param {string | null} japanese
 */
export function openingName(english, japanese) {
  if (english && japanese && /^[▲△]/.test(japanese)) return inNotation({move: english, japanese});
  return isJapanese ? japanese || english : [english, japanese].filter(Boolean).join(' ');
}
