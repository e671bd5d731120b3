// The conditions that the explorer and the list of games share.

import {get} from './api.js';
import {byId, html} from './dom.js';

const names = ['player', 'side', 'opponent', 'event', 'date', 'result'];

/** The conditions as parameters of the API. */
export function filters() {
  const given = Object.fromEntries(names.map((name) => [name, byId(`filter-${name}`).value.trim()]));
  if (!given.player) delete given.side;
  return given;
}

/** Calls `changed` a moment after the reader stops typing. */
export function onFilter(changed) {
  let timer = 0;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(changed, 300);
  };
  for (const name of names) byId(`filter-${name}`).addEventListener('input', soon);
  byId('filters').addEventListener('reset', soon);
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
}

/** Lets through the games of one player and nothing else. */
export function filterPlayer(player, side) {
  byId('filters').reset();
  byId('filter-player').value = player;
  byId('filter-side').value = side;
  byId('filters').querySelector('details').open = true;
}

/** Offers the names of players while one is typed. */
export function completePlayers() {
  let timer = 0;
  const offer = async ({target}) => {
    const name = target.value.trim();
    if (name.length < 2) return;
    const {players} = await get('/api/players', {name, limit: 10});
    byId('player-names').replaceChildren(...players.map(({player, games}) => html('option', {value: player}, `${games} games`)));
  };
  for (const id of ['filter-player', 'filter-opponent']) {
    byId(id).setAttribute('list', 'player-names');
    byId(id).addEventListener('input', (event) => {
      clearTimeout(timer);
      timer = setTimeout(() => offer(event).catch(() => {}), 250);
    });
  }
}

/** How many conditions there are, for the closed form. */
export function filterCount() {
  return Object.values(filters()).filter(Boolean).length;
}
