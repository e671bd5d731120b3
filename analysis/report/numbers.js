// Both players of a game in numbers.

import {html} from './dom.js';

/** Fills the table of both players; hides the section where nothing was annotated. */
export function showNumbers(section, game) {
  section.hidden = !game.players;
  if (!game.players) return;
  const rows = [
    ['Moves', 'moves'], ['Accuracy', 'accuracy', ' %'], ['Mean loss', 'loss', ' points'],
    ['Inaccuracies ?!', 'inaccuracies'], ['Mistakes ?', 'mistakes'], ['Blunders ??', 'blunders'],
    ['Missed mates', 'missed'], ['Allowed mates', 'allowed'], ['Only moves found', 'only'],
    ['Brilliant moves !!', 'brilliant'], ['Book moves', 'book']]
      .filter(([, key]) => !['only', 'brilliant', 'book'].includes(key) || game.players.some((p) => p[key] > 0))
      .map(([label, key, unit = '']) => [label, game.players.map((p) => (p[key] === null ? '–' : `${p[key]}${unit}`))]);
  ['opening', 'middlegame', 'endgame'].forEach((phase, i) => {
    if (game.players.every((p) => p.phases[i] === null)) return;
    rows.splice(rows.findIndex(([label]) => label === 'Mean loss'), 0,
        [`in the ${phase}`, game.players.map((p) => (p.phases[i] === null ? '–' : `${p.phases[i]} %`))]);
  });
  section.querySelector('thead').replaceChildren(html('tr', {}, html('td'),
      html('th', {scope: 'col'}, 'Black'), html('th', {scope: 'col'}, 'White')));
  section.querySelector('tbody').replaceChildren(...rows.map(([label, cells]) => html('tr', {},
      html('th', {scope: 'row'}, label), ...cells.map((value) => html('td', {}, value)))));
}
