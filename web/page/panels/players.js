// @ts-check
// What the database knows of a player, and the standings of an event.

import {changeCount, get, stream} from './api.js';
import {accuracyChart} from './chart.js';
import {byId, html} from './dom.js';
import {listed, numberFormat, sideName, t} from './language.js';
import './later_words.js';
import {percent, resultBar} from './results.js';

/**
 * @typedef {{games: number, won: number, drawn: number, lost: number}} Results
 * @typedef {Results & {name: string}} NamedResults
 *
 * @typedef {object} Actions
 * @property {(filter: Record<string, string>) => void} games
 * @property {(player: string, side: Side) => void} explorer
 * @property {(game: number) => void} game
 * @property {() => void} shown
 */

/** @type {Side[]} */
const bothSides = ['black', 'white'];
/** @type {() => NameKind} */
const chosenKind = () => (byId('players-kind').value === 'event' ? 'event' : 'player');
const shownOpenings = 12;
/** @type {(filter: Record<string, string>) => void} */
let onGames = () => {};
/** @type {(player: string, side: Side) => void} */
let onExplorer = () => {};
/** @type {(game: number) => void} */
let onGame = () => {};
/** @type {() => void} */
let onShown = () => {};
/** @type {{kind: NameKind, name: string} | null} */
let shown = null;
let latest = 0;

/**
 * `actions`: games(filter), explorer(player, side) and game(number) show what belongs to a player or event;
 * shown() is called when another one is shown.
 * @param {Actions} actions
 */
export function setUpPlayers(actions) {
  [onGames, onExplorer, onGame, onShown] = [actions.games, actions.explorer, actions.game, actions.shown];
  byId('players-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const name = byId('players-name').value.trim();
    if (name) show(chosenKind(), name);
  });
  byId('players-kind').addEventListener('change', () => {
    byId('players-name').value = '';
    byId('players-names').replaceChildren();
    shown = null;
    showNames();
  });
  let timer = 0;
  byId('players-name').addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => offerNames().catch(() => {}), 250);
  });
}

async function offerNames() {
  const kind = chosenKind();
  const name = byId('players-name').value.trim();
  if (name.length < 2) return;
  const rows = (await get(`/api/${kind}s`, {name, limit: 10}))[`${kind}s`];
  byId('players-names')
    .replaceChildren(...rows.map((row) => html('option', {value: row[kind]}, t('{n} {n|game|games}', {n: row.games}))));
}

/** Whom to look up, where nobody is named yet. */
export async function showNames() {
  const kind = chosenKind();
  const list = `${kind} ${changeCount()}`;
  if (shown || byId('players-name').value || byId('players-page').dataset.list === list) return;
  const asked = ++latest;
  onShown();
  const {[`${kind}s`]: rows} = await get(`/api/${kind}s`, {limit: 40});
  if (asked !== latest) return;
  byId('players-page').dataset.list = list;
  const named = rows.filter((row) => row[kind]);
  byId('players-page')
    .replaceChildren(html('h2', {}, t(kind === 'event' ? 'Events' : 'Players')),
      html('p', {class: 'soft'}, t('The most active come first.')),
      html('ul', {class: 'names-list'},
        ...named.map(
          (row) => html('li', {}, nameButton(kind, row[kind] || ''), ` ${numberFormat.format(row.games)}`))));
}

/**
 * What the address has to say to come back here: {player} or {event}.
 * @returns {Record<string, string>}
 */
export const playersAddress = () => (shown ? {[shown.kind]: shown.name} : {});

/**
 * Shows the page of a player or of an event; `kind` is 'player' or 'event'.
 * @param {NameKind} kind
 * @param {string} name
 */
export async function show(kind, name) {
  shown = {kind, name};
  delete byId('players-page').dataset.list;
  onShown();
  byId('players-kind').value = kind;
  byId('players-name').value = name;
  const asked = ++latest;
  const still = () => asked === latest;
  byId('players-state').textContent = t('counting');
  try {
    await (kind === 'event' ? showEvent(name, still) : showPlayer(name, still));
    if (still()) byId('players-state').textContent = '';
  } catch (error) {
    if (!still()) return;
    byId('players-page').replaceChildren();
    byId('players-state').textContent = error.message;
  }
}

/** @param {Child} text @param {() => void} action */
const button = (text, action) => {
  const made = html('button', {type: 'button'}, text);
  made.addEventListener('click', action);
  return made;
};

// Black's wins are those of who has Black.
/** @param {StreamedOf<'/api/groups'>} row @param {string} side */
const ownResults = (row, side) => ({
  games: row.games,
  drawn: row.draws,
  won: side === 'black' ? row.black : row.white,
  lost: side === 'black' ? row.white : row.black
});

/** @param {Results[]} rows @returns {Results} */
function sum(rows) {
  const all = {games: 0, won: 0, drawn: 0, lost: 0};
  for (const {games, won, drawn, lost} of rows) {
    all.games += games;
    all.won += won;
    all.drawn += drawn;
    all.lost += lost;
  }
  return all;
}

/** @param {Results} row */
function score({won, drawn, lost}) {
  const known = won + drawn + lost;
  return known === 0 ? null : (won + drawn / 2) / known * 100;
}

/** @param {'year' | 'opening'} by @param {string} player @param {Side} side @returns {Promise<NamedResults[]>} */
async function groups(by, player, side) {
  /** @type {NamedResults[]} */
  const rows = [];
  await stream('/api/groups', {by, player, side}, (row) => {
    if (row.error) throw new Error(row.error.message);
    rows.push({name: row[by] || '', ...ownResults(row, side)});
  });
  return rows;
}

/** @param {string} name @param {() => boolean} still */
async function showPlayer(name, still) {
  const page = byId('players-page');
  const profile = await get('/api/profile', {player: name});
  if (!still()) return;
  if (profile.played === 0) {
    page.replaceChildren(html('p', {class: 'soft'}, t('No game of this player.')));
    return;
  }
  const results = html('div', {}), openings = html('div', {class: 'two'});
  page.replaceChildren(html('h2', {}, html('bdi', {}, name)),
    html('p', {class: 'soft'},
      t('{n} {n|game|games}, {annotated} annotated', {n: profile.played, annotated: profile.annotated})),
    html('p', {class: 'bar-above'}, button(t('Games'), () => onGames({player: name})),
      ...bothSides.map((side) => button(t('Moves as {side}', {side: sideName(side)}), () => onExplorer(name, side)))),
    results, ...accuracyParts(profile), openings);
  const sides = {black: await groups('year', name, 'black'), white: await groups('year', name, 'white')};
  if (!still()) return;
  results.replaceChildren(...resultParts(sides, profile.years));
  for (const side of bothSides) {
    const rows = await groups('opening', name, side);
    if (!still()) return;
    openings.append(
      html('section', {}, html('h3', {}, t('As {side}', {side: sideName(side)})), longTable(t('Opening'), rows)));
  }
}

/** @param {string} side */
const asSide = (side) => t('as {side}', {side: sideName(side)});

/** @param {Record<Side, NamedResults[]>} sides @param {ProfileNumbers[]} annotated */
function resultParts({black, white}, annotated) {
  const years = new Map();
  for (const row of [...black, ...white]) years.set(row.name, sum([row, years.get(row.name) || sum([])]));
  const accuracy = new Map(annotated.map((year) => [year.name, year.accuracy]));
  const rows = [...years].map(([name, row]) => ({name, ...row})).sort((a, b) => (a.name < b.name ? 1 : -1));
  const sides = [{name: asSide('b'), ...sum(black)}, {name: asSide('w'), ...sum(white)}];
  return [html('h3', {}, t('Results')), resultTable('', [...sides, {name: t('all'), ...sum(sides)}]),
    html('h3', {}, t('By year')), longTable(t('Year'), rows, accuracy)];
}

/** @param {string} title @param {NamedResults[]} rows @param {Map<string, number | null>} [accuracy] */
function resultTable(title, rows, accuracy) {
  return html('table', {class: 'result-table'},
    html('thead', {},
      html('tr', {}, html('th', {scope: 'col'}, title || html('span', {class: 'unseen'}, t('Side'))),
        html('th', {scope: 'col', class: 'numeric'}, t('Games#number')), html('th', {scope: 'col'}, t('Won – lost')),
        html('th', {scope: 'col', class: 'numeric'}, t('Score#points')),
        accuracy ? html('th', {scope: 'col', class: 'numeric', title: t('Accuracy in percent')}, t('Acc.')) : '')),
    html('tbody', {},
      ...rows.map((row) => html('tr', {}, html('th', {scope: 'row'}, html('bdi', {}, row.name)),
                    html('td', {class: 'numeric'}, numberFormat.format(row.games)),
                    html('td', {class: 'bar-cell'},
                      resultBar([['won', row.won], ['draw', row.drawn], ['lost', row.lost]], row.games,
                        t('won {won}, drawn {drawn}, lost {lost}', row))),
                    html('td', {class: 'numeric'}, percent(score(row))),
                    accuracy ? html('td', {class: 'numeric'}, percent(accuracy.get(row.name) ?? null)) : ''))));
}

// The first rows, and all of them on request.
/** @param {string} title @param {NamedResults[]} rows @param {Map<string, number | null>} [accuracy] */
function longTable(title, rows, accuracy) {
  const host = html('div', {}, resultTable(title, rows.slice(0, shownOpenings), accuracy));
  if (rows.length > shownOpenings) {
    const more = button(t('All {n}', {n: rows.length}), () => host.replaceChildren(resultTable(title, rows, accuracy)));
    host.append(more);
  }
  return host;
}

/** @param {Profile} profile */
function accuracyParts(profile) {
  if (profile.annotated === 0) return [];
  const rows = [{...profile, name: t('all')}, ...profile.colors.map((row) => ({...row, name: asSide(row.name)}))];
  const years = profile.years.flatMap(
    (year) => (year.accuracy === null || year.name === 'unknown' ? [] : [{...year, accuracy: year.accuracy}]));
  return [
    html('h3', {}, t('Accuracy')),
    html('table', {class: 'result-table'},
      html('thead', {},
        html('tr', {},
          ...['', 'Games#number', 'Moves#number', 'Accuracy', 'Loss', '?!', '?', '??'].map(
            (text, i) => html('th', {scope: 'col', class: i > 0 ? 'numeric' : undefined},
              text ? t(text) : html('span', {class: 'unseen'}, t('Annotated games')))))),
      html('tbody', {},
        ...rows.map((row) => html('tr', {}, html('th', {scope: 'row'}, row.name),
                      ...[row.games, row.moves, percent(row.accuracy, 1),
                        row.mean_loss.toFixed(1), row.inaccuracies, row.mistakes, row.blunders]
                        .map((text) => html('td', {class: 'numeric'}, `${text}`)))))),
    ...(years.length > 1 ? [accuracyChart(years)] : [])
  ];
}

/** @param {string} name @param {() => boolean} still */
async function showEvent(name, still) {
  const event = await get('/api/event', {event: name});
  if (!still()) return;
  const title = event.events.length === 1 ? event.events[0] || name : name;
  const facts = [
    t('{n} {n|game|games}', {n: event.games}), event.events.length > 1 && t('of {n} events', {n: event.events.length}),
    event.without_players > 0 && t('{n} left out: a player is unknown', {n: event.without_players})
  ].filter(Boolean);
  byId('players-page')
    .replaceChildren(html('h2', {}, html('bdi', {}, title)), html('p', {class: 'soft'}, listed(facts)),
      html('p', {class: 'bar-above'}, button(t('Games'), () => onGames({event: name}))),
      ...(event.players.length === 0 ? [] : [standings(event)]),
      ...(event.handicaps.length === 0 ?
          [] :
          [
            html('p', {}, t('* Handicap games:')),
            html('ul', {}, ...event.handicaps.map((text) => html('li', {}, html('bdi', {}, text))))
          ]),
      ...(event.headings.length === 0 ? [] : [html('p', {class: 'soft'},
                                               t(event.by_round ?
                                                   '3+b: beat the player in row 3 with Black; − lost, = drew.' :
                                                   "A column has the number of the opponent's row."))]));
}

/** @param {number} n */
const points = (n) => `${n === 0.5 ? '' : Math.floor(n)}${
  n % 1 === 0.5 ? '½' :
    n % 1 === 0 ? '' :
                  n.toFixed(2).slice(1)}`;

/** @param {Standings} event */
function standings(event) {
  const heads =
    ['#', t('Player'), t('Points'), t('Games#number'), ...event.headings, t('Buchholz'), t('SB'), t('Mutual')];
  const region = html('div', {class: 'wide-table', tabindex: '0', role: 'region', 'aria-label': t('Standings')},
    html('table', {class: 'standings'},
      html('thead', {}, html('tr', {}, ...heads.map((text) => html('th', {scope: 'col'}, text)))),
      html('tbody', {},
        ...event.players.map(
          (row, i) =>
            html('tr', {}, html('td', {}, `${row.place}`), html('th', {scope: 'row'}, nameButton('player', row.player)),
              html('td', {}, html('strong', {}, points(row.points))), html('td', {}, `${row.games}`),
              ...row.cells.map((text, column) => html('td', {}, gameCell(event, row, i, column, text))),
              ...[row.buchholz, row.sonneborn_berger, row.mutual].map((n) => html('td', {}, points(n))))))));
  return region;
}

/** @param {NameKind} kind @param {string} name */
function nameButton(kind, name) {
  const made = button(html('bdi', {}, name), () => show(kind, name));
  made.className = 'name-button';
  return made;
}

// A cell that stands for one game opens it.
/** @param {Standings} event @param {Standing} row @param {number} i @param {number} column @param {string} text */
function gameCell(event, row, i, column, text) {
  const games = row.played.filter((game) => (event.by_round ? game.round === event.headings[column] :
                                                              game.opponent === event.players[column].player));
  if (games.length !== 1 || !text || (!event.by_round && i === column)) return text;
  const made = button(text, () => onGame(games[0].game));
  made.className = 'name-button';
  made.title = t('Game {n}', {n: `${games[0].game}`});
  return made;
}
