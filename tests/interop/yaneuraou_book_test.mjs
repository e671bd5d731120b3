// YaneuraOu, as WebAssembly, plays from the books that `yari book` makes: YaneuraOu's own and that of Apery.
// Usage: node yaneuraou_book_test.mjs YARI SAMPLES. Exit codes: 0 it does, 1 not, 77 skipped because the folder that
// YARI_YANEURAOU names has no yaneuraou.js (a build with a file system, as that of yaneuraou-suisho-petite).
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const [yari, samples] = process.argv.slice(2);
const folder = process.env.YARI_YANEURAOU ?? '';
const script = join(folder, 'yaneuraou.js');
if (folder === '' || !existsSync(script)) {
  console.log('skipped: YARI_YANEURAOU names no folder with yaneuraou.js');
  process.exit(77);
}

const place = mkdtempSync(join(tmpdir(), 'yari-yaneuraou-'));
const path = name => join(place, name);
const run = (...words) =>
  execFileSync(yari, words, {encoding: 'utf8', env: {...process.env, YARI_DB: path('games.db')}, stdio: 'pipe'});

/** The engine's lines from now on, up to one that begins with `word`. */
function linesUpTo(engine, word, command) {
  return new Promise((resolve, reject) => {
    const lines = [];
    const timer = setTimeout(() => reject(new Error(`no ${word} after ${command}`)), 60_000);
    const listen = line => {
      lines.push(line);
      if (!line.startsWith(word)) return;
      clearTimeout(timer);
      engine.removeMessageListener(listen);
      resolve(lines);
    };
    engine.addMessageListener(listen);
    engine.postMessage(command);
  });
}

async function play(book, file, onTheFly) {
  const load = createRequire(script)(script);
  const engine = await load({
    wasmBinary: readFileSync(script.replace(/\.js$/, '.wasm')),
    locateFile: name => join(folder, name),
    mainScriptUrlOrBlob: script,
  });
  engine.FS.writeFile(`/${file}`, readFileSync(path(book)));
  await linesUpTo(engine, 'usiok', 'usi');
  // Every move of the book may be played, whatever its score.
  const options = {Threads: 1, USI_Hash: 32, BookFile: file, BookOnTheFly: onTheFly, BookEvalDiff: 99999};
  for (const [name, value] of Object.entries(options)) engine.postMessage(`setoption name ${name} value ${value}`);
  await linesUpTo(engine, 'readyok', 'isready');
  for (const moves of ['', '7g7f', '7g7f 3c3d', '7g7f 3c3d 2g2f']) {
    engine.postMessage(`position startpos${moves && ` moves ${moves}`}`);
    const said = await linesUpTo(engine, 'bestmove', 'go nodes 1000');
    const shown = run('book', 'show', path(book), '--variant', 'shogi', '--moves', moves, '--json');
    const known = shown.trim().split('\n').map(line => JSON.parse(line).usi).sort();
    // A line for each move of the book, and nothing that it searched itself.
    const named = said.filter(line => line.startsWith('info multipv')).map(line => / pv (\S+)/.exec(line)[1]).sort();
    assert.deepEqual(named, known, `${book} after "${moves}"`);
    assert(known.includes(said.at(-1).split(' ')[1]), said.at(-1));
  }
  engine.terminate();
}

globalThis.fetch = undefined;  // its loader reads the module from the disk then
try {
  run('import', '--quiet', join(samples, 'shogi-ryuo-2001.psn'));
  run('book', 'make', '--variant', 'shogi', '--max-ply', '20', '-o', path('book.db'));
  run('book', 'convert', path('book.db'), '-o', path('book.bin'));
  await play('book.db', 'user_book1.db', true);
  await play('book.db', 'user_book1.db', false);
  await play('book.bin', 'book.bin', false);
  console.log('YaneuraOu plays from both books');
} finally {
  rmSync(place, {recursive: true});
}
process.exit(0);
