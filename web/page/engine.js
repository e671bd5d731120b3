// Live analysis of the position on the board.

import {events} from './api.js';
import {byId, html} from './dom.js';
import {inNotation, remember, settings} from './settings.js';
import {here, play, state} from './state.js';

let source = null;
let latest = null;
let timer = 0;
let showArrows = () => {};

export function setUpEngine(onArrows) {
  showArrows = onArrows;
  byId('engine-go').addEventListener('click', () => (source ? stopEngine() : startEngine()));
  byId('engine-lines').value = `${settings.lines}`;
  byId('engine-lines').addEventListener('change', (event) => {
    remember({lines: Number(event.target.value)});
    if (source) startEngine();
  });
}

export function startEngine() {
  source?.close();
  latest = null;
  const side = state.position.side;
  byId('engine-state').textContent = 'thinking';
  const own = events('/api/analysis', {...here(), lines: settings.lines}, (analysis) => {
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
  setButton();
}

function setButton() {
  byId('engine-go').textContent = source ? 'Stop engine' : 'Start engine';
  byId('engine-go').setAttribute('aria-pressed', source ? 'true' : 'false');
}

/** Another position is shown: a running engine goes on with it, old lines go. */
export function followBoard() {
  latest = null;
  showArrows([]);
  byId('engine-result').replaceChildren();
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

/** As players write it, from Black's view: +432 in Shogi, +4.32 in Yari Shogi. */
export function scoreText(score, side, variant) {
  const view = side === 'black' ? 1 : -1;
  if (score.mate !== undefined) {
    const wins = score.mate > 0 ? side : side === 'black' ? 'white' : 'black';
    return `${wins === 'black' ? 'Black' : 'White'} mates${score.mate === 0 ? 'd' : ` in ${Math.abs(score.mate)}`}`;
  }
  const value = score.cp * view;
  const digits = variant === 'shogi' ? `${Math.abs(value)}` : (Math.abs(value) / 100).toFixed(2);
  return `${value >= 0 ? '+' : '−'}${digits}`;
}

export function drawEngine() {
  if (!latest) return;
  const {engine, depth, nodes, lines, side} = latest;
  byId('engine-state').textContent = `${engine}, depth ${depth}, ${new Intl.NumberFormat('en', {notation: 'compact'}).format(nodes)} nodes`;
  byId('engine-result').replaceChildren(...lines.map((line) => {
    const button = html('button', {class: 'move-button', title: 'Play the first move'}, scoreText(line.score, side, state.variant));
    button.addEventListener('click', () => play(line.usi[0]));
    return html('li', {}, button, ' ', html('span', {class: 'pv'}, inNotation(line)));
  }));
  showArrows(lines.map((line) => line.usi[0]));
}
