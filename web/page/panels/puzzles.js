// Puzzles from annotated games: moves are tried on the board, and answered.

import {stream} from './api.js';
import {byId, html} from './dom.js';
import {filtersHere} from './filters.js';
import {inNotation, remember, settings} from './settings.js';
import {play, setLine, state, takeBack} from './state.js';

let puzzle = null;
let solved = false;
let hints = 0;
let asking = null;
let openGame = () => {};
let showMarks = () => {};

/** `open` opens a game at a ply; `marks` shows arrows on the board. */
export function setUpPuzzles(open, marks) {
  openGame = open;
  showMarks = marks;
  byId('puzzle-mate').value = `${settings.mateIn}`;
  byId('puzzle-mate').addEventListener('change', (event) => remember({mateIn: Number(event.target.value)}));
  byId('puzzle-next').addEventListener('click', () => (asking ? asking.abort() : next()));
  byId('puzzle-hint').addEventListener('click', hint);
  byId('puzzle-solution').addEventListener('click', showSolution);
  byId('puzzle-again').addEventListener('click', begin);
  byId('puzzle-source').addEventListener('click', () => openGame({game: puzzle.game}, puzzle.ply));
}

/** Whether moves on the board are answers. */
export const isSolving = () => Boolean(puzzle) && !solved && settings.tab === 'puzzles' && onTheWay();

const onTheWay = () => state.start === puzzle.sfen && state.moves.slice(0, state.ply).every((usi, i) => usi === puzzle.solution[i]);

/** Looks on where the last puzzle was; after the last game, from the first. */
async function next() {
  asking = new AbortController();
  byId('puzzle-next').textContent = 'Stop';
  say('Looking for a puzzle');
  const [after, ply] = settings.puzzlePlace || [0, 0];
  try {
    const {found, games} = await ask(after, ply);
    if (found || after === 0) offer(found, games);
    else offer(...Object.values(await ask(0, 0)));
  } catch (error) {
    say(error.name === 'AbortError' ? 'Stopped.' : error.message);
  }
  asking = null;
  byId('puzzle-next').textContent = 'Next puzzle';
}

async function ask(after, ply) {
  let found = null;
  let games = 0;
  await stream('/api/puzzles', {...filtersHere(), mate_in: settings.mateIn, engine: settings.engine, after, after_ply: ply}, (object) => {
    if (object.error) throw new Error(object.error.message);
    if (object.progress) say(`Looking for a puzzle: ${object.progress.done} of ${object.progress.all} annotated games`);
    else if (object.sfen) found = object;
    else ({games} = object);
  }, asking.signal);
  return {found, games};
}

function offer(found, games) {
  if (!found) {
    say(games === 0 ? 'No game is annotated: annotate some first, in the list of games or in a game.' : 'There is no such puzzle in the annotated games.');
    return undefined;
  }
  puzzle = found;
  remember({puzzlePlace: [found.game, found.ply]});
  return begin();
}

async function begin() {
  solved = false;
  hints = 0;
  remember({flipped: puzzle.side === 'white'});
  byId('puzzle').hidden = false;
  byId('puzzle-source').hidden = byId('puzzle-again').hidden = true;
  byId('puzzle-hint').disabled = byId('puzzle-solution').disabled = false;
  const side = puzzle.side === 'black' ? 'Black' : 'White';
  byId('puzzle-task').textContent = puzzle.mate ? `${side} to move mates in ${puzzle.mate} ${puzzle.mate === 1 ? 'ply' : 'plies'}` : `${side} to move wins`;
  byId('puzzle-solved').replaceChildren();
  await setLine({variant: puzzle.variant, start: puzzle.sfen});
  say('Play the move on the board.');
  byId('board').focus({preventScroll: true});
}

/** A move that was tried. */
export async function answer(usi) {
  const at = state.ply;
  const tried = state.position.moves.find((move) => move.usi === usi);
  hints = 0;
  await play(usi);
  const isLast = at === puzzle.solution.length - 1;
  const good = usi === puzzle.solution[at] || (puzzle.mate && isLast && state.position.ending === 'mate');
  if (!good) {
    await takeBack();
    return say(`${inNotation(tried)} is not it. Try again.`);
  }
  if (isLast) return finish(`${inNotation(tried)}: solved!`);
  say(`${inNotation(tried)} is right.`);
  await play(puzzle.solution[at + 1]);
  return say(`${inNotation(tried)} is right, ${inNotation(puzzle.line[at + 1])} is the answer. Go on.`);
}

function finish(text) {
  solved = true;
  byId('puzzle-hint').disabled = byId('puzzle-solution').disabled = true;
  byId('puzzle-source').hidden = byId('puzzle-again').hidden = false;
  const names = [puzzle.black, puzzle.white].map((name) => name || '?').join(' – ');
  byId('puzzle-source').replaceChildren('Game ', `${puzzle.game}: `, html('bdi', {}, names), `, after ${puzzle.ply} moves`);
  const chances = puzzle.mate ? '' : `Win chance ${Math.round(puzzle.chance)} %, at most ${Math.round(puzzle.next_best)} % with another first move.`;
  byId('puzzle-solved').replaceChildren(html('p', {lang: 'ja'}, puzzle.line.map(inNotation).join(' ')), html('p', {class: 'soft'}, chances));
  say(text);
}

// First the piece, then the square.
function hint() {
  if (!isSolving()) return say('Go back to the puzzle first.');
  const usi = puzzle.solution[state.ply];
  const named = puzzle.line[state.ply];
  if (++hints === 1) return say(usi[1] === '*' ? `A piece is dropped: ${named.move.split('*')[0]}.` : `The piece on ${usi.slice(0, 2)} moves.`);
  showMarks([usi]);
  return say(`It goes to ${usi.slice(2, 4)}.`);
}

async function showSolution() {
  const rest = puzzle.solution;
  await setLine({variant: puzzle.variant, start: puzzle.sfen, moves: rest, ply: 0});
  finish('This is the solution: step through it.');
}

function say(text) {
  byId('puzzle-state').textContent = text;
}
