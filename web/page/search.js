// The query language: checked while it is typed, searched with progress.

import {get, stream} from './api.js';
import {byId, html} from './dom.js';
import {gameCells} from './games.js';
import {state} from './state.js';
import {VirtualList} from './virtual.js';

const number = new Intl.NumberFormat('en');
let list = null;
let running = null;

export function setUpSearch(openAt) {
  list = new VirtualList(byId('hits'), gameCells, (hit) => openAt(hit, hit.ply));
  byId('query').addEventListener('input', checkSoon);
  byId('query').addEventListener('scroll', () => { byId('query-mirror').scrollTop = byId('query').scrollTop; });
  byId('search-form').addEventListener('submit', (event) => {
    event.preventDefault();
    search();
  });
  byId('query').addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    search();
  });
  byId('search-stop').addEventListener('click', () => running?.abort());
  for (const button of document.querySelectorAll('[data-query]')) button.addEventListener('click', () => searchFor(button.dataset.query));
}

/** Puts a query into the box and searches. */
export function searchFor(query) {
  byId('query').value = query;
  check();
  search();
}

let timer = 0;
function checkSoon() {
  clearTimeout(timer);
  timer = setTimeout(check, 200);
  showFault(null);
}

async function check() {
  const query = byId('query').value;
  if (!query.trim()) return showFault(null);
  const {ok, message, column} = await get('/api/query/check', {query, variant: state.variant});
  if (query !== byId('query').value) return undefined;
  return showFault(ok ? null : {message, column});
}

// The same text lies under the box, transparent but for the line under the fault.
function showFault(fault) {
  const box = byId('query');
  box.setAttribute('aria-invalid', fault ? 'true' : 'false');
  byId('query-fault').textContent = fault ? fault.message : '';
  if (!fault) return byId('query-mirror').replaceChildren();
  const signs = [...box.value];
  const at = Math.min(Math.max(0, (fault.column || 1) - 1), signs.length);
  const end = Math.max(at + 1, signs.findIndex((sign, i) => i > at && /[\s()]/.test(sign)));
  const word = signs.slice(at, end > at + 1 || signs.length <= at + 1 ? end : signs.length).join('');
  return byId('query-mirror').replaceChildren(signs.slice(0, at).join(''), html('span', {class: 'fault'}, word || '\u00a0\u00a0'));
}

async function search() {
  running?.abort();
  const query = byId('query').value;
  if (!query.trim()) return;
  const own = new AbortController();
  running = own;
  list.reset(0);
  byId('search-stop').hidden = false;
  const say = (text) => { byId('search-state').textContent = text; };
  let hits = 0;
  say('searching');
  try {
    await stream('/api/query', {query, variant: state.variant, limit: 100000}, (row) => {
      if (row.progress) say(`${number.format(row.progress.done)} of ${number.format(row.progress.all)} games, ${number.format(hits)} hits`);
      else if (row.error) throw new Error(row.error.message);
      else if (row.hits !== undefined) say(`${number.format(row.hits)} hits${row.more ? ', and more' : ''}`);
      else {
        ++hits;
        list.add(row);
      }
    }, own.signal);
  } catch (error) {
    say(own.signal.aborted ? `stopped: ${number.format(hits)} hits` : error.message);
    if (error.column) showFault(error);
  }
  if (running === own) byId('search-stop').hidden = true;
}
