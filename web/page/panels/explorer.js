// @ts-check
// What was played from the position on the board, and the games that came to it.

import {changeCount, get, stream} from './api.js';
import {byId, html} from './dom.js';
import {faultOfFilter, filters} from './filters.js';
import {gameList} from './games.js';
import {dateText, numberFormat, sideName, t} from './language.js';
import {nameOf, percent, resultBar} from './results.js';
import {inNotation} from './settings.js';
import {here, play} from './state.js';

/** Of more games with a filter other ways to a position would be counted for too long. */
const mostFiltered = 20000;
/** @type {(name: string) => void} */
let showPlayer = () => {};
/** @type {About} */
let server;
/** @type {import('./virtual.js').VirtualList} */
let list;
/** @type {AbortController | undefined} */
let latest;
/** @type {Explorer | null} */
let shown = null;
/** @type {Wanted} */
let asked = {};
/** What was asked last: answered, or still on its way. */
let current = '';
/**
 * How many games came to the position after a move, by move; and moves that nobody played here.
 * @type {Map<string, Transposition>}
 */
let reached = new Map();

/**
 * `about` is the server's; `open` gets the game that was picked, `onPlayer` the name of a player.
 * @param {About} about
 * @param {(game: GameRow, ply: number) => void} open
 * @param {(name: string) => void} onPlayer
 */
export function setUpExplorer(about, open, onPlayer) {
  server = about;
  showPlayer = onPlayer;
  list = gameList(byId('explorer-games'), (game) => open(game, game.ply), () => asked);
}

/** Counts again for the position on the board; keeps what is shown until the answer is there. */
export async function showExplorer() {
  const parameters = {...here(), ...filters()};
  const question = JSON.stringify([parameters, changeCount()]);
  if (question === current) return;
  current = question;
  latest?.abort();
  latest = new AbortController();
  const {signal} = latest;
  byId('explorer').setAttribute('aria-busy', 'true');
  try {
    const answer = await get('/api/explorer', parameters, signal);
    if (signal.aborted) return;
    keep(answer, parameters);
    byId('explorer-error').textContent = '';
  } catch (error) {
    if (signal.aborted) return;
    keep(null, parameters);
    byId('explorer-error').textContent = faultOfFilter(error);
  }
  byId('explorer').removeAttribute('aria-busy');
  list.reset(shown ? shown.all.games : 0);
  drawExplorer();
  if (server.book) import('./book.js').then(({showBook}) => showBook(server));
  if (shown) findTranspositions(parameters, signal);
}

/** @param {Explorer | null} answer @param {Wanted} parameters */
function keep(answer, parameters) {
  [shown, asked] = [answer, parameters];
  // Without an answer the same question may be asked again.
  if (!answer) current = '';
  reached = new Map();
}

/** @param {Wanted} parameters @param {AbortSignal} signal @param {number} [tries] */
async function findTranspositions(parameters, signal, tries = 5) {
  if (signal.aborted) return;
  const filtered = Object.values(filters()).some(Boolean);
  if (filtered && shown && shown.all.games > mostFiltered) return;
  const found = new Map();
  try {
    await stream('/api/explorer/transpositions', parameters, (row) => {
      if (row.error) throw new Error(row.error.message);
      found.set(row.usi, row);
    }, signal);
  } catch {
    // Too many searches at once: those of a page that has just gone still end.
    if (tries > 0) setTimeout(findTranspositions, 1000, parameters, signal, tries - 1);
    return;
  }
  if (signal.aborted) return;
  reached = found;
  drawTranspositions();
}

export function drawExplorer() {
  const {moves, players, all} = shown ?? {moves: [], players: [], all: null};
  const count = all?.games;
  byId('explorer-moves').replaceChildren(...moves.map((row) => tableRow(row, moveButton(row))),
      ...(all && count ? [tableRow(all, t('all'), 'all')] : []));
  byId('explorer-sides').textContent = `${sideName('b')} – ${sideName('w')}`;
  byId('explorer-none').hidden = count !== 0;
  for (const part of ['table', 'games']) byId(`explorer-${part}`).hidden = !count;
  drawTranspositions();
  byId('explorer-players').replaceChildren(...players.flatMap(({player, games}, i) => [
    i > 0 ? ', ' : t('Players: '), playerButton(player), ` ${numberFormat.format(games)}`]));
}

// The rows stay as they are: somebody may be about to click.
function drawTranspositions() {
  const moves = shown?.moves ?? [];
  const played = new Set(moves.map(({usi}) => usi));
  const others = [...reached.values()].filter(({usi}) => !played.has(usi));
  for (const [i, place] of document.querySelectorAll('#explorer-moves .ways').entries())
    place.replaceChildren(...otherWays(moves[i]));
  byId('explorer-others').replaceChildren(...(others.length === 0 ? [] : [
    t('By other moves games also came to the positions after '),
    ...others.flatMap((row, i) => [i > 0 ? ', ' : '', moveButton(row), ` ${numberFormat.format(row.reached)}`])
  ]));
}

/** @param {string} name */
function playerButton(name) {
  const button = html('button', {type: 'button', class: 'name-button'}, nameOf(name));
  button.addEventListener('click', () => showPlayer(name));
  return button;
}

/** @param {Named & {usi: string}} row */
function moveButton(row) {
  const button = html('button', {'type': 'button', 'class': 'move-button', 'lang': 'ja'}, inNotation(row));
  button.addEventListener('click', () => play(row.usi));
  return button;
}

// Games that came to the position after the move by other moves.
/** @param {ExplorerRow} row */
function otherWays(row) {
  const more = (reached.get(row.usi)?.reached ?? 0) - row.games;
  if (more <= 0) return [];
  const words = t('{n} more {n|game|games} came to the position after it by other moves', {n: more});
  return [html('span', {class: 'transposition', title: words}, '⇄', html('span', {class: 'unseen'}, words))];
}

/** @param {ExplorerRow} row @param {Child} first @param {string} [name] */
function tableRow(row, first, name) {
  return html('tr', {'class': name, 'data-usi': row.usi},
    html('th', {scope: 'row'}, first, name ? '' : html('span', {class: 'ways'})),
    html('td', {class: 'numeric'}, numberFormat.format(row.games)), html('td', {class: 'bar-cell'}, bar(row)),
    html('td', {class: 'numeric'}, percent(row.score)),
    html('td', {class: 'numeric'}, row.performance === null ? '–' : signed(row.performance)),
    html('td', {class: 'date'}, row.last_date ? dateText(row.last_date) : '–'));
}

/** @param {number} n */
const signed = (n) => (n >= 0 ? `+${n}` : `−${-n}`);

// Wins of Black, draws, wins of White: the rest has no result.
/** @param {ExplorerRow} row */
const bar = ({games, black, draw, white}) =>
  resultBar([['black', black], ['draw', draw], ['white', white]], games,
      t('{b} {black}, draws {draw}, {w} {white}', {black, draw, white, b: sideName('b'), w: sideName('w')}));
