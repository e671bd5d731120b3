// @ts-check
// The door of the page: lets it in, then loads the rest. Without a session it says what to do.

import {get} from './api.js';
import {byId} from './dom.js';
import {setUpLanguage, t, translatePage} from './language.js';
import {codeInAddress, comeBack, given, hasKey, tradeCode} from './session.js';

/** @param {string} text */
function say(text) {
  byId('failure').textContent = text;
  byId('failure').hidden = false;
}

/** @param {string} text */
function shut(text) {
  say(text);
  document.body.classList.add('shut');
}

async function enter() {
  const code = codeInAddress();
  // A code that was used before, or that the server could not take, does no harm to who is in.
  const isNew = code !== '' && await tradeCode().catch((error) => {
    if (!hasKey()) throw error;
    return false;
  });
  if (!isNew && !hasKey() && !given.password && !await comeBack()) {
    return shut(t(code ? 'This address is of another run of “yari serve”: open the one that it printed last.' :
      'This page needs the address that “yari serve” printed: open that one, or start “yari serve --open”.'));
  }
  const about = await get('/api/about');
  Object.assign(given, {about});
  return import('./app.js');
}

// The address with a new code may be opened in a tab that shows the page: nothing is loaded then.
window.addEventListener('hashchange', (event) => {
  if (codeInAddress() === '') return;
  event.stopImmediatePropagation();
  tradeCode().then(() => location.reload()).catch((error) => say(error.message));
});

translatePage();
setUpLanguage(byId('language'));
enter().catch((error) => shut(error.message));
