// The WebAssembly module against the program and the reference data: wasm_test.mjs PACKAGE SOURCE YARI.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

const [folder, source, yari] = process.argv.slice(2);
const data = process.env.YARI_DATA || join(source, '../shared/data');
const {load, YaribaseError} = await import(pathToFileURL(join(folder, 'index.js')));
const library = await load();
const {Position, read, write, formats, sfens, position} = library;
const variants = ['yari', 'shogi'];

const asked = (...words) => execFileSync(yari, words, {maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore']}).toString();
const objects = (text) => text.split('\n').filter(Boolean).map((line) => JSON.parse(line));

function perftEqualsTheReference() {
  assert.equal(new Position({variant: 'shogi'}).perft(3), 25470);
  assert.equal(new Position().perft(4), 158404);
  for (const variant of variants) {
    const file = join(data, variant, 'perft.tsv');
    if (!existsSync(file)) { console.log(`skipped: ${file} is missing`); continue; }
    let compared = 0;
    for (const row of readFileSync(file, 'utf8').trim().split('\n').slice(1)) {
      const [sfen, depth, nodes] = row.split('\t');
      if (Number(nodes) > 1_000_000) continue;
      assert.equal(new Position({variant, sfen}).perft(Number(depth)), Number(nodes), row);
      ++compared;
    }
    assert.ok(compared >= 15, `${compared} counts of ${variant}`);
  }
}

// All positions of a random game, as the program prints them.
function positionsAreThoseOfTheProgram() {
  let seed = 7;
  const random = (n) => { seed = (seed * 1103515245 + 12345) % 2 ** 31; return Math.floor(seed / 65536) % n; };
  for (const variant of variants) {
    const game = new Position({variant});
    for (let ply = 0; ply < 60 && !game.isOver; ++ply) {
      game.push(game.legalMoves[random(game.legalMoves.length)].usi);
      if (ply % 6 !== 0) continue;
      const words = ['--json', '--variant', variant, '--moves', game.moves.join(' ')];
      const [board] = objects(asked('board', ...words));
      for (const [name, value] of Object.entries(board)) assert.deepEqual(position({variant, usi: game.usi})[name], value, name);
      const moves = objects(asked('moves', ...words));
      assert.equal(moves.length, game.legalMoves.length);
      for (const move of moves) {
        const {japanese, ...ours} = game.legalMoves.find(({usi}) => usi === move.usi);
        assert.deepEqual(ours, move);
        assert.match(japanese, /^[▲△]/);
      }
    }
    assert.ok(game.moves.length > 20);
  }
}

function linesGoOnAndBack() {
  const game = new Position({variant: 'shogi', moves: ['7g7f', 'P-3d']});
  assert.deepEqual(game.push('２二角成').moves, ['7g7f', '3c3d', '8h2b+']);
  assert.equal(game.line[2].japanese, '▲２二角成');
  const copy = game.copy();
  assert.equal(game.pop(), '8h2b+');
  assert.equal(game.sfen, 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3');
  assert.equal(copy.moves.length, 3);
  assert.equal(new Position({variant: 'shogi', handicap: '飛車落ち'}).handicap, 'Rook');
  const again = new Position({moves: '4i5h 4a3b 5h4i 3b4a '.repeat(3)});
  assert.deepEqual([again.occurrences, again.result, again.ending, again.isOver], [4, '1/2-1/2', 'repetition', true]);
  const mate = new Position({variant: 'shogi', sfen: '8k/9/8P/9/9/9/9/9/K8 b G 1'});
  mate.push('G*1b');
  assert.deepEqual([mate.ending, mate.result, mate.legalMoves.length, mate.inCheck], ['mate', '1-0', 0, true]);
}

// Files as `yari convert` reads them, in UTF-8: other encodings are the browser's business.
function recordFiles() {
  const files = [];
  const walk = (path) => {
    for (const name of readdirSync(path).sort()) {
      const file = join(path, name);
      if (statSync(file).isDirectory()) walk(file);
      else if (/\.(kifu?|ki2u?|csa|jkf|psn|hodges|usi|sfen|usen)$/.test(name)) files.push(file);
    }
  };
  walk(join(source, 'samples'));
  for (const variant of variants) if (existsSync(join(data, variant))) walk(join(data, variant));
  return files.filter((file) => {
    try {
      return new TextDecoder('utf-8', {fatal: true}).decode(readFileSync(file)).length < 300_000;
    } catch {
      return false;
    }
  });
}

function recordsAreReadAsTheProgramReadsThem() {
  const files = recordFiles();
  const byProgram = new Map(files.map((file) => [file, []]));
  let text;
  try {
    text = asked('convert', '--json', '--to', 'usi', ...files);
  } catch (error) {
    assert.equal(error.status, 1, String(error));  // some of the records are damaged
    text = error.stdout.toString();
  }
  for (const game of objects(text)) byProgram.get(game.file).push(game);
  let games = 0;
  const known = new Set();
  for (const file of files) {
    let found;
    try {
      found = read(readFileSync(file, 'utf8'));
    } catch (error) {
      assert.ok(error instanceof YaribaseError, `${file}: ${error.stack}`);
      assert.deepEqual(byProgram.get(file), [], file);
      continue;
    }
    known.add(found.format);
    // The program does not take every header without moves for a record.
    const expected = byProgram.get(file).filter((game) => game.text.includes(' moves '));
    const played = found.games.filter((game) => game.moves.length > 0);
    assert.deepEqual(played.map((game) => write(game, 'usi').text), expected.map((game) => game.text), file);
    assert.deepEqual(played.map((game) => game.line), expected.map((game) => game.line), file);
    for (const game of found.games) everyFormatComesBack(file, game);
    games += found.games.length;
  }
  // The samples are 14 games in one format.
  const [fewest, formats] = existsSync(data) ? [50, 3] : [14, 1];
  if (!existsSync(data)) console.log(`skipped: the records in ${data}, which is missing`);
  assert.ok(games >= fewest && known.size >= formats, `${games} games in ${[...known]}`);
  console.log(`        ${games} games of ${files.length} files in ${[...known].join(', ')}`);
}

function everyFormatComesBack(file, game) {
  assert.equal(sfens(game).length, game.moves.length + 1);
  for (const {name, writes} of formats()) {
    if (!writes || (name === 'csa' && game.variant === 'yari')) continue;
    const {text} = write(game, name);
    const [again] = read(text, {format: name, variant: game.variant}).games;
    assert.deepEqual(again.moves, game.moves, `${file} in ${name}`);
    if (name === 'jkf') assert.equal(again.nodes.length, game.nodes.length, file);
  }
  // What was read is what is written, with all that stands in its tree.
  const {line, findings, ...plain} = game;
  assert.ok(line > 0 && Array.isArray(findings));
  const text = write(plain, 'hodges').text;
  assert.equal(write(read(text, {format: 'hodges', variant: game.variant}).games[0], 'hodges').text, text, file);
}

function gamesAreMadeOfMoves() {
  const game = {variant: 'shogi', tags: [['Black', '羽生善治'], ['Opening', 'x']], result: '0-1', ending: 'resignation', nodes: [
    {comment: 'start'}, {parent: 0, move: '7g7f', glyphs: [1], spent_ms: 5000, comment: 'a "good" move',
      evaluations: [{score: {cp: 35}, depth: 3, nodes: 100, engine: 'E', pv: ['3c3d']}]},
    {parent: 1, move: '3c3d'}, {parent: 1, move: '8c8d', comment: 'or this'}]};
  const [again] = read(write(game, 'hodges').text).games;
  assert.deepEqual(again.moves, ['7g7f', '3c3d']);
  assert.deepEqual(again.nodes.map(({move, parent, comment}) => ({move, parent, comment})),
      game.nodes.map(({move, parent, comment}) => ({move, parent, comment})));
  assert.deepEqual(again.nodes[1].evaluations[0].pv, ['3c3d']);
  assert.deepEqual([again.tags[0], again.result, again.ending], [['Black', '羽生善治'], '0-1', 'resignation']);
  assert.deepEqual(read(write({moves: ['7g7f']}, 'kif').text).games[0].variant, 'yari');
  assert.deepEqual(write(game, 'usi').losses.length > 0, true);
}

function damageIsFoundInItsPlace() {
  const {games: [cut]} = read('\uFEFF手合割：平手\r\n   1 ７六歩(77)\r\n   2 ３三歩(34)\r\n', {format: 'kif', variant: 'shogi'});
  assert.deepEqual(cut.moves, ['7g7f']);
  assert.ok(cut.unread.includes('３三歩'));
  const [error] = cut.findings.filter(({severity}) => severity === 'error');
  assert.equal(error.line, 3);
  const {games, refused} = read('startpos moves 7g7f\nstartpos moves 9z9z\n', {strict: true, variant: 'shogi'});
  assert.deepEqual([games.length, refused[0].line], [1, 2]);
}

function wrongQuestionsAreErrors() {
  const wrong = [
    [() => new Position({sfen: 'x'}), 'sfen'], [() => new Position({variant: 'go'}), 'variant'],
    [() => new Position({handicap: 'everything'}), 'handicap'], [() => new Position({usi: 'startpos moves 7g7a'}), 'usi'],
    [() => new Position({variant: 7}), null], [() => new Position().push('7g7a'), 'text'], [() => new Position().pop(), null],
    [() => new Position().perft(99), null], [() => read('no record'), 'format'], [() => read('x', {format: 'doc'}), 'format'],
    [() => write({}, 'doc'), 'format'], [() => write(null), 'game'], [() => write({start: 'x'}), 'game'],
    [() => write({nodes: [{}, {parent: 1, move: '7g7f'}]}), 'game'], [() => write({nodes: [{}, {parent: 0, move: '7g7a'}]}), 'game'],
    [() => write({tags: [['a b', 'c']]}), 'game'], [() => write({nodes: [{glyphs: [256]}]}), 'game'],
    [() => write({nodes: [{evaluations: [{score: {}}]}]}), 'game'], [() => write({result: 'won'}), 'game'],
    [() => write({}, 'kif', {width: 0}), null], [() => new Position({usi: 'startpos', variant: null, sfen: 3}).push({}), 'text'],
  ];
  for (const [question, parameter] of wrong) {
    assert.throws(question, (error) => error instanceof YaribaseError && !error.message.includes('module failed') &&
      (parameter === null || error.parameter === parameter), String(question));
  }
}

function nothingMakesItFail() {
  let seed = 11;
  const random = (n) => { seed = (seed * 1103515245 + 12345) % 2 ** 31; return Math.floor(seed / 65536) % n; };
  const words = ['startpos', 'sfen', 'moves', '7g7f', '3c3d', 'G*5e', '９九と', '同　歩', '(', '{', '[', ']', '"', '\\', '1.', '$300', '\u0000', '\ud800',
    'ln1/9', 'b', '-', '1', '*', '#', '[Variant "Shogi"]', '手合割：平手', '変化：1手', '+7776FU', 'PI', '-1', '1e99', '\n', '\n\n', "'", '~0.', '9'.repeat(40)];
  const text = () => Array.from({length: random(12)}, () => words[random(words.length)]).join(random(2) ? ' ' : '');
  const value = (depth) => [() => text(), () => random(1000) - 500, () => null, () => random(2) === 0, () => Number.MAX_VALUE, () => 0.5,
    () => (depth > 3 ? [] : Array.from({length: random(4)}, () => value(depth + 1))), () => (depth > 3 ? {} : game(depth + 1))][random(8)]();
  const names = ['variant', 'rules', 'start', 'tags', 'result', 'ending', 'moves', 'nodes', 'unread', 'parent', 'move', 'comment', 'glyphs', 'spent_ms',
    'evaluations', 'score', 'cp', 'mate', 'pv', 'depth', 'bookmark', 'before'];
  const game = (depth) => Object.fromEntries(Array.from({length: random(5)}, () => [names[random(names.length)], value(depth)]));
  const anyFormat = () => [...formats().map(({name}) => name), undefined][random(9)];
  let answers = 0;
  for (let i = 0; i < 20_000; ++i) {
    try {
      [() => read(text(), {format: anyFormat(), variant: [...variants, undefined][random(3)]}), () => write(game(0), anyFormat()),
        () => new Position({variant: variants[random(2)], usi: text()}), () => new Position({sfen: text()}),
        () => new Position({variant: variants[random(2)]}).push(text())][random(5)]();
      ++answers;
    } catch (error) {
      assert.ok(error instanceof YaribaseError && !error.message.includes('module failed'), error.stack);
    }
  }
  assert.ok(answers > 1000, `${answers} answers`);
}

async function thePageAsksTheServerWithoutTheModule() {
  const page = mkdtempSync(join(tmpdir(), 'yari-page-'));
  try {
    writeFileSync(join(page, 'package.json'), '{"type": "module"}');
    writeFileSync(join(page, 'api.js'),
        'export const get = (path) => Promise.resolve({asked: path}); export const given = {positions: {}};');
    copyFileSync(join(source, 'web/page/rules.js'), join(page, 'rules.js'));
    copyFileSync(join(folder, 'yaribase.js'), join(page, 'yaribase.js'));
    const page_with = async (answer, n) => {
      globalThis.fetch = async () => answer;
      const rules = await import(`${pathToFileURL(join(page, 'rules.js'))}?${n}`);
      await rules.loaded();
      return rules;
    };
    const usi = 'startpos moves 7g7f';
    const without = await page_with(new Response(null, {status: 204}), 1);
    assert.deepEqual(await without.positionAt({variant: 'shogi', usi}), {asked: '/api/position'});
    const damaged = await page_with(new Response('<html>'), 2);
    assert.deepEqual(await damaged.positionAt({variant: 'shogi', usi}), {asked: '/api/position'});
    const within = await page_with(new Response(readFileSync(join(folder, 'yaribase.wasm'))), 3);
    assert.deepEqual(await within.positionAt({variant: 'shogi', usi}), position({variant: 'shogi', usi}));
    await assert.rejects(within.positionAt({variant: 'shogi', sfen: 'x'}), /piece/);
  } finally {
    rmSync(page, {recursive: true});
  }
}

const tests = [perftEqualsTheReference, positionsAreThoseOfTheProgram, linesGoOnAndBack, recordsAreReadAsTheProgramReadsThem, gamesAreMadeOfMoves,
  damageIsFoundInItsPlace, wrongQuestionsAreErrors, nothingMakesItFail, thePageAsksTheServerWithoutTheModule];
let failures = 0;
for (const test of tests) {
  try {
    await test();
    console.log(`ok      ${test.name}`);
  } catch (error) {
    ++failures;
    console.log(`FAILED  ${test.name}\n${error.stack}`);
  }
}
process.exit(failures === 0 ? 0 : 1);
