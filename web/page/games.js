// Lists of games: those with the position on the board, or all that the filters let through.

import {get, stream} from './api.js';
import {byId, html} from './dom.js';
import {filters} from './filters.js';
import {here} from './state.js';
import {VirtualList} from './virtual.js';

const number = new Intl.NumberFormat('en');
let wanted = {};
let list = null;

const name = (text) => html('bdi', {class: 'name', title: text || undefined}, text || '?');

/** The cells of a game's row. */
export function gameCells(game) {
  return [html('span', {class: 'id'}, `${game.game}`), html('span', {class: 'date'}, game.date || ''),
    html('span', {class: 'names'}, name(game.black), ' – ', name(game.white)),
    html('span', {class: 'result'}, game.result === '*' ? '' : game.result.replace('1/2-1/2', '½')),
    html('span', {class: 'more'}, game.move ? `${game.ply}: ${game.move}` : game.event || '')];
}

export function setUpGames(open) {
  list = new VirtualList(byId('games-list'), gameCells, open, (offset, limit, each) =>
    stream('/api/games', {...wanted, offset, limit}, each));
  byId('games-sort').addEventListener('change', showGames);
  byId('games-here').addEventListener('change', showGames);
}

let latest = 0;
/** Lists again, for the filters and, where that is ticked, the position on the board. */
export async function showGames() {
  const asked = ++latest;
  const atPosition = byId('games-here').checked;
  byId('games-sort').disabled = atPosition;
  const [sort, reverse] = atPosition ? [] : byId('games-sort').value.split(' ');
  const parameters = {...filters(), ...(atPosition ? here() : {}), sort, reverse: Boolean(reverse)};
  try {
    const {games} = atPosition ? (await get('/api/explorer', {...here(), ...filters()})).all : await get('/api/count', filters());
    if (asked !== latest) return;
    byId('games-count').textContent = `${number.format(games)} ${games === 1 ? 'game' : 'games'}`;
    wanted = parameters;
    list.reset(games);
  } catch (error) {
    if (asked !== latest) return;
    byId('games-count').textContent = error.message;
    list.reset(0);
  }
}
