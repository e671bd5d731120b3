// @ts-check
// Taking a change back, beside the words that say it was made.

import {get, post} from './api.js';
import {html} from './dom.js';
import {t} from './language.js';

/**
 * Adds a button to `status` that undoes the last change; if something else was changed since, it says so.
 * @param {HTMLElement} status
 * @param {() => unknown} undone
 */
export async function offerUndo(status, undone) {
  const [last] = (await get('/api/journal')).changes;
  if (!last) return;
  const button = html('button', {type: 'button', class: 'undo', title: last.what}, t('Undo'));
  button.addEventListener('click', async () => {
    try {
      const {what} = await post('/api/undo', '', {change: last.id});
      status.replaceChildren(t('taken back: {what}', {what}));
      await undone();
    } catch (error) {
      status.replaceChildren(error.message);
    }
  });
  status.append(' ', button);
}
