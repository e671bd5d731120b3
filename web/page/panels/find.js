// @ts-check
// One box for everything: a player, an event, a game's number, moves, a query, a position, a pasted record.

import {get, post} from './api.js';
import {around, byId, html} from './dom.js';
import {t} from './language.js';
import {state} from './state.js';

/**
 * @typedef {object} Actions
 * @property {(name: string) => void} player
 * @property {(name: string) => void} event
 * @property {(game: number) => void} game
 * @property {(text: string) => void} query
 * @property {(line: Line) => void} show
 */

/** @type {Record<NameKind, string>} */
const namedGames = {player: 'Player {name}, {n} {n|game|games}', event: 'Event {name}, {n} {n|game|games}'};
/**
 * What can be done with the text, the likeliest first: {words, act}.
 * @type {Choice[]}
 */
let choices = [];
let current = 0;
let asked = 0;
let timer = 0;
/** @type {Actions} */
let act;

/**
 * `actions`: player(name), event(name), game(number), query(text), show(position) do what their names say.
 * @param {Actions} actions
 */
export function setUpFind(actions) {
  act = actions;
  const box = byId('find-all'), list = byId('find-list');
  box.addEventListener('input', () => offerSoon(120));
  box.addEventListener('paste', (event) => {
    // A record has lines, which the box would lose.
    const text = event.clipboardData?.getData('text') || '';
    if (!text.trim().includes('\n')) return;
    event.preventDefault();
    take(text);
  });
  box.addEventListener('keydown', key);
  box.addEventListener('blur', close);
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const row = around(event, '[data-choice]');
    if (row) choose(Number(row.dataset.choice));
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    box.focus();
    box.select();
  });
}

/** @param {number} delay */
function offerSoon(delay) {
  clearTimeout(timer);
  timer = setTimeout(() => offer(byId('find-all').value.trim()).catch(() => {}), delay);
}

/** @param {string} text */
async function offer(text) {
  const own = ++asked;
  const found = text ? await choicesFor(text) : [];
  if (own !== asked) return;
  [choices, current] = [found, 0];
  draw();
}

// A pasted record is shown at once.
/** @param {string} text */
async function take(text) {
  const [first] = await positionChoice(text);
  if (first) first.act();
  else byId('find-all').value = text.trim().split('\n')[0];
}

/** @param {string} text */
async function choicesFor(text) {
  const number = /^#?([1-9]\d*)$/.exec(text);
  const answers = await Promise.all([
    number ? [{words: t('Open game {n}', {n: number[1]}), act: () => act.game(Number(number[1]))}] : [],
    positionChoice(text), nameChoices('player', text), nameChoices('event', text), queryChoice(text)]);
  return answers.flat();
}

/** @param {NameKind} kind @param {string} text @returns {Promise<Choice[]>} */
async function nameChoices(kind, text) {
  if (text.length < 2) return [];
  const rows = (await get(`/api/${kind}s`, {name: text, limit: 4}))[`${kind}s`];
  return rows.map((row) => ({name: row[kind] || '', n: row.games})).filter(({name}) => name).map(({name, n}) => ({
    words: t(namedGames[kind], {name, n}), act: () => act[kind](name)}));
}

/** @param {string} query @returns {Promise<Choice[]>} */
async function queryChoice(query) {
  const {ok} = await get('/api/query/check', {query, variant: state.variant});
  return ok ? [{words: t('Search the moves for {query}', {query}), act: () => act.query(query)}] : [];
}

// An SFEN, moves, a record, a diagram. One word is seldom any of them.
/** @param {string} text @returns {Promise<Choice[]>} */
async function positionChoice(text) {
  const {position, form} =
    await post('/api/read', text, {variant: state.variant}).catch(() => ({position: undefined, form: undefined}));
  if (!position) return [];
  const moves = position.line.map(({usi}) => usi);
  const ply = ['sfen', 'diagram'].includes(form || '') ? 0 : moves.length;
  const line = {variant: position.variant, start: position.start, moves, ply};
  return [{words: t('Show it on the board'), act: () => act.show(line)}];
}

function draw() {
  const box = byId('find-all'), list = byId('find-list');
  list.hidden = choices.length === 0;
  box.setAttribute('aria-expanded', choices.length > 0 ? 'true' : 'false');
  list.replaceChildren(...choices.map(({words}, i) => html('div', {
    'role': 'option', 'id': `find-${i}`, 'data-choice': i, 'aria-selected': i === current ? 'true' : 'false',
  }, html('bdi', {}, words))));
  if (choices.length > 0) box.setAttribute('aria-activedescendant', `find-${current}`);
  else box.removeAttribute('aria-activedescendant');
}

function close() {
  ++asked;
  clearTimeout(timer);
  choices = [];
  draw();
}

/** @param {KeyboardEvent} event */
function key(event) {
  const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (step && choices.length > 0) {
    current = (current + step + choices.length) % choices.length;
    draw();
  } else if (event.key === 'Enter') enter();
  else if (event.key === 'Escape') close();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

// Who types fast does not wait for the list.
async function enter() {
  if (choices.length === 0) await offer(byId('find-all').value.trim());
  if (choices.length > 0) choose(current);
}

/** @param {number} i */
function choose(i) {
  const {act: chosen} = choices[i];
  byId('find-all').value = '';
  close();
  byId('find-all').blur();
  chosen();
}
