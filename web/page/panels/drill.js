// @ts-check
// Training by repetition: cards that are due are asked on the board, and positions become cards.

import {address, ask, changeCount, get, post, remove} from './api.js';
import {around, byId, html, within} from './dom.js';
import {dateText, sideName, t} from './language.js';
import './later_words.js';
import {isOn, legalMove, show} from './question.js';
import {inNotation, settings} from './settings.js';
import {currentNode, here, openedGame, play, setLine, state, takeBack} from './state.js';

/**
 * What is to be asked: `once` more, after a poor answer, which stores nothing.
 * @typedef {{card: Card, once?: boolean}} Queued
 *
 * The question; `done` has the moves of the card's line that are played.
 * @typedef {Queued & {done: string[], since: number, answer?: Judged}} Asked
 *
 * @typedef {(game: {game: number}, ply: number) => void} OpenGame
 */

/** @type {OpenGame} */
let openGame = () => {};
/** @type {(moves: string[]) => void} */
let showMarks = () => {};
/**
 * What is to be asked, {card, once}: `once` more, after a poor answer, which stores nothing.
 * @type {Queued[]}
 */
let queue = [];
/** @type {Queued[]} */
let repeats = [];
/**
 * What the server said of all cards, and how many of them are due by now.
 * @type {AnswerOf<'/api/drill'>}
 */
let found;
let due = 0;
/**
 * The question: {card, once, done, since, answer}. `done` has the moves of the card's line that are played.
 * @type {Asked | null}
 */
let asked = null;
/** The question. Requires: there is one. */
const question = () => /** @type {Asked} */ (asked);
/** What was read of the server last, so that it is not read again for each move on the board. */
let read = '';
let isKeeping = false;

/** The reader's day, which need not be the server's. */
const today = () => new Date().toLocaleDateString('sv');

/**
 * `open` opens a game at a ply; `marks` shows arrows on the board.
 * @param {OpenGame} open
 * @param {(moves: string[]) => void} marks
 */
export function setUpDrill(open, marks) {
  openGame = open;
  showMarks = marks;
  byId('drill-go').addEventListener('click', next);
  byId('drill-show').addEventListener('click', () => judge([]));
  byId('drill-back').addEventListener('click', () => showCard());
  byId('drill-game')
    .addEventListener('click', () => openGame({game: Number(question().card.game)}, question().card.ply));
  byId('drill-forget').addEventListener('click', forget);
  byId('drill-mistakes').addEventListener('submit', (event) => {
    event.preventDefault();
    addMistakes({player: byId('drill-player').value.trim(), side: byId('drill-side').value});
  });
  byId('drill-here')
    .addEventListener('click', () => addMistakes({game: openedGame().stored.game, side: byId('drill-side').value}));
  document.addEventListener('keydown', (event) => {
    const button = byId('drill-grades').querySelectorAll('button')[Number(event.key) - 1];
    if (!button || byId('drill-answer').hidden || event.altKey || event.ctrlKey || event.metaKey) return;
    if (settings.tab !== 'drill' || around(event, 'input, select, textarea')) return;
    event.preventDefault();
    button.click();
  });
  // Who leaves the page after an answer has answered.
  window.addEventListener('pagehide', () => {
    if (asked?.answer && !asked.once) store(asked.answer.grade, true).catch(() => {});
  });
}

/** Whether moves on the board are answers, or what is to be kept. */
export const isSolving = () => isKeeping || (asked !== null && !asked.answer && settings.tab === 'drill' && isThere());

const isThere = () => isOn(question().card.sfen, question().done) && state.ply === question().done.length;

/**
 * A move that was made on the board.
 * @param {string} usi
 */
export const answer = (usi) => (isKeeping ? keepMove(usi) : tryMove(usi));

/** The panel is in sight, or the board has changed. */
export async function showDrill() {
  byId('drill-back').hidden = !asked || Boolean(asked.answer) || isThere();
  byId('drill-here').hidden = !state.game?.stored.annotation;
  const now = `${today()} ${changeCount()}`;
  if (asked || read === now) return;
  read = now;
  await fill();
  showDue();
}

async function fill() {
  found = await get('/api/drill', {today: today()});
  ({due} = found);
  queue = found.questions.map((card) => ({card}));
}

function showDue() {
  byId('drill').hidden = byId('drill-head').hidden = true;
  byId('drill-go').hidden = due === 0;
  byId('drill-state').textContent = due > 0 ? t('{n} {n|card is|cards are} due.', {n: due}) :
    found.cards === 0 ? t('No card yet. “Remember this position”, beside the moves, makes one.') :
      t('Nothing is due. The next card is due on {date}.', {date: dateText(found.next || '')});
}

async function next() {
  asked = null;
  if (queue.length === 0) await fill();
  return takeNext();
}

function takeNext() {
  if (queue.length === 0) [queue, repeats] = [repeats, []];
  const [first, ...rest] = queue;
  queue = rest;
  if (!first) return showDue();
  asked = {...first, done: [], since: 0};
  return showCard();
}

// Also again, when the reader has looked at something else.
async function showCard() {
  const {card, once, done} = question();
  byId('drill').hidden = byId('drill-head').hidden = false;
  byId('drill-answer').hidden = byId('drill-go').hidden = true;
  byId('drill-show').hidden = false;
  byId('drill-task').textContent = t('{side} to move', {side: sideName(card.side)});
  byId('drill-left').textContent = once ? t('once more') : t('{n} due', {n: due});
  showMarks([]);
  await show(card);
  if (done.length > 0) await setLine({variant: card.variant, start: card.sfen, moves: done, ply: done.length});
  say(t('Play the move on the board.'));
  startClock();
}

function startClock() {
  question().since = performance.now();
}

/** @param {string} usi */
async function tryMove(usi) {
  const tried = inNotation(legalMove(usi));
  const moves = [...question().done, usi];
  await play(usi);
  return judge(moves, tried).catch(async (error) => {
    await takeBack();
    throw error;
  });
}

/** @param {string[]} moves @param {string} [tried] */
async function judge(moves, tried = '') {
  const {card, since} = question();
  const judged = await get(`/api/drill/${card.card}/answer`,
      {today: today(), moves: moves.join(' '), milliseconds: Math.round(performance.now() - since)});
  return judged.verdict === 'more' ? goOn(judged, tried) : showAnswer(judged, moves);
}

// The opponent answers in a puzzle.
/** @param {Judged} judged @param {string} tried */
function goOn(judged, tried) {
  question().done = judged.done;
  say(t('{move} is right.', {move: tried}));
  return play(judged.done[judged.done.length - 1]);
}

/** @param {Judged} judged @param {string[]} moves */
async function showAnswer(judged, moves) {
  const {card, done} = question();
  question().answer = judged;
  const isRight = judged.verdict === 'right';
  const isLine = card.source === 'mistake' || card.source === 'puzzle';
  const line = isRight && (!isLine || moves.some((usi, i) => usi !== judged.usi[i])) ? moves :
    isLine                                                                           ? judged.usi :
                                                                                       judged.usi.slice(0, 1);
  await setLine({variant: card.variant, start: card.sfen, moves: line, ply: isRight ? moves.length : done.length});
  showMarks(isRight ? [] : isLine ? [judged.usi[done.length]] : judged.usi);
  const names = judged.line.map(inNotation).join(isLine ? ' ' : t(' or '));
  say(isRight ? t('Right: {moves}', {moves: names}) : t('Wrong. Right is {moves}', {moves: names}));
  byId('drill-state').dataset.verdict = judged.verdict;
  byId('drill-reason').textContent = reason(card, judged);
  byId('drill-game').hidden = card.game === null;
  byId('drill-game').textContent = t('Game {n}', {n: `${card.game}`});
  byId('drill-show').hidden = byId('drill-back').hidden = true;
  byId('drill-answer').hidden = false;
  byId('drill-grades').replaceChildren(...judged.grades.map(gradeButton));
  within(byId('drill-grades'), '.proposed').focus({preventScroll: true});
}

/** @type {Record<string, string>} */
const gradeNames = {again: 'Again', hard: 'Hard', good: 'Good', easy: 'Easy#grade'};

/** @param {Grade} grade @param {number} i */
function gradeButton({grade: name, days, due: day}, i) {
  const isProposed = name === question().answer?.grade;
  const when = question().once ? [] : [html('small', {title: dateText(day)}, t('{n} {n|day|days}', {n: days}))];
  const button =
    html('button', {'type': 'button', 'class': isProposed ? 'proposed' : undefined, 'aria-keyshortcuts': `${i + 1}`},
      html('span', {}, t(gradeNames[name])), ' ', ...when);
  button.addEventListener('click', () => grade(name));
  return button;
}

/** @param {Card} card @param {Judged} judged */
function reason(card, {judgement, played_move: played, before, after}) {
  if (card.source === 'book') return t('What the book plays.');
  if (card.source === 'puzzle') return t('The only winning move.');
  if (card.source === 'own' || !played) return t('The move that you kept.');
  const text = t('In the game {move} was played.', {move: inNotation(played)});
  if (!judgement) return text;
  const fall = t('{judgement}: win chance {before} % → {after} %',
      {judgement: t(judgement), before: Math.round(before), after: Math.round(after)});
  return `${text} ${fall}`;
}

/** @param {string} name @param {boolean} [keepalive] */
const store = (name, keepalive = false) => ask(address(`/api/drill/${question().card.card}`,
    {today: today(), grade: name, reviews: `${question().card.reviews}`}), {method: 'POST', body: '', keepalive});

/** @param {string} name */
async function grade(name) {
  const {card, once, answer: given} = question();
  try {
    if (!once) await store(name);
  } catch (error) {
    // Asked at another door meanwhile: what was answered there counts.
    if (error.status !== 409 && error.status !== 404) throw error;
  }
  if (!once) due -= 1;
  if (given?.grades.find((row) => row.grade === name)?.asked_again) repeats.push({card, once: true});
  showMarks([]);
  return next();
}

async function forget() {
  const {card, once} = question();
  await remove(`/api/drill/${card.card}`);
  due -= once ? 0 : 1;
  return next();
}

/** @param {Wanted} wanted */
async function addMistakes(wanted) {
  const status = byId('drill-added');
  try {
    const {added, changed, known} = await post('/api/drill/mistakes', '', {today: today(), ...wanted});
    status.textContent = added + changed + known === 0 ? t('No mistake was found in annotated games.') :
      t('{n} {n|card|cards} added, {known} known before.', {n: added, known: changed + known});
  } catch (error) {
    status.textContent = error.message;
  }
  if (!asked) await showDrill();
}

/** The next move on the board is the one to be remembered; called again, it is not. */
export function keep() {
  isKeeping = !isKeeping;
  showKeeping(isKeeping ? t('Play the move to remember on the board.') : '');
  if (isKeeping) byId('board').focus({preventScroll: true});
}

/** @param {...(Node | string)} parts */
function showKeeping(...parts) {
  byId('keep').setAttribute('aria-pressed', isKeeping ? 'true' : 'false');
  byId('keep-state').replaceChildren(...parts);
}

/** @param {string} usi */
async function keepMove(usi) {
  isKeeping = false;
  const node = currentNode();
  const place = node && (state.ply === 0 || node.is_main) ? {game: `${openedGame().stored.game}:${state.ply}`} : here();
  const name = inNotation(legalMove(usi));
  try {
    const {card} = await post('/api/drill', '', {today: today(), ...place, moves: usi});
    const button = html('button', {type: 'button'}, t('Undo'));
    button.addEventListener('click', async () => {
      await remove(`/api/drill/${card}`);
      read = '';
      showKeeping();
    });
    showKeeping(t('{move} will be asked.', {move: name}), ' ', button);
  } catch (error) {
    showKeeping(error.message);
  }
  if (settings.tab === 'drill') await showDrill();
}

/** @param {string} text */
function say(text) {
  delete byId('drill-state').dataset.verdict;
  byId('drill-state').textContent = text;
}
