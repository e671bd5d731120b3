// Both players of a game in numbers.

import {html} from './dom.js';
import {t} from './language.js';

/** Fills the table of both players; hides the section where nothing was annotated. */
export function showNumbers(section, game) {
  section.hidden = !game.players;
  if (!game.players) return;
  const loss = (points) => t('{points} points', {points: `${points}`});
  const share = (value) => `${value} %`;
  const rows = [
    ['Moves#number', 'moves'], ['Accuracy', 'accuracy', share], ['Mean loss', 'loss', loss],
    ['Inaccuracies ?!', 'inaccuracies'], ['Mistakes ?', 'mistakes'], ['Blunders ??', 'blunders'],
    ['Missed mates', 'missed'], ['Allowed mates', 'allowed'], ['Only moves found', 'only'],
    ['Brilliant moves !!', 'brilliant'], ['Book moves', 'book']]
      .filter(([, key]) => !['only', 'brilliant', 'book'].includes(key) || game.players.some((p) => p[key] > 0))
      .map(([label, key, text = String]) => [label, game.players.map((p) => (p[key] === null ? '–' : text(p[key])))]);
  ['in the opening', 'in the middlegame', 'in the endgame'].forEach((phase, i) => {
    if (game.players.every((p) => p.phases[i] === null)) return;
    rows.splice(rows.findIndex(([label]) => label === 'Mean loss'), 0,
        [phase, game.players.map((p) => (p.phases[i] === null ? '–' : share(p.phases[i])))]);
  });
  section.querySelector('thead').replaceChildren(html('tr', {}, html('td'),
      ...['Black', 'White'].map((side) => html('th', {scope: 'col'}, t(side)))));
  section.querySelector('tbody').replaceChildren(...rows.map(([label, cells]) => html('tr', {},
      html('th', {scope: 'row'}, t(label)), ...cells.map((value) => html('td', {}, value)))));
}
