// The door of the page: lets it in, then loads the rest. Without a session it says what to do.

import {get, given} from './api.js';
import {byId} from './dom.js';
import {hasKey, takeCode, trade} from './session.js';

function say(text) {
  byId('failure').textContent = text;
  byId('failure').hidden = false;
  document.body.classList.add('shut');
}

async function enter() {
  const code = takeCode();
  // A code that was used before does no harm to who is in.
  const isNew = code !== '' && await trade(code);
  if (!isNew && !hasKey() && !given.password) {
    return say(code ? 'This address was opened before, and works once. Start “yari serve” again for another one.' :
      'This page needs the address that “yari serve” printed: open that one, or start “yari serve --open”.');
  }
  const about = await get('/api/about');
  Object.assign(given, {about});
  return import('./app.js');
}

// The address with a new code may be opened in a tab that shows the page: nothing is loaded then.
window.addEventListener('hashchange', (event) => {
  if (!new URLSearchParams(location.hash.slice(1)).has('code')) return;
  event.stopImmediatePropagation();
  trade(takeCode()).then(() => location.reload());
});

enter().catch((error) => say(error instanceof TypeError ? 'The server does not answer: is “yari serve” still running?' :
  error.message));
