// What was played from the position on the board.

import {get} from './api.js';
import {byId, html, svg} from './dom.js';
import {filters} from './filters.js';
import {inNotation} from './settings.js';
import {here, play} from './state.js';

const number = new Intl.NumberFormat('en');
let latest = null;
let shown = null;

/** Counts again for the position on the board; keeps what is shown until the answer is there. */
export async function showExplorer() {
  latest?.abort();
  latest = new AbortController();
  const {signal} = latest;
  byId('explorer').setAttribute('aria-busy', 'true');
  try {
    shown = await get('/api/explorer', {...here(), ...filters()}, signal);
    byId('explorer-error').textContent = '';
  } catch (error) {
    if (signal.aborted) return;
    shown = null;
    byId('explorer-error').textContent = error.message;
  }
  byId('explorer').removeAttribute('aria-busy');
  drawExplorer();
}

export function drawExplorer() {
  const moves = shown ? shown.moves : [];
  byId('explorer-moves').replaceChildren(...moves.map((row) => tableRow(row, moveButton(row))),
      ...(shown && shown.all.games > 0 ? [tableRow(shown.all, 'all', 'all')] : []));
  byId('explorer-none').hidden = !shown || shown.all.games > 0;
  byId('explorer-table').hidden = !shown || shown.all.games === 0;
  const players = shown ? shown.players : [];
  byId('explorer-players').replaceChildren(...players.flatMap(({player, games}, i) => [
    i > 0 ? ', ' : 'Players: ', html('bdi', {}, player), ` ${number.format(games)}`]));
}

function moveButton(row) {
  const button = html('button', {'class': 'move-button', 'lang': 'ja'}, inNotation(row));
  button.addEventListener('click', () => play(row.usi));
  return button;
}

function tableRow(row, first, name) {
  return html('tr', {class: name}, html('th', {scope: 'row'}, first), html('td', {class: 'numeric'}, number.format(row.games)),
      html('td', {class: 'bar-cell'}, bar(row)), html('td', {class: 'numeric'}, row.score === null ? '–' : `${row.score.toFixed(0)} %`),
      html('td', {class: 'numeric wide'}, row.performance === null ? '–' : signed(row.performance)),
      html('td', {class: 'wide'}, row.last_date || '–'));
}

const signed = (n) => (n >= 0 ? `+${n}` : `−${-n}`);

// Wins of Black, draws, wins of White: the rest has no result.
function bar({games, black, draw, white}) {
  const parts = [['black', black], ['draw', draw], ['white', white]];
  const words = `Black ${black}, draws ${draw}, White ${white}`;
  let x = 0;
  const shapes = parts.flatMap(([name, n]) => {
    const width = games > 0 ? n / games * 100 : 0;
    const shape = svg('rect', {class: `win-${name}`, x, y: 0, width, height: 14});
    x += width;
    return width > 0 ? [shape] : [];
  });
  return svg('svg', {'class': 'bar', 'viewBox': '0 0 100 14', 'preserveAspectRatio': 'none', 'role': 'img', 'aria-label': words},
      svg('title', {}, words), svg('rect', {class: 'win-none', x: 0, y: 0, width: 100, height: 14}), ...shapes);
}

/** How many games came to the position on the board; 0 while that is not known. */
export const gamesHere = () => (shown ? shown.all.games : 0);
