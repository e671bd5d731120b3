// @ts-check
// Puzzles from annotated games: moves are tried on the board, and answered.

import {stream} from './api.js';
import {byId, html} from './dom.js';
import {filtersHere} from './filters.js';
import {isJapanese, pieceName, sideName, squareName, t} from './language.js';
import './later_words.js';
import {given} from './session.js';
import {isOn, legalMove, show} from './question.js';
import {inNotation, remember, settings} from './settings.js';
import {play, setLine, state, takeBack} from './state.js';

/** @typedef {{found: Puzzle | null, games: number}} Found */

/** @type {Puzzle} */
let puzzle;
let solved = false;
let hints = 0;
/** @type {AbortController | null} */
let asking = null;
/**
 * The search for the puzzle after the one shown, begun while that is solved: {question, result, running}.
 * @type {{question: string, result: Promise<Found>, running: AbortController} | null}
 */
let ahead = null;
/** @type {(game: {game: number}, ply: number) => void} */
let openGame = () => {};
/** @type {(moves: string[]) => void} */
let showMarks = () => {};

/**
 * `open` opens a game at a ply; `marks` shows arrows on the board.
 * @param {(game: {game: number}, ply: number) => void} open
 * @param {(moves: string[]) => void} marks
 */
export function setUpPuzzles(open, marks) {
  openGame = open;
  showMarks = marks;
  byId('puzzle-mate').value = `${settings.mateIn}`;
  byId('puzzle-mate').addEventListener('change', () => remember({mateIn: Number(byId('puzzle-mate').value)}));
  byId('puzzle-next').addEventListener('click', () => (asking ? asking.abort() : next()));
  byId('puzzle-hint').addEventListener('click', hint);
  byId('puzzle-solution').addEventListener('click', showSolution);
  byId('puzzle-again').addEventListener('click', begin);
  byId('puzzle-source').addEventListener('click', () => openGame({game: puzzle.game}, puzzle.ply));
}

/** Whether moves on the board are answers. */
export const isSolving = () =>
  Boolean(puzzle) && !solved && settings.tab === 'puzzles' && isOn(puzzle.sfen, puzzle.solution);

/** Looks on where the last puzzle was; after the last game, from the first. */
async function next() {
  const own = new AbortController();
  asking = own;
  byId('puzzle-next').textContent = t('Stop');
  say(t('Looking for a puzzle'));
  const [after, ply] = settings.puzzlePlace || [0, 0];
  try {
    const {found, games} = await answerAfter(after, ply, own.signal);
    if (found || after === 0) offer(found, games);
    else await answerAfter(0, 0, own.signal).then((again) => offer(again.found, again.games));
  } catch (error) {
    say(error.name === 'AbortError' ? t('stopped') : error.message);
  }
  asking = null;
  byId('puzzle-next').textContent = t('Next puzzle');
}

/** @param {number} after @param {number} ply @returns {Wanted} */
const questionAfter = (after, ply) =>
  ({...filtersHere(), mate_in: settings.mateIn, engine: settings.engine, after, after_ply: ply});

/** @param {{done: number, all: number}} progress */
const showProgress = (progress) => say(t('Looking for a puzzle: {done} of {all} annotated games', progress));

/**
 * @param {Wanted} question
 * @param {AbortSignal} signal
 * @param {(progress: {done: number, all: number}) => void} onProgress
 * @returns {Promise<Found>}
 */
async function ask(question, signal, onProgress) {
  /** @type {Puzzle | null} */
  let found = null;
  let games = 0;
  await stream('/api/puzzles', question, (object) => {
    if (object.error) throw new Error(object.error.message);
    if (object.progress) onProgress(object.progress);
    else if (object.sfen) found = object;
    else ({games} = object);
  }, signal);
  return {found, games};
}

// What is found already, or what is on its way, is not looked for again; what failed is.
/** @param {number} after @param {number} ply @param {AbortSignal} signal */
function answerAfter(after, ply, signal) {
  const question = questionAfter(after, ply);
  if (ahead?.question !== JSON.stringify(question)) return ask(question, signal, showProgress);
  const {result, running} = ahead;
  signal.addEventListener('abort', () => running.abort());
  return result.catch(() => ask(question, signal, showProgress));
}

function lookAhead() {
  stopLooking();
  const question = questionAfter(puzzle.game, puzzle.ply);
  const running = new AbortController();
  const result = ask(question, running.signal, () => {});
  // Who wants the puzzle asks again.
  result.catch(() => {});
  ahead = {question: JSON.stringify(question), result, running};
}

/** The reader has turned to something else: no engine works for puzzles. */
export function stopLooking() {
  ahead?.running.abort();
  ahead = null;
}

/** @param {Puzzle | null} found @param {number} games */
function offer(found, games) {
  if (!found) {
    say(t(games === 0 ? 'No game is annotated: annotate some first, in the list of games or in a game.' :
      'There is no such puzzle in the annotated games.'));
    return undefined;
  }
  puzzle = found;
  remember({puzzlePlace: [found.game, found.ply]});
  lookAhead();
  return begin();
}

async function begin() {
  solved = false;
  hints = 0;
  byId('puzzle').hidden = false;
  byId('puzzle-source').hidden = byId('puzzle-again').hidden = true;
  byId('puzzle-hint').disabled = byId('puzzle-solution').disabled = false;
  const task = puzzle.mate ? '{side} to move mates in {n} {n|ply|plies}' : '{side} to move wins';
  byId('puzzle-task').textContent = t(task, {side: sideName(puzzle.side), n: puzzle.mate});
  byId('puzzle-solved').replaceChildren();
  await show(puzzle);
  say(t('Play the move on the board.'));
}

/**
 * A move that was tried.
 * @param {string} usi
 */
export async function answer(usi) {
  const at = state.ply;
  const tried = legalMove(usi);
  hints = 0;
  await play(usi);
  const isLast = at === puzzle.solution.length - 1;
  const good = usi === puzzle.solution[at] || (puzzle.mate && isLast && state.position.ending === 'mate');
  if (!good) {
    await takeBack();
    return say(t('{move} is not it. Try again.', {move: inNotation(tried)}));
  }
  if (isLast) return finish(t('{move}: solved!', {move: inNotation(tried)}));
  say(t('{move} is right.', {move: inNotation(tried)}));
  await play(puzzle.solution[at + 1]);
  return say(t('{move} is right, {answer} is the answer. Go on.',
    {move: inNotation(tried), answer: inNotation(puzzle.line[at + 1])}));
}

/** @param {string} text */
function finish(text) {
  solved = true;
  byId('puzzle-hint').disabled = byId('puzzle-solution').disabled = true;
  byId('puzzle-source').hidden = byId('puzzle-again').hidden = false;
  const names = [puzzle.black, puzzle.white].map((name) => name || '?').join(' – ');
  byId('puzzle-source')
    .replaceChildren(
      t('Game {n}', {n: `${puzzle.game}`}), ': ', html('bdi', {}, names), t(', after {n} moves', {n: puzzle.ply}));
  const chances = puzzle.mate ? '' : t('Win chance {n} %, at most {other} % with another first move.',
      {n: Math.round(puzzle.chance), other: Math.round(puzzle.next_best)});
  byId('puzzle-solved')
    .replaceChildren(
      html('p', {lang: 'ja'}, puzzle.line.map(inNotation).join(' ')), html('p', {class: 'soft'}, chances));
  say(text);
}

// First the piece, then the square.
function hint() {
  if (!isSolving()) return say(t('Go back to the puzzle first.'));
  const usi = puzzle.solution[state.ply];
  const named = puzzle.line[state.ply];
  if (++hints === 1)
    return say(usi[1] === '*' ? t('A piece is dropped: {piece}.', {
      piece: isJapanese ? pieceName(given.about.variants[puzzle.variant].pieces[usi[0]]) : named.move.split('*')[0]
    }) :
                                t('The piece on {square} moves.', {square: squareName(usi.slice(0, 2))}));
  showMarks([usi]);
  return say(t('It goes to {square}.', {square: squareName(usi.slice(2, 4))}));
}

async function showSolution() {
  const rest = puzzle.solution;
  await setLine({variant: puzzle.variant, start: puzzle.sfen, moves: rest, ply: 0});
  finish(t('This is the solution: step through it.'));
}

/** @param {string} text */
function say(text) {
  byId('puzzle-state').textContent = text;
}
