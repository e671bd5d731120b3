// @ts-check
// The page of `yari serve`: puts its parts together.

import {setUpAnnotation} from './annotate.js';
import {countChange, get} from './api.js';
import {positionInWords} from './board.js';
import {around, byId, html} from './dom.js';
import {setUpEdits} from './edit.js';
import {setUpFind} from './find.js';
import {drawEngine, followBoard, setUpEngine} from './engine.js';
import {drawExplorer, setUpExplorer, showExplorer} from './explorer.js';
import {setUpExport} from './export.js';
import {completeNames, filterAddress, onFilter, setFilter, setFilterFrom, setUpFilters} from './filters.js';
import {
  backToGame, followGame, openGame, readAgain, renameMoves, setUpGame, showGame, stepMarked, stepVariation,
} from './game.js';
import {listedGames, setUpGames, showGames} from './games.js';
import {keep, restore} from './keep.js';
import {setUpImport} from './import.js';
import {showChance} from './chance.js';
import {cameByKeyboard} from './focus.js';
import {followLanguage, isJapanese, languageAddress, nameSidesOf, sideName, t} from './language.js';
import {showNames, stepByWheel} from './names.js';
import {PlayBoard} from './play.js';
import {setUpSaved} from './saved.js';
import {foundGames, searchFor, setUpSearch, useSaved, wantedSearch} from './search.js';
import {given, serverIsBack, whenLost} from './session.js';
import {begin, setUpSetup} from './setup.js';
import {knock} from './sound.js';
import {setUpStore, showStore} from './store.js';
import {inNotation, remember, settings, supply} from './settings.js';
import {markGame, openNext} from './virtual.js';
import {currentNode, goTo, onChange, otherMoves, play, setLine, state, takeBack} from './state.js';
import {winnerText} from './tree.js';

supply({
  pieces: 'kanji',
  notation: isJapanese ? 'japanese' : 'move',
  arrows: true,
  flipped: false,
  variant: '',
  theme: '',
  pulled: false,
  tab: 'explorer',
  lines: 3,
  engine: '',
  editing: false,
  sound: false,
  effort: 'normal',
  mateIn: 0,
  format: 'kif'
});
/** @param {string} text */
const say = (text) => { byId('said').textContent = text; };
/** What the server knows about the database and the games. */
const {about} = given;
const board = new PlayBoard(
  byId('board'), (usi) => ([puzzles, drill].find((panel) => panel?.isSolving())?.answer(usi) ?? play(usi)), say);
/** Longer lines are not kept in the address, but their position. */
const mostMoves = 300;
const tabs = ['explorer', 'games', 'search', 'players', 'game', 'puzzles', ...(about.writes ? ['drill'] : [])];

/**
 * Where there is room beside the board, the stands are there; on an upright phone they are above and below, and the
 * board fills the width.
 */
const hasRoomBeside = matchMedia('(min-width: 48rem), (orientation: landscape) and (max-height: 34rem)');

function looks() {
  return {
    pieces: settings.pieces,
    arrows: settings.arrows,
    flipped: settings.flipped,
    stands: hasRoomBeside.matches ? 'side' : ''
  };
}

/** @type {() => NodeListOf<HTMLInputElement>} */
const variantRadios = () => document.querySelectorAll('[name=variant]');

function showBoard() {
  const {position} = state;
  const even = about.variants[state.variant].start;
  nameSidesOf(state.start === 'startpos' ? even : state.start, even);
  board.show(about.variants[state.variant], position.sfen, position.partial ? null : position.moves,
    state.moves[state.ply - 1], looks(), currentNode());
  const stored = state.game && state.game.stored;
  showNames(stored && (stored.black || stored.white) ? {b: stored.black, w: stored.white} : null,
    state.game && currentNode(), settings.flipped);
  showChance(byId('chance'), currentNode()?.chance, settings.flipped);
  byId('flip').setAttribute('aria-pressed', settings.flipped ? 'true' : 'false');
  for (const radio of variantRadios()) radio.checked = radio.value === state.variant;
  byId('words').replaceChildren(...positionInWords(
    {board: about.variants[state.variant]}, {sfen: position.sfen,
      check: position.in_check}).map((text) => html('p', {}, text)));
  byId('board').setAttribute('aria-label', t('Board, {game}: {move}, {side} to move',
      {game: t(about.variants[state.variant].name), move: moveText() || t('start'), side: sideName(position.side)}));
}

function moveText() {
  const last = state.position.line.at(-1);
  return last ? inNotation(last) : '';
}

function showLine() {
  const {position} = state;
  byId('turn').textContent = position.ending ?
    t('{result}: {ending}', {result: winnerText(position.result), ending: t(position.ending)}) :
    t(position.in_check ? '{side} to move, check' : '{side} to move', {side: sideName(position.side)});
  byId('line').hidden = Boolean(currentNode());
  for (const id of ['game-title', 'course-game']) byId(id).hidden = !state.game;
  const line = [...position.line];
  byId('line').replaceChildren(...(line.length === 0 ?
      [html('span', {class: 'soft'}, t('No moves yet: click a piece, then where it goes.'))] :
      line.slice(-12).flatMap((move, i, all) => {
        const ply = line.length - all.length + i + 1;
        const button = html('button',
          {'class': 'move-button', 'aria-current': i === all.length - 1 ? 'true' : undefined}, inNotation(move));
        button.addEventListener('click', () => goTo(ply));
        return [button, ' '];
      })));
  const others = position.moves.filter(({usi}) => otherMoves().includes(usi));
  byId('others').replaceChildren(...(others.length === 0 ? [] : [t('Also played here: '), ...others.flatMap((move) => {
    const button = html('button', {class: 'move-button'}, inNotation(move));
    button.addEventListener('click', () => play(move.usi));
    return [button, ' '];
  })]));
  for (const button of [byId('first'), byId('back'), byId('take-back')]) button.disabled = state.ply === 0;
  for (const button of [byId('forward'), byId('last')]) button.disabled = state.ply >= state.moves.length;
}

/** @param {string} name */
function showTab(name) {
  remember({tab: name});
  for (const tab of tabs) {
    byId(`tab-${tab}`).setAttribute('aria-selected', tab === name ? 'true' : 'false');
    byId(`tab-${tab}`).tabIndex = tab === name ? 0 : -1;
    byId(`panel-${tab}`).hidden = tab !== name;
  }
  byId('filters').hidden = !['explorer', 'games', 'search', 'puzzles'].includes(name);
  refresh();
}

// Only what is in sight is asked for.
function refresh() {
  if (!state.position) return;
  if (settings.tab === 'explorer') showExplorer();
  if (settings.tab === 'games') showGames();
  if (settings.tab === 'game') showGame();
  if (settings.tab === 'players') usePlayers().then((loaded) => loaded.showNames());
  if (settings.tab === 'drill') useDrill().then((loaded) => loaded.showDrill());
  if (settings.tab === 'puzzles') usePuzzles();
  else puzzles?.stopLooking();
  rememberAddress();
}

let timer = 0;
/** What the page has seen of its address: another one has just been entered, and is not overwritten. */
let seen = location.hash;
/** What is open, as far as it is an entry of the browser's history: steps within it are not. */
let entered = '';
function rememberAddress() {
  clearTimeout(timer);
  timer = setTimeout(writeAddress, 300);
}

function writeAddress() {
  clearTimeout(timer);
  if (location.hash !== seen || showing.size > 0) return;
  const hash = `#${new URLSearchParams(addressParts())}`;
  const entry = whatIsOpen();
  if (entered && entry !== entered && hash !== seen) history.pushState(null, '', hash);
  else history.replaceState(null, '', hash);
  [entered, seen] = [entry, location.hash];
}

const whatIsOpen = () => JSON.stringify([
  settings.tab, state.game ? state.game.stored.game : [state.variant, state.start],
  settings.tab === 'players' && players?.playersAddress(), settings.tab === 'search' && foundGames()?.query
]);

// Everything that can be found again by the address: board, tab, player or event, filter, query.
/** @returns {Record<string, string>} */
function addressParts() {
  const query = foundGames()?.query;
  return {
    ...(settings.tab === 'players' && players ? players.playersAddress() : {}),
    ...boardAddress(),
    tab: settings.tab,
    ...filterAddress(),
    ...(settings.tab === 'search' && query ? {q: query} : {}),
    ...languageAddress
  };
}

/** @returns {Record<string, string>} */
function boardAddress() {
  const node = currentNode();
  if (state.game && (!node || !node.is_main) && state.moves.length <= mostMoves) {
    return {game: `${state.game.stored.game}`, moves: state.moves.join(' '), ply: `${state.ply}`};
  }
  if (state.game && node) return {game: `${state.game.stored.game}`, ply: `${state.ply}`};
  const moves = state.moves.slice(0, mostMoves).join(' ');
  const parts = state.moves.length > mostMoves ? {sfen: state.position.sfen} :
    {...(state.start === 'startpos' ? {} : {sfen: state.start}), ...(moves ? {moves, ply: `${state.ply}`} : {})};
  return {variant: state.variant, ...parts};
}

/**
 * The addresses that are being shown: what the board shows meanwhile is no new entry.
 * @type {Set<URLSearchParams>}
 */
const showing = new Set();
/** @type {URLSearchParams | null} */
let newest = null;
async function showAddress() {
  clearTimeout(timer);
  seen = location.hash;
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (followLanguage(wanted.get('lang'))) return;
  showing.add(wanted);
  newest = wanted;
  try {
    await showBoardOf(wanted);
    // Back was pressed twice: the last address stays, whichever comes first.
    if (wanted === newest && `${wanted}` !== '') await showViewOf(wanted);
    entered = whatIsOpen();
  } catch (error) {
    if (!state.position) await beginAnywhere();
    showFailure(error);
  }
  showing.delete(wanted);
  // At once: a short address says all before the next is entered.
  writeAddress();
}

/** @param {URLSearchParams} wanted */
async function showBoardOf(wanted) {
  const moves = (wanted.get('moves') || '').split(' ').filter(Boolean);
  const ply = Number(wanted.get('ply')) || 0;
  const game = wanted.get('game'), variant = wanted.get('variant') || '';
  if (game !== null) return openGame(game, about.variants, ply, wanted.has('moves') ? moves : null);
  if (variant in about.variants) {
    return setLine({variant, start: wanted.get('sfen') || 'startpos', moves, ply: Math.min(moves.length, ply)});
  }
  return state.position ? undefined : beginAnywhere();
}

/** @param {URLSearchParams} wanted */
function showViewOf(wanted) {
  // An address from elsewhere says nothing of tab and filter, and changes neither.
  if (wanted.has('tab')) setFilterFrom(wanted);
  const player = wanted.get('player'), event = wanted.get('event');
  if (player !== null) return showPlayers('player', player);
  if (event !== null) return showPlayers('event', event);
  const tab = wanted.get('tab') || '', query = wanted.get('q');
  if (tabs.includes(tab)) showTab(tab);
  if (query !== null && query !== foundGames()?.query) searchFor(query);
  return undefined;
}

function beginAnywhere() {
  return begin(settings.variant in about.variants ? settings.variant : about.variant, '');
}

// The list from which a game was opened stays where it is; on a phone the board may be out of sight.
/** @param {{game: number}} row @param {number} [ply] */
const open = async (row, ply = 0) => {
  await openGame(row.game, about.variants, ply);
  if (document.documentElement.scrollHeight > innerHeight) scrollTo(0, 0);
};

/** @type {Record<string, () => unknown>} */
const actions = {
  'first': () => goTo(0),
  'back': () => goTo(state.ply - 1),
  'forward': () => goTo(state.ply + 1),
  'last': () => goTo(state.moves.length),
  'take-back': takeBack,
  'flip': () => change({flipped: !settings.flipped}),
  'back-to-game': backToGame,
  'marked-before': () => stepMarked(-1),
  'marked-after': () => stepMarked(1),
};
/** @type {Record<string, string>} */
const keys = {
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  Home: 'first',
  End: 'last',
  Backspace: 'take-back',
  f: 'flip',
  m: 'back-to-game',
  p: 'marked-before',
  n: 'marked-after'
};

/** @param {Partial<Settings>} changes */
function change(changes) {
  remember(changes);
  showLooks();
  showBoard();
  showLine();
  drawExplorer();
  drawEngine();
  renameMoves();
}

function showLooks() {
  byId('pieces').value = settings.pieces;
  byId('notation').value = settings.notation;
  byId('arrows').checked = settings.arrows;
  byId('sound').checked = settings.sound;
}

// Tab goes from top to bottom: on a phone what belongs to the board stands below everything.
/** @param {{matches: boolean}} list */
function placeMore({matches}) {
  byId(matches ? 'desk' : 'left').append(byId('board-more'));
}

/**
 * Whether a key is for the field in focus: text always is, and what arrow keys change if the reader came there by
 * keyboard.
 * @param {Element} target
 * @param {string} key
 */
function isFor(target, key) {
  if (!target.matches('input, select, textarea')) return false;
  return !/^Arrow(Left|Right)$/.test(key) ||
    target.matches('textarea, input:not([type=radio], [type=checkbox], [type=file])') || cameByKeyboard();
}

const isDark = () => (settings.theme ? settings.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches);

function showTheme() {
  if (settings.theme) document.documentElement.dataset.theme = settings.theme;
}

function showPulled() {
  byId('desk').classList.toggle('pulled', settings.pulled);
  byId('pull').setAttribute('aria-pressed', settings.pulled ? 'true' : 'false');
}

// The link names what is on the board, also before the address does.
async function share() {
  const hash = `#${new URLSearchParams(addressParts())}`;
  try {
    await navigator.clipboard.writeText(`${location.origin}/${hash}`);
    byId('shared').textContent = t('The link is copied.');
    byId('share').setAttribute('aria-pressed', 'true');
    setTimeout(() => { byId('share').removeAttribute('aria-pressed'); }, 1500);
  } catch {
    prompt(t('A link to what the board shows'), `${location.origin}/${hash}`);
  }
}

function listen() {
  hasRoomBeside.addEventListener('change', showBoard);
  byId('theme').addEventListener('click', () => {
    remember({theme: isDark() ? 'light' : 'dark'});
    showTheme();
  });
  byId('pull').addEventListener('click', () => {
    remember({pulled: !settings.pulled});
    showPulled();
  });
  byId('share').addEventListener('click', share);
  // Before the page is loaded in the other language.
  byId('language').addEventListener('click', () => {
    writeAddress();
    keep();
  }, true);
  for (const radio of variantRadios()) {
    radio.addEventListener('change', () => {
      remember({variant: radio.value});
      begin(radio.value, '');
    });
  }
  const phone = matchMedia('(max-width: 47.99rem), (orientation: landscape) and (max-height: 34rem)');
  phone.addEventListener('change', placeMore);
  placeMore(phone);
  for (const [name, action] of Object.entries(actions)) byId(name).addEventListener('click', action);
  for (const select of [byId('pieces'), byId('notation')])
    select.addEventListener('change', () => change({[select.id]: select.value}));
  for (const box of [byId('arrows'), byId('sound')])
    box.addEventListener('change', () => change({[box.id]: box.checked}));
  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]') ||
      (event.target instanceof Element && isFor(event.target, event.key)))
      return;
    const slider = event.target === byId('graph') && {ArrowUp: 'forward', ArrowDown: 'back'}[event.key];
    const action = {v: stepVariation, j: () => openNext(1), k: () => openNext(-1)}[event.key] ||
      actions[keys[event.key] || slider || ''];
    if (!action) return;
    event.preventDefault();
    action();
  });
  stepByWheel(byId('board'), (direction) => goTo(state.ply + direction));
  for (const tab of tabs) byId(`tab-${tab}`).addEventListener('click', () => showTab(tab));
  byId('tabs').addEventListener('keydown', (event) => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!step || !cameByKeyboard()) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[(tabs.indexOf(settings.tab) + step + tabs.length) % tabs.length];
    showTab(next);
    byId(`tab-${next}`).focus();
  });
  onFilter(refresh);
  whenLost(waitForServer);
  window.addEventListener('hashchange', showAddress);
  window.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    showFailure(event.reason);
  });
}

/**
 * Ends when the server is back; null while it is there.
 * @type {Promise<void> | null}
 */
let waiting = null;
// Waits for the server, and asks again for what is shown.
function waitForServer() {
  showFailure(new Error(t('The server does not answer: is “yari serve” still running?')));
  if (waiting) return;
  waiting = serverIsBack().then(() => {
    waiting = null;
    showFailure(null);
    countChange();
    refresh();
  });
}

/**
 * What was wanted cannot be had; null: it can.
 * @param {Error | null} error
 */
function showFailure(error) {
  byId('failure').hidden = !error;
  byId('failure').textContent = error ? error.message : '';
}

let heard = '';
// A position that is shown again makes no sound.
function sound() {
  const place = state.position.sfen.split(' ', 3).join();
  if (state.ply > 0 && place !== heard) knock();
  heard = place;
}

onChange(() => {
  showFailure(null);
  showBoard();
  sound();
  showLine();
  showStore();
  followBoard();
  followGame();
  markGame(state.game?.stored.game ?? null);
  say(moveText());
  refresh();
});

// A row of the explorer that somebody points at shows its move on the board.
function pointAtRows() {
  const table = byId('explorer-moves');
  for (const name of ['pointerover', 'focusin'])
    table.addEventListener(name, (event) => board.pointAt(around(event, 'tr')?.dataset.usi || null));
  for (const name of ['pointerleave', 'focusout']) table.addEventListener(name, () => board.pointAt(null));
}

// Nobody knows what to do with an empty database: it says so.
/** @param {number} games */
function showWelcome(games) {
  byId('welcome').hidden = games > 0 || !about.writes;
}

/** @param {string} player @param {Side | ''} side */
async function showMovesOf(player, side) {
  setFilter({[side || 'player']: player});
  const {games} = await get('/api/count', {player, side, variant: state.variant});
  // Of who plays the other game alone.
  if (games === 0) await begin(state.variant === 'yari' ? 'shogi' : 'yari', '');
  else await goTo(0);
  showTab('explorer');
}

// Loaded when somebody looks at them.
/** @type {typeof import('./players.js') | null} */
let players = null;
/** @type {typeof import('./puzzles.js') | null} */
let puzzles = null;
/** @type {typeof import('./drill.js') | null} */
let drill = null;

/** @template {any} T @param {() => Promise<T>} load @returns {() => Promise<T>} */
const once = (load) => {
  /** @type {ReturnType<typeof load> | null} */
  let loading = null;
  return () => {
    loading = loading || load();
    return loading;
  };
};

const usePlayers = once(async () => {
  players = await import('./players.js');
  players.setUpPlayers({
    explorer: showMovesOf,
    game: (game) => open({game}),
    shown: rememberAddress,
    games: (filter) => {
      setFilter(filter);
      showTab('games');
    }
  });
  return players;
});

const usePuzzles = once(async () => {
  puzzles = await import('./puzzles.js');
  puzzles.setUpPuzzles(open, (moves) => board.showArrows(moves));
});

const useDrill = once(async () => {
  drill = await import('./drill.js');
  drill.setUpDrill(open, (moves) => board.showArrows(moves));
  return drill;
});

/** @param {NameKind} kind @param {string} name */
async function showPlayers(kind, name) {
  const {show} = await usePlayers();
  show(kind, name);
  showTab('players');
}

async function start() {
  byId('database').textContent = about.database;
  showTheme();
  showPulled();
  document.title = `${about.database} – Yaribase`;
  setUpGames(open);
  setUpExport(byId('games-export'), about.formats, listedGames, 'games');
  setUpFilters();
  completeNames();
  setUpSearch(open);
  setUpExport(byId('hits-export'), about.formats, foundGames, 'found');
  setUpSaved(about, wantedSearch, useSaved);
  setUpGame(about, showMovesOf);
  setUpExplorer(about, open, (name) => showPlayers('player', name));
  setUpEdits(about, readAgain);
  setUpAnnotation(about, (game) => {
    if (state.game && state.game.stored.game === game) readAgain();
  });
  setUpEngine(about, (moves) => board.showArrows(moves), (move) => board.pointAt(move),
      (chance) => showChance(byId('chance'), chance ?? currentNode()?.chance, settings.flipped));
  pointAtRows();
  // Loaded when somebody paints.
  byId('paint').addEventListener(
    'toggle', async () => (await import('./paint.js')).setUpPaint(about.variants, searchFor, looks), {once: true});
  setUpStore(about, (game) => {
    open({game}, state.ply);
    showTab('game');
  });
  setUpFind({
    query: (text) => {
      showTab('search');
      searchFor(text);
    },
    game: (game) => open({game}),
    show: setLine,
    player: (name) => showPlayers('player', name),
    event: (name) => showPlayers('event', name),
  });
  setUpImport(about, () => {
    showWelcome(1);
    showTab('games');
  });
  showWelcome(about.games);
  setUpSetup(about, () => showTab('explorer'), looks, say);
  byId('tab-drill').hidden = byId('keep').hidden = !about.writes;
  byId('keep').addEventListener('click', () => useDrill().then((loaded) => loaded.keep()));
  showLooks();
  listen();
  await showAddress();
  showTab(tabs.includes(settings.tab) ? settings.tab : 'explorer');
  restore();
}

start();
