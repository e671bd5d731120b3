// Compares the legal moves of random positions of both games with those of Fairy-Stockfish (npm's ffish). A pawn drop
// that mates is left out: the two programs need not agree on it in both games.
// Usage: node ffish_test.mjs PROGRAM COUNT SEED. Exit codes: 0 the same, 1 not, 77 skipped because ffish is missing.
import {spawn} from 'node:child_process';
import {createInterface} from 'node:readline';

import {load} from './load.mjs';

function loadFfish() {
  // Its loader would fetch the module from the net where there is a fetch.
  globalThis.fetch = undefined;
  return load('ffish', 'YARI_FFISH');
}

/** Files and ranks: there the files are letters from the left, and the ranks count from below. */
const games = {yari: {name: 'yarishogi', files: 7}, shogi: {name: 'shogi', files: 9}};
const ranks = 9;

function square(game, usi) {
  const file = String.fromCharCode('a'.charCodeAt(0) + game.files - Number(usi[0]));
  return file + (ranks - (usi.charCodeAt(1) - 'a'.charCodeAt(0)));
}

function move(game, usi) {
  if (usi[1] === '*') return `${usi[0]}@${square(game, usi.slice(2))}`;
  return square(game, usi) + square(game, usi.slice(2)) + usi.slice(4);
}

/** Black moves first and is White there. */
function fen(sfen) {
  const [board, side, hands] = sfen.split(' ');
  const held = hands === '-' ? '' : hands.replace(/(\d+)(.)/g, (_, n, piece) => piece.repeat(Number(n)));
  return `${board}[${held}] ${side === 'b' ? 'w' : 'b'} 0 1`;
}

function differences(ffish, boards, line) {
  const bar = line.indexOf('|');
  const [id] = line.split(' ', 1);
  const game = games[id];
  boards[id] = boards[id] || new ffish.Board(game.name);
  boards[id].setFen(fen(line.slice(id.length + 1, bar)));
  const theirs = new Set(boards[id].legalMoves().split(' ').filter(Boolean));
  const ours = new Set(line.slice(bar + 1).split(' ').filter(Boolean).map((m) => move(game, m)));
  const only = (some, others) => [...some].filter((m) => !others.has(m));
  return {
    both: [...only(ours, theirs), ...only(theirs, ours)].filter((m) => !m.startsWith('P@')),
    pawns: [...only(ours, theirs), ...only(theirs, ours)].filter((m) => m.startsWith('P@')).length,
  };
}

function compare(ffish, program, count, seed) {
  const boards = {};
  const child = spawn(program, [count, seed], {stdio: ['ignore', 'pipe', 'inherit']});
  const sums = {positions: {yari: 0, shogi: 0}, pawnDrops: 0, faults: 0};
  createInterface({input: child.stdout}).on('line', (line) => {
    const found = differences(ffish, boards, line);
    ++sums.positions[line.slice(0, line.indexOf(' '))];
    sums.pawnDrops += found.pawns;
    if (found.both.length === 0) return;
    if (++sums.faults <= 10) console.log(`${line.slice(0, line.indexOf('|'))}: ${found.both.join(' ')}`);
  }).on('close', () => {
    console.log(`harden: differential.moves.yari ${sums.positions.yari}`);
    console.log(`harden: differential.moves.shogi ${sums.positions.shogi}`);
    console.log(`harden: differential.moves.pawn_drops_apart ${sums.pawnDrops}`);
    console.log(`harden: differential.moves.differences ${sums.faults}`);
    const enough = sums.positions.yari === Number(count) && sums.positions.shogi === Number(count);
    process.exit(sums.faults === 0 && enough ? 0 : 1);
  });
}

const ffish = loadFfish();
const [program, count, seed] = process.argv.slice(2);
ffish.onRuntimeInitialized = () => compare(ffish, program, count, seed);
