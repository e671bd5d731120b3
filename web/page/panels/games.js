// @ts-check
// Lists of games: those with the position on the board, or all that the filters let through.

import {changeCount, get, stream} from './api.js';
import {byId, html} from './dom.js';
import {faultOfFilter, filters, filtersHere} from './filters.js';
import {dateText, resultText, t} from './language.js';
import {openingName} from './openings.js';
import {nameOf} from './results.js';
import {inNotation} from './settings.js';
import {here} from './state.js';
import {VirtualList} from './virtual.js';

/** @type {Wanted} */
let wanted = {};
/** @type {VirtualList} */
let list;

/** @param {string} name @param {string | null} text */
const fact = (name, text) => (text ? html('span', {class: name, title: text}, html('bdi', {}, text)) : '');

/**
 * The cells of a game's row: who played, and below it what else is known.
 * @param {GameRow} game
 */
export function gameCells(game) {
  const opening = openingName(game.opening, game.opening_japanese);
  return [
    html('div', {class: 'names'}, nameOf(game.black), html('span', {}, '–'), nameOf(game.white),
      html('span', {class: 'result'}, resultText(game.result))),
    html('div', {class: 'facts'}, html('span', {class: 'id'}, `${game.game}`),
      html('span', {class: 'date'}, dateText(game.date || '')),
      game.move ? html('span', {class: 'move'}, t('{n}. {move}', {n: game.ply + 1, move: inNotation(game)})) : '',
      fact('event', game.event), fact('opening', opening))
  ];
}

/**
 * The list of games in `element` with `parameters()`, fetched as it is scrolled.
 * @param {HTMLElement} element
 * @param {(game: GameRow) => void} open
 * @param {() => Wanted} parameters
 */
export function gameList(element, open, parameters) {
  return new VirtualList(element, gameCells, open, (offset, limit, each, signal, before) =>
    stream('/api/games', {...parameters(), openings: true, offset, limit, after: before?.game}, each, signal));
}

/** What the list shows, as parameters of the API. */
export const listedGames = () => wanted;

/** @param {(game: GameRow) => void} open */
export function setUpGames(open) {
  list = gameList(byId('games-list'), open, () => wanted);
  byId('games-sort').addEventListener('change', showGames);
  byId('games-here').addEventListener('change', showGames);
}

let latest = 0;
/** What the list was asked for last: it keeps its place while nothing else is wanted. */
let current = '';
// The next question is asked again, even if it is the same.
function forget() { current = ''; }

/** Lists again, for the filters and, where that is ticked, the position on the board. */
export async function showGames() {
  const atPosition = byId('games-here').checked;
  const [sort, reverse] = byId('games-sort').value.split(' ');
  const parameters = {...filtersHere(), ...(atPosition ? here() : {}), sort, reverse: Boolean(reverse)};
  const question = JSON.stringify([parameters, changeCount()]);
  if (question === current) return;
  current = question;
  const asked = ++latest;
  try {
    const {games} =
      atPosition ? (await get('/api/explorer', {...here(), ...filters()})).all : await get('/api/count', filtersHere());
    if (asked !== latest) return;
    byId('games-count').textContent = t('{n} {n|game|games}', {n: games});
    wanted = parameters;
    list.reset(games);
  } catch (error) {
    if (asked !== latest) return;
    forget();
    byId('games-count').textContent = faultOfFilter(error);
    list.reset(0);
  }
}
