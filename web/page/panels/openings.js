// @ts-check
// Names of openings and castles.

import {isJapanese} from './language.js';

/**
 * The Japanese name beside the English one; alone where the page is in Japanese.
 * @param {string | null} english
 * @param {string | null} japanese
 */
export const openingName = (english, japanese) =>
  (isJapanese ? japanese || english : [english, japanese].filter(Boolean).join(' '));
