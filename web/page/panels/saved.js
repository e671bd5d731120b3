// @ts-check
// Searches that the database keeps under a name.

import {address, get, post, remove} from './api.js';
import {around, byId, html} from './dom.js';
import {t} from './language.js';

/** @typedef {(parameters: Record<string, string>) => void} Use */

let writes = false;
/** @type {AnswerOf<'/api/saved'>['queries']} */
let queries = [];

/**
 * `current()` gives the parameters to keep; `use` gets those of a saved search.
 * @param {About} about
 * @param {() => Wanted} current
 * @param {Use} use
 */
export async function setUpSaved(about, current, use) {
  writes = about.writes;
  byId('saved-form').hidden = !writes;
  byId('saved-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const name = byId('saved-name').value.trim();
    if (name) await act(() => post('/api/saved', '', {...current(), name}), t('saved as {name}', {name}));
  });
  byId('saved').addEventListener('toggle', () => { if (byId('saved').open) list(use); });
  /** @param {() => Promise<unknown>} work @param {string} done */
  const act = async (work, done) => {
    try {
      await work();
      byId('saved-state').textContent = done;
      await list(use);
    } catch (error) {
      byId('saved-state').textContent = error.message;
    }
  };
  byId('saved-list').addEventListener('click', (event) => {
    const button = around(event, '[data-delete]');
    if (button)
      act(() => remove(address('/api/saved', {name: queries[Number(button.dataset.delete)].name})), t('deleted'));
  });
}

/** @param {Use} use */
async function list(use) {
  ({queries} = await get('/api/saved'));
  byId('saved-list').replaceChildren(...queries.map(({name, words, parameters}, i) => {
    const take = html('button', {type: 'button', class: 'name-button', disabled: !parameters}, html('bdi', {}, name));
    take.addEventListener('click', () => use(parameters || {}));
    return html('li', {}, take, ' ', html('span', {class: 'soft'}, html('bdi', {}, words.join(' '))),
      ...(writes ?
          [
            ' ',
            html('button', {'type': 'button', 'data-delete': i, 'aria-label': t('Delete {name}', {name})}, t('Delete'))
          ] :
          []));
  }));
  if (queries.length === 0) byId('saved-list').replaceChildren(html('li', {class: 'soft'}, t('Nothing is saved.')));
}
