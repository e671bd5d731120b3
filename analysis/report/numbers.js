// @ts-check
// Both players of a game in numbers.

import {html, within} from './dom.js';
import {t} from './language.js';

/**
 * @typedef {Exclude<keyof PlayerNumbers, 'phases'>} Key
 *
 * What is shown, in order; of `rare` things only those that there are.
 * @type {{label: string, key: Key, unit?: string, rare?: boolean}[]}
 */
const numbers = [
  {label: 'Moves#number', key: 'moves'}, {label: 'Accuracy', key: 'accuracy', unit: '%'},
  {label: 'Mean loss', key: 'loss', unit: 'points'},
  {label: 'Inaccuracies ?!', key: 'inaccuracies'}, {label: 'Mistakes ?', key: 'mistakes'},
  {label: 'Blunders ??', key: 'blunders'}, {label: 'Missed mates', key: 'missed'},
  {label: 'Allowed mates', key: 'allowed'}, {label: 'Only moves found', key: 'only', rare: true},
  {label: 'Brilliant moves !!', key: 'brilliant', rare: true}, {label: 'Book moves', key: 'book', rare: true}];

/** @param {number | null} value @param {string} [unit] */
function inWords(value, unit) {
  if (value === null) return '–';
  return unit === 'points' ? t('{points} points', {points: `${value}`}) : unit ? `${value} ${unit}` : `${value}`;
}

/**
 * Fills the table of both players; hides the section where nothing was annotated.
 * @param {HTMLElement} section
 * @param {ShownGame} game
 */
export function showNumbers(section, game) {
  const {players} = game;
  section.hidden = !players;
  if (!players) return;
  const rows = numbers.filter(({key, rare}) => !rare || players.some((player) => Number(player[key]) > 0))
      .map(({label, key, unit}) => ({label, cells: players.map((player) => inWords(player[key], unit))}));
  ['in the opening', 'in the middlegame', 'in the endgame'].forEach((phase, i) => {
    if (players.every((player) => player.phases[i] === null)) return;
    rows.splice(rows.findIndex(({label}) => label === 'Mean loss'), 0,
        {label: phase, cells: players.map((player) => inWords(player.phases[i], '%'))});
  });
  within(section, 'thead').replaceChildren(html('tr', {}, html('td'),
      ...['Black', 'White'].map((side) => html('th', {scope: 'col'}, t(side)))));
  within(section, 'tbody').replaceChildren(...rows.map(({label, cells}) => html('tr', {},
      html('th', {scope: 'row'}, t(label)), ...cells.map((value) => html('td', {}, value)))));
}
