// @ts-check
// The line on the board becomes a game of the database.

import {post} from './api.js';
import {byId} from './dom.js';
import {here, state} from './state.js';

let writes = false;

/**
 * `stored` is called with the number of the new game.
 * @param {About} about
 * @param {(game: number) => void} stored
 */
export function setUpStore(about, stored) {
  ({writes} = about);
  const dialog = byId('store');
  byId('store-open').addEventListener('click', () => {
    byId('store-state').textContent = '';
    dialog.showModal();
  });
  byId('store-close').addEventListener('click', () => dialog.close());
  const form = byId('store-form');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const tags = Object.fromEntries([...new FormData(form)].filter(([, value]) => `${value}`.trim() !== ''));
    try {
      const {game} = await post('/api/games', JSON.stringify(tags), here(state.moves.length));
      dialog.close();
      stored(game);
    } catch (error) {
      byId('store-state').textContent = error.message;
    }
  });
}

/** A line of moves that is in no game can be stored. */
export function showStore() {
  byId('store-open').hidden = !writes || Boolean(state.game) || state.moves.length === 0;
}
