// @ts-check
// A stored game: its moves, comments, graph and tags.

import {showAnnotation} from './annotate.js';
import {get} from './api.js';
import {around, byId, html} from './dom.js';
import {showEdits} from './edit.js';
import {Graph} from './graph.js';
import {hasJudgements, isFiltered, isMarked, markedFrom, nextVariation, showFilter} from './marks.js';
import {dateText, isJapanese, listed, resultText, sideName, t} from './language.js';
import {branchParts, markMove, moveRows} from './moves.js';
import {noteParts} from './note.js';
import {showNumbers} from './numbers.js';
import {openingName} from './openings.js';
import {currentNode, expectLine, goTo, openedGame, replaceGame, setLine, state} from './state.js';
import {lineFrom, linkNodes, mainAncestor, nameMoves, outcomeText, startText} from './tree.js';

/** @type {Graph} */
let graph;
/**
 * The game that the panel shows.
 * @type {ShownGame | null}
 */
let shown = null;
/** @type {(name: string, side: Side) => void} */
let onPlayer = () => {};

/**
 * `showPlayer` gets the name and the colour of a player that was clicked.
 * @param {About} server
 * @param {(name: string, side: Side) => void} showPlayer
 */
export function setUpGame(server, showPlayer) {
  onPlayer = showPlayer;
  graph = new Graph(byId('graph'), (ply) => showNode(openedGame().main[ply]));
  for (const id of ['game', 'course-game']) byId(id).addEventListener('click', (event) => {
    const link = around(event, '[data-node]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    showNode(openedGame().nodes[Number(link.dataset.node)]);
  });
  byId('filter').addEventListener('change', () => {
    showMoves(openedGame());
    followGame();
  });
  // The move shown stays in sight when the list gets less room.
  new ResizeObserver(() => {
    const node = currentNode();
    if (node) markMove(byId('moves'), node);
  }).observe(byId('moves'));
  byId('record-format').replaceChildren(...server.formats.map(({name}) => html('option', {value: name}, name)));
  byId('record-save').addEventListener('click', saveRecord);
}

/**
 * Opens game `id` on the board, after `ply` moves of its own, or of a line that is given.
 * @param {number | string} id
 * @param {Variants} variants
 * @param {number} [ply]
 * @param {string[] | null} [moves]
 */
export async function openGame(id, variants, ply = 0, moves = null) {
  const isWanted = expectLine();
  const open = `${state.game?.stored.game}` === `${id}` ? state.game : null;
  const stored = open?.stored ?? await get(`/api/games/${id}`);
  if (!isWanted()) return;
  const game = open ?? linked(stored, variants);
  const line =
    moves ? {moves, ply: Math.min(ply, moves.length)} : lineOf(game, game.main[Math.min(ply, game.main.length - 1)]);
  await setLine({variant: stored.variant, start: stored.start, ...line, game});
  showGame();
}

/** @param {StoredGame} stored @param {Variants} variants */
function linked(stored, variants) {
  const game =
    Object.assign(linkNodes({...stored.report, number: stored.game, board: variants[stored.variant]}), {stored});
  nameMoves(game);
  return game;
}

/** The other notation was chosen. */
export function renameMoves() {
  if (!state.game) return;
  nameMoves(state.game);
  shown = null;
  showGame();
}

// The line of the game through `node`: the moves that led to it and those that follow.
/** @param {OpenedGame} game @param {GameNode} node */
function lineOf(game, node) {
  const before = [];
  for (let at = node; at.before_it; at = at.before_it) before.unshift(at);
  const nodes = [...before, ...lineFrom(node).slice(1)];
  return {moves: nodes.map(({move}) => move), ply: before.length};
}

/**
 * Shows the position after a node of the game's tree.
 * @param {GameNode | null | undefined} node
 */
export function showNode(node) {
  const {game} = state;
  if (!game || !node) return undefined;
  if (state.nodes?.[node.ply] === node) return goTo(node.ply);
  return setLine({variant: state.variant, start: game.stored.start, ...lineOf(game, node), game});
}

/** Fills the panel for the game that was opened. */
export function showGame() {
  const {game} = state;
  byId('game').hidden = !game;
  byId('game-none').hidden = Boolean(game);
  if (!game) return;
  if (shown !== game) fillPanel(game);
  followGame();
}

/** @param {OpenedGame} game */
function fillPanel(game) {
  shown = game;
  const {stored} = game;
  byId('game-title').replaceChildren(playerName(stored.black, 'black'), ' – ', playerName(stored.white, 'white'));
  const facts = [t('No. {n}', {n: `${stored.game}`}), startText(game), stored.event, dateText(stored.date || ''),
    isJapanese ? '' : resultText(stored.result), outcomeText(game)];
  byId('game-facts')
    .replaceChildren(...facts.filter(Boolean).flatMap((fact, i) => [i > 0 ? ' · ' : '', html('bdi', {}, fact || '')]));
  showFilter(game);
  byId('graph-area').hidden = !game.hasGraph;
  showMoves(game);
  showNumbers(byId('numbers'), game);
  showTags(stored);
  showAnnotation(stored);
}

// All moves, or those that the filter lets through.
/** @param {OpenedGame} game */
function showMoves(game) {
  byId('moves').replaceChildren(...moveRows(game, isFiltered() ? isMarked : null));
  if (game.hasGraph) graph.show(game, isMarked);
}

// A click shows what the player played with this colour.
/** @param {string | null} name @param {Side} side */
function playerName(name, side) {
  if (!name) return html('bdi', {}, '?');
  const button = html('button',
    {type: 'button', class: 'name-button', title: t('What {name} played as {side}', {name, side: sideName(side)})},
    html('bdi', {}, name));
  button.addEventListener('click', () => onPlayer(name, side));
  return button;
}

/** Marks the place of the board in the game. */
export function followGame() {
  const {game} = state;
  for (const name of ['marked-before', 'marked-after']) byId(name).hidden = !game || !hasJudgements(game);
  if (!game) return;
  const node = currentNode();
  byId('off-game').hidden = Boolean(node);
  const branches = node ? branchParts(game, node) : [];
  byId('note').replaceChildren(...(node ? noteParts(game, node, 'h3') : []),
    ...(branches.length > 0 ? [html('p', {id: 'branches'}, ...branches)] : []));
  showEdits(game, node);
  if (!node) return;
  // Tab leads to the move shown, not to each: keys step.
  /** @type {NodeListOf<HTMLElement>} */
  const links = byId('moves').querySelectorAll('[data-node]');
  for (const link of links) link.tabIndex = link.dataset.node === `${node.id}` ? 0 : -1;
  markMove(byId('moves'), node);
  if (game.hasGraph && graph.game === game) graph.moveCursor(node);
}

/** The last node of the game on the way to the board. */
const lastInGame = () => (state.nodes || [])[Math.min(state.ply, (state.nodes || []).length - 1)];

/** Back from a variation or an own line to where it left the game's own moves. */
export const backToGame = () => showNode(state.game && mainAncestor(lastInGame()));

/**
 * The marked move before (-1) or after (1) the one shown.
 * @param {number} direction
 */
export const stepMarked = (direction) => showNode(state.game && markedFrom(state.game, lastInGame(), direction));

/** What the game has in the place of the move shown. */
export function stepVariation() {
  const node = currentNode();
  return showNode(node && nextVariation(node));
}

/**
 * What follows from the moves, and where the game comes from.
 * @param {StoredGame} stored
 */
function about(stored) {
  const file = stored.file && [stored.file, stored.member].filter(Boolean).join(':');
  return Object.entries({
    'Opening': openingName(stored.opening, stored.opening_japanese),
    'Castle of Black': openingName(stored.black_castle, stored.black_castle_japanese),
    'Castle of White': openingName(stored.white_castle, stored.white_castle_japanese),
    'Origin': file && t('{file}, record {n}', {file, n: stored.record}),
  }).filter(([, value]) => value);
}

/** @param {StoredGame} stored */
function showTags(stored) {
  byId('tags').replaceChildren(...[...Object.entries(stored.tags), ...about(stored)].flatMap(([name, value]) => [
    html('dt', {}, t(name)), html('dd', {}, html('bdi', {}, dateText(`${value}`)))]));
}

/** What is stored has changed: the game is read again, the board stays where it is. */
export async function readAgain() {
  const wasInGame = Boolean(currentNode());
  const stored = await get(`/api/games/${openedGame().stored.game}`);
  await replaceGame(linked(stored, {[stored.variant]: openedGame().board}), wasInGame);
  showGame();
}

async function saveRecord() {
  const format = byId('record-format').value;
  const {text, losses} = await get(`/api/games/${openedGame().stored.game}/record`, {format});
  byId('record-text').value = text;
  byId('record-text').hidden = false;
  byId('record-losses').textContent =
    losses.length > 0 ? t('{format} cannot express: {losses}', {format, losses: listed(losses)}) : '';
  byId('record-text').focus();
  byId('record-text').select();
}
