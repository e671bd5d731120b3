// @ts-check
// Games judged by an engine. A run ends with its page; asked again, it skips the games that are done.

import {get, post, stream} from './api.js';
import {byId} from './dom.js';
import {filtersHere} from './filters.js';
import {listed, t} from './language.js';
import {remember, settings} from './settings.js';
import {openedGame} from './state.js';
import {offerUndo} from './undo.js';

/** Nodes a position; `undefined` leaves it to the server, which gives one game more than each of many. */
/** @type {Record<string, number | undefined>} */
const efforts = {quick: 20000, normal: undefined, deep: 1000000};

/** @type {(game: number) => void} */
let onAnnotated = () => {};
/** @type {AbortController | null} */
let running = null;
/** @type {{path: string, parameters: Wanted} | null} */
let request = null;

/**
 * `annotated` is called with the number of each game that is done.
 * @param {About} server
 * @param {(game: number) => void} annotated
 */
export function setUpAnnotation(server, annotated) {
  /** @type {NodeListOf<HTMLElement>} */
  const parts = document.querySelectorAll('[data-annotate]');
  for (const element of parts) element.hidden = !server.writes;
  if (!server.writes) return;
  onAnnotated = annotated;
  /** @type {NodeListOf<HTMLSelectElement>} */
  const selects = document.querySelectorAll('[data-effort]');
  for (const select of selects) {
    select.value = settings.effort;
    select.addEventListener('change', () => {
      remember({effort: select.value});
      for (const other of selects) other.value = select.value;
    });
  }
  byId('annotate-game').addEventListener('click', () => {
    begin(`/api/games/${openedGame().stored.game}/annotate`, {});
  });
  byId('annotate-clear').addEventListener('click', clear);
  byId('annotate-games').addEventListener('toggle', countGames);
  byId('annotate-all').addEventListener('click', () => begin('/api/annotate', filtersHere()));
  byId('job-stop').addEventListener('click', () => running?.abort());
  byId('job-continue').addEventListener('click', run);
  byId('job-close').addEventListener('click', () => { byId('job').hidden = true; });
}

/** @type {Record<string, string>} */
const limitWords = {nodes: '{n} nodes', depth: 'depth {n}', movetime: '{n} ms'};
/**
 * "nodes 20000 multipv 2" in words, as far as there are any.
 * @param {string} limits
 */
const effort = (limits) => listed(limits.split(/;? (?=[a-z])/).map((part) => {
  const [word, n] = part.split(' ');
  return word in limitWords ? t(limitWords[word], {n: Number(n)}) : part;
}));

/**
 * What the game's panel says about its annotation.
 * @param {StoredGame} stored
 */
export function showAnnotation({annotation}) {
  byId('annotate-state').textContent = annotation ?
    t('Annotated by {engine}, {limits}.', {engine: annotation.engine, limits: effort(annotation.limits)}) :
    '';
  byId('annotate-game').textContent = t(annotation ? 'Annotate again' : 'Annotate this game');
  byId('annotate-clear').hidden = !annotation;
}

async function countGames() {
  if (!byId('annotate-games').open) return;
  const {games} = await get('/api/count', filtersHere());
  byId('annotate-all').disabled = games === 0;
  byId('annotate-all').textContent = t('Annotate {n} {n|game|games}', {n: games});
}

/** @param {string} path @param {Wanted} parameters */
function begin(path, parameters) {
  if (running) return say(t('An annotation is running already. Stop it first, or wait for its end.'));
  request = {path, parameters: {...parameters, nodes: efforts[settings.effort], engine: settings.engine}};
  return run();
}

async function run() {
  if (!request) return;
  running = new AbortController();
  showButtons();
  say('');
  byId('job').hidden = false;
  byId('job-text').textContent = t('Starting');
  byId('job-progress').removeAttribute('value');
  try {
    await stream(request.path, request.parameters, follow, running.signal, 'POST');
  } catch (error) {
    say(error.name === 'AbortError' ? t('Stopped: what is done is stored.') : error.message);
  }
  end();
}

function end() {
  running = null;
  showButtons();
}

/** @param {AnnotationPart} object */
function follow(object) {
  if (object.progress) return showProgress(object.progress);
  if (object.error) return say(object.error.message);
  if (object.message) return say(object.message);
  if (object.annotated === undefined) return object.game === undefined ? undefined : onAnnotated(object.game);
  const {annotated, annotated_before: before, failed, given_up: given} = object;
  request = null;
  byId('job-text').textContent = '';
  byId('job-progress').value = 1;
  return say(listed([t('{n} annotated', {n: annotated}), before > 0 && t('{n} annotated before', {n: before}),
    failed > 0 && t('{n} failed', {n: failed}), given && t('given up')]));
}

/** @param {{done: number, all: number, game: number, positions_done: number, positions: number}} progress */
function showProgress({done, all, game, positions_done: at, positions}) {
  const share = positions > 0 ? at / positions : 0;
  byId('job-progress').value = (done + share) / all;
  const which = all > 1 ? t('Annotating {n} of {all} games: game {game}', {n: done + 1, all, game: `${game}`}) :
    t('Annotating game {game}', {game: `${game}`});
  const where = positions > 0 ? [t('position {at} of {positions}', {at, positions})] : [];
  byId('job-text').textContent = listed([which, ...where]);
}

function showButtons() {
  byId('job-stop').hidden = !running;
  byId('job-continue').hidden = Boolean(running) || !request;
  byId('job-close').hidden = Boolean(running);
}

/** @param {string} text */
function say(text) {
  byId('job').hidden = false;
  byId('job-end').textContent = text;
}

async function clear() {
  const {game} = openedGame().stored;
  try {
    await post(`/api/games/${game}/clear`, '');
    onAnnotated(game);
    byId('job').hidden = false;
    byId('job-end').textContent = t('annotation removed');
    await offerUndo(byId('job-end'), () => onAnnotated(game));
  } catch (error) {
    say(error.message);
  }
}
