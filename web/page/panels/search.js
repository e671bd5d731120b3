// @ts-check
// The query language: completed and checked while it is typed, searched with progress.

import {get, stream} from './api.js';
import {Completion} from './complete.js';
import {byId, html} from './dom.js';
import {faultOfFilter, filters, setFilter} from './filters.js';
import {gameCells} from './games.js';
import {t} from './language.js';
import {state} from './state.js';
import {VirtualList} from './virtual.js';

/** @type {VirtualList} */
let list;
/** @type {AbortController | null} */
let running = null;
/**
 * What the list shows.
 * @type {ReturnType<typeof wantedSearch> | null}
 */
let searched = null;

/** @type {Record<string, (a: GameRow, b: GameRow) => number>} */
const orders = {
  'game': (a, b) => a.game - b.game || a.ply - b.ply,
  'date': (a, b) => compareTexts(a.date, b.date),
  'date 1': (a, b) => compareTexts(b.date, a.date),
  'black': (a, b) => compareTexts(a.black, b.black),
  'white': (a, b) => compareTexts(a.white, b.white),
};
// What is not known comes last.
/** @param {string | null} a @param {string | null} b */
function compareTexts(a, b) {
  return !a === !b ? (a || '').localeCompare(b || '') : Number(!a) - Number(!b);
}

/** What a search asks for, as parameters of the API. */
export const wantedSearch = () => ({...filters(), query: byId('query').value.trim(), variant: state.variant});

/** The games of the hits, as parameters of the API; null before a search. */
export const foundGames = () => searched;

/** @param {(hit: GameRow, ply: number) => void} openAt */
export function setUpSearch(openAt) {
  list = new VirtualList(byId('hits'), gameCells, (hit) => openAt(hit, hit.ply));
  const box = byId('query');
  const completion = new Completion(box, byId('query-words'), () => state.variant, checkSoon);
  box.addEventListener('input', checkSoon);
  box.addEventListener('scroll', () => { byId('query-mirror').scrollTop = box.scrollTop; });
  byId('search-form').addEventListener('submit', (event) => {
    event.preventDefault();
    search();
  });
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.defaultPrevented) return;
    event.preventDefault();
    completion.close();
    search();
  });
  byId('search-stop').addEventListener('click', () => running?.abort());
  byId('hits-sort').addEventListener('change', sort);
  /** @type {NodeListOf<HTMLElement>} */
  const examples = document.querySelectorAll('[data-query]');
  for (const button of examples) button.addEventListener('click', () => searchFor(button.dataset.query || ''));
}

/**
 * Puts a query into the box and searches.
 * @param {string} query
 */
export function searchFor(query) {
  byId('query').value = query;
  check();
  search();
}

/** A search that was saved: its query and its filter. */
export function useSaved({query = '', ...conditions}) {
  delete conditions.variant;
  setFilter(conditions);
  searchFor(query);
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
/** @param {{message: string, column?: number} | null} fault */
function showFault(fault) {
  const box = byId('query');
  box.setAttribute('aria-invalid', fault ? 'true' : 'false');
  byId('query-fault').textContent = fault ? fault.message : '';
  if (!fault) return byId('query-mirror').replaceChildren();
  const signs = [...box.value];
  const at = Math.min(Math.max(0, (fault.column || 1) - 1), signs.length);
  const end = Math.max(at + 1, signs.findIndex((sign, i) => i > at && /[\s()]/.test(sign)));
  const word = signs.slice(at, end > at + 1 || signs.length <= at + 1 ? end : signs.length).join('');
  return byId('query-mirror')
    .replaceChildren(signs.slice(0, at).join(''), html('span', {class: 'fault'}, word || '\u00a0\u00a0'));
}

const sort = () => list.sort(orders[byId('hits-sort').value]);

async function search() {
  running?.abort();
  const wanted = wantedSearch();
  if (!wanted.query) {
    byId('search-state').textContent =
      t('Type a query, or paint a pattern. To find games by players or dates alone, use Games.');
    return;
  }
  const own = new AbortController();
  running = own;
  searched = wanted;
  list.reset(0);
  byId('search-stop').hidden = false;
  /** @param {string} text */
  const say = (text) => { if (running === own) byId('search-state').textContent = text; };
  let hits = 0;
  say(t('searching'));
  try {
    await stream('/api/query', {...wanted, openings: true, limit: 100000}, (row) => {
      if (row.progress) say(t('{n} of {all} games, {hits} hits', {n: row.progress.done, all: row.progress.all, hits}));
      else if (row.error) throw new Error(row.error.message);
      else if (row.hits !== undefined) say(t(row.more ? '{hits} hits, and more' : '{hits} hits', row));
      else {
        ++hits;
        list.add(row);
      }
    }, own.signal);
  } catch (error) {
    say(own.signal.aborted ? t('stopped: {hits} hits', {hits}) : faultOfFilter(error));
    if (error.column && error.parameter === 'query') showFault(error);
  }
  if (running !== own) return;
  byId('search-stop').hidden = true;
  if (byId('hits-sort').value !== 'game') sort();
}
