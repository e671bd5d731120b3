// @ts-check
// Live analysis of the position on the board, and the mate solver.

import {events, stream} from './api.js';
import {byId, html} from './dom.js';
import {language, listed, t} from './language.js';
import {inNotation, remember, settings} from './settings.js';
import {given} from './session.js';
import {here, play, setLine, state} from './state.js';
import {scoreText} from './tree.js';

const roundNumber = new Intl.NumberFormat(language, {notation: 'compact'});
/** @type {{close: () => void} | null} */
let source = null;
/** @type {(Analysis & {side: Side}) | null} */
let latest = null;
let timer = 0;
/** @type {(moves: string[]) => void} */
let showArrows = () => {};
/** @type {(move: string | null) => void} */
let pointAt = () => {};
/** @type {(chance: number | undefined) => void} */
let showChance = () => {};
let begun = 0;
/** @type {AbortController | null} */
let solving = null;
/** @type {Mate | null} */
let mate = null;

/**
 * `onArrows` gets the first moves of the lines, `onPoint` the one that is pointed at or null, `onChance` Black's chance
 * or undefined.
 * @param {About} about
 * @param {(moves: string[]) => void} onArrows
 * @param {(move: string | null) => void} onPoint
 * @param {(chance: number | undefined) => void} onChance
 */
export function setUpEngine({engines}, onArrows, onPoint, onChance) {
  [showArrows, pointAt, showChance] = [onArrows, onPoint, onChance];
  if (!engines.includes(settings.engine)) remember({engine: engines[0]});
  /** @type {NodeListOf<HTMLSelectElement>} */
  const selects = document.querySelectorAll('[data-engine]');
  for (const select of selects) {
    select.replaceChildren(...engines.map((name) => html('option', {}, name)));
    select.labels[0].hidden = engines.length === 1;
    select.value = settings.engine;
    select.addEventListener('change', () => {
      for (const other of selects) other.value = select.value;
      choose({engine: select.value});
    });
  }
  byId('engine-go').addEventListener('click', () => (source ? stopEngine() : startEngine()));
  byId('engine-lines').value = `${settings.lines}`;
  byId('engine-lines').addEventListener('change', () => choose({lines: Number(byId('engine-lines').value)}));
  byId('mate-go').addEventListener('click', () => (solving ? solving.abort() : solve()));
  byId('mate-show')
    .addEventListener(
      'click', () => setLine({...state, moves: [...state.moves.slice(0, state.ply), ...(mate?.usi || [])]}));
}

/** @param {Partial<Settings>} chosen */
function choose(chosen) {
  remember(chosen);
  if (source) startEngine();
}

function startEngine() {
  source?.close();
  latest = null;
  const side = state.position.side;
  byId('engine-state').textContent = t('thinking');
  begun = performance.now();
  const own = events('/api/analysis', {...here(), lines: settings.lines, engine: settings.engine}, (analysis) => {
    latest = {...analysis, side};
    drawEngine();
  }, (error) => {
    if (source !== own) return;
    source = null;
    setButton();
    if (error) byId('engine-state').textContent = error.message;
  });
  source = own;
  setButton();
}

function stopEngine() {
  clearTimeout(timer);
  source?.close();
  source = null;
  if (!latest) byId('engine-state').textContent = '';
  setButton();
}

function setButton() {
  byId('engine-go').textContent = t(source ? 'Stop engine' : 'Start engine');
  byId('engine-go').setAttribute('aria-pressed', source ? 'true' : 'false');
  // Room for all its lines is kept while it runs: nothing below moves.
  byId('engine-result').style.minHeight = source || latest ? `${settings.lines * 1.7}rem` : '';
}

/** Another position is shown: a running engine goes on with it, old lines go. */
export function followBoard() {
  latest = null;
  showArrows([]);
  pointAt(null);
  showChance(undefined);
  byId('engine-result').replaceChildren();
  forgetMate();
  clearTimeout(timer);
  if (source && state.position.legal_moves > 0) {
    source.close();
    // Who steps through a line does not want an analysis of every position on the way.
    timer = setTimeout(startEngine, 200);
  } else {
    stopEngine();
    byId('engine-state').textContent = '';
  }
}

export function drawEngine() {
  drawMate();
  if (!latest) return;
  const {engine, depth, nodes, lines, side} = latest;
  const speed = nodes / Math.max(0.001, (performance.now() - begun) / 1000);
  byId('engine-state').textContent = listed([t('depth {n}', {n: depth}), t('{n} nodes', {n: roundNumber.format(nodes)}),
    source && t('{n}/s', {n: roundNumber.format(speed)}), engine]);
  const list = byId('engine-result');
  while (list.children.length > lines.length) list.lastChild?.remove();
  while (list.children.length < lines.length) list.append(lineRow(list.children.length));
  for (const [i, line] of lines.entries()) {
    const [button, moves] = list.children[i].children;
    button.textContent = line.score ? scoreText(line.score, side, given.about.variants[state.variant]) : t('no score');
    moves.textContent = inNotation(line);
  }
  showArrows(lines.map((line) => line.usi[0]));
  const chance = lines[0]?.chance ?? undefined;
  showChance(chance === undefined || side === 'black' ? chance : 100 - chance);
}

// A row stays while its line changes: a click on it may be half done.
/** @param {number} i */
function lineRow(i) {
  const button = html('button', {class: 'move-button', title: t('Play the first move')});
  const row = html('li', {}, button, ' ', html('span', {class: 'pv'}));
  row.addEventListener('click', () => latest?.lines[i] && play(latest.lines[i].usi[0]));
  for (const name of ['pointerenter', 'focusin'])
    row.addEventListener(name, () => pointAt(latest?.lines[i]?.usi[0] || null));
  for (const name of ['pointerleave', 'focusout']) row.addEventListener(name, () => pointAt(null));
  return row;
}

async function solve() {
  forgetMate();
  const own = new AbortController();
  solving = own;
  byId('mate-go').textContent = t('Stop');
  byId('mate-state').textContent = t('searching');
  try {
    await stream('/api/mate', here(), (object) => {
      if (object.error) throw new Error(object.error.message);
      mate = object;
    }, own.signal);
    drawMate();
  } catch (error) {
    if (solving === own) byId('mate-state').textContent = error.name === 'AbortError' ? t('stopped') : error.message;
  }
  if (solving !== own) return;
  solving = null;
  byId('mate-go').textContent = t('Find a mate');
}

function drawMate() {
  byId('mate-show').hidden = !mate || mate.plies === 0;
  if (!mate) return;
  const {verdict, plies, shortest} = mate;
  const found = shortest ? 'Mate in {n} {n|ply|plies}, the shortest: {line}' : 'Mate in {n} {n|ply|plies}: {line}';
  const words = {
    'mate': found,
    'no mate': 'There is no mate by checks.',
    'unknown': 'No mate was found within the time limit.'
  };
  byId('mate-state').textContent = t(words[verdict], {n: plies, line: inNotation(mate)});
}

function forgetMate() {
  solving?.abort();
  solving = null;
  mate = null;
  byId('mate-go').textContent = t('Find a mate');
  byId('mate-state').textContent = '';
  byId('mate-show').hidden = true;
}
