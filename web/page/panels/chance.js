// @ts-check
// The thin bar beside the board: Black's chance to win.

import {within} from './dom.js';
import {t} from './language.js';

/**
 * Fills the bar to `chance` per cent from Black's side; hides it where nothing is known.
 * @param {HTMLElement} bar
 * @param {number | null | undefined} chance
 * @param {boolean} flipped
 */
export function showChance(bar, chance, flipped) {
  const known = chance !== undefined && chance !== null;
  bar.classList.toggle('unknown', !known);
  bar.hidden = false;
  bar.classList.toggle('flipped', flipped);
  within(bar, 'div').style.height = `${known ? chance : 50}%`;
  bar.setAttribute('aria-label', known ?
    t("Black's chance to win: {n} %", {n: Math.round(chance)}) : t("Black's chance to win: not known"));
  bar.title = known ? `${Math.round(chance)} %` : '';
}
