// @ts-check
// The state of the page, and everything that changes it: address, keys, buttons, clicks.

import {Board, positionInWords} from './board.js';
import {gameNumber, overview} from './data.js';
import {around, byId, html, within} from './dom.js';
import {Graph} from './graph.js';
import {followLanguage, isJapanese, languageAddress, nameSidesOf, setUpLanguage, t, translatePage} from './language.js';
import {GameList} from './list.js';
import {hasJudgements, isFiltered, isMarked, markedFrom, nextVariation, showFilter} from './marks.js';
import {branchParts, markMove, moveRows} from './moves.js';
import {showNames, stepByWheel} from './names.js';
import {noteParts} from './note.js';
import {showNumbers} from './numbers.js';
import {showHeading} from './panels.js';
import {remember, settings, supply} from './settings.js';
import {lineFrom, mainAncestor, moveLabel, nameMoves} from './tree.js';

supply({
  pieces: isJapanese ? 'kanji' : overview.pieces,
  notation: isJapanese ? 'japanese' : 'move',
  arrows: true,
  flipped: false
});
translatePage();
setUpLanguage(byId('language'));

/** Of several games without a title: how many. */
export function reportTitle() {
  const [, n] = /^(\d+) games$/.exec(overview.title) || [];
  return n ? t('{n} {n|game|games}', {n: Number(n)}) : overview.title;
}

const board = new Board(byId('board'));
const graph = new Graph(byId('graph'), (ply) => go(game.main[ply]));
const list = overview.games.length > 1 ? new GameList() : null;
/**
 * The game that was opened last, and the node of it that is shown.
 * @type {ShownGame}
 */
let game;
/** @type {GameNode} */
let node;
/** Whether the game is in sight, not the list. */
let isOpen = false;

/** Shows the list or a game, as the address says: "#2/45" is node 45 of game 2. */
function showAddress() {
  clearTimeout(addressTimer);
  seen = location.hash;
  const [place, ...rest] = location.hash.slice(1).split('&');
  if (followLanguage(new URLSearchParams(rest.join('&')).get('lang'))) return;
  const [number, id] = place.split('/').map(Number);
  const next = number ? gameNumber(number) : list ? null : gameNumber(1);
  byId('list').hidden = Boolean(next);
  byId('game').hidden = !next;
  if (!next) {
    isOpen = false;
    document.title = reportTitle();
    return;
  }
  if (next !== game || !isOpen) openGame(next);
  go(game.nodes[id] || game.root);
}

/** @param {ShownGame} next */
function openGame(next) {
  game = next;
  isOpen = true;
  nameSidesOf(game.root.sfen + ' 1', game.board.start);
  nameMoves(game);
  const row = overview.games[game.number - 1];
  document.title = list ? `${row.black || t('Black')} - ${row.white || t('White')}` : reportTitle();
  byId('games-nav').hidden = !list;
  showLink(byId('game-before'), game.number - 1);
  showLink(byId('game-after'), game.number + 1);
  byId('graph-area').hidden = !game.hasGraph;
  byId('game').classList.toggle('has-graph', game.hasGraph);
  showHeading(game);
  showNumbers(byId('numbers'), game);
  showFilter(game);
  for (const name of ['marked-before', 'marked-after'])
    within(document, `[data-do=${name}]`).hidden = !hasJudgements(game);
  node = game.root;
  showMoves();
}

/** @param {HTMLAnchorElement} link @param {number} number */
function showLink(link, number) {
  link.hidden = number < 1 || number > overview.games.length;
  link.href = `#${number}/0`;
}

function showMoves() {
  byId('moves').replaceChildren(...moveRows(game, isFiltered() ? isMarked : null));
  graph.show(game, isMarked);
  showNode();
}

/**
 * Shows the position after `next`.
 * @param {GameNode | undefined} next
 */
function go(next) {
  if (!next) return;
  node = next;
  showNode();
  rememberAddress();
}

function showNode() {
  showBoard();
  byId('now').replaceChildren(...noteParts(game, node, 'h2'));
  const branches = branchParts(game, node);
  byId('branches').hidden = branches.length === 0;
  byId('branches').replaceChildren(...branches);
  within(byId('words'), 'div').replaceChildren(
      ...positionInWords(game, node).map((text) => html('p', {}, text)), html('p', {}, html('code', {}, node.sfen)));
  markMove(byId('moves'), node);
  graph.moveCursor(node);
}

function showBoard() {
  const {arrows, flipped} = settings;
  board.draw(game, node, {arrows, flipped, pieces: settings.pieces});
  const {black, white} = overview.games[game.number - 1];
  showNames(black || white ? {b: black, w: white} : null, node, flipped);
  byId('board').setAttribute(
    'aria-label', node.text ? t('Board after {move}', {move: moveLabel(node)}) : t('Board at the start'));
}

// Browsers refuse many changes of the address in a short time: wait until stepping pauses.
let addressTimer = 0;
/** What the page has seen of its address: another one has just been entered, and is not overwritten. */
let seen = location.hash;
function rememberAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    if (!isOpen || location.hash !== seen) return;
    history.replaceState(null, '', `#${game.number}/${node.id}${languagePart()}`);
    seen = location.hash;
  }, 300);
}

function languagePart() {
  const {lang} = languageAddress;
  return lang ? `&lang=${lang}` : '';
}

/** @param {Partial<Settings>} changes */
function change(changes) {
  remember(changes);
  showLooks();
  if (!isOpen) return;
  nameMoves(game);
  showMoves();
}

function showLooks() {
  byId('pieces').value = settings.pieces;
  byId('notation').value = settings.notation;
  byId('arrows').checked = settings.arrows;
  within(document, '[data-do=flip]').setAttribute('aria-pressed', `${settings.flipped}`);
}

/** @type {Record<string, () => void>} */
const actions = {
  'first': () => go(game.root),
  'back': () => go(node.before_it),
  'forward': () => go(node.children[0]),
  'last': () => go(lineFrom(node).pop()),
  'marked-before': () => go(markedFrom(game, node, -1)),
  'marked-after': () => go(markedFrom(game, node, 1)),
  'variation': () => go(nextVariation(node)),
  'main': () => go(mainAncestor(node)),
  'flip': () => change({flipped: !settings.flipped}),
};

/** @type {Record<string, string>} */
const keys = {
  ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last',
  n: 'marked-after', p: 'marked-before', v: 'variation', m: 'main', f: 'flip',
};
/** @type {Record<string, string>} */
const sliderKeys = {ArrowDown: 'back', ArrowUp: 'forward'};

document.addEventListener('keydown', (event) => {
  if (!isOpen || event.altKey || event.ctrlKey || event.metaKey) return;
  if (around(event, 'select, input[type=search]')) return;
  const action = keys[event.key] || (event.target === byId('graph') && sliderKeys[event.key]);
  if (!action) return;
  event.preventDefault();
  actions[action]();
});

document.addEventListener('click', (event) => {
  const target = around(event, '[data-do], [data-node]');
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (target.dataset.do) actions[target.dataset.do]();
  else go(game.nodes[Number(target.dataset.node)]);
});

byId('filter').addEventListener('change', showMoves);
byId('arrows').addEventListener('change', () => change({arrows: byId('arrows').checked}));
for (const select of [byId('pieces'), byId('notation')])
  select.addEventListener('change', () => change({[select.id]: select.value}));
stepByWheel(byId('board'), (direction) => actions[direction > 0 ? 'forward' : 'back']());
showLooks();
window.addEventListener('hashchange', showAddress);
showAddress();
