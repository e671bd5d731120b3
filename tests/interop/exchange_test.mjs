// Reads random games with a library of npm, writes them again with it, and lets our program compare. Exit codes: 0 the
// same, 1 not, 77 skipped because the library is missing.
import {execFileSync} from 'node:child_process';
import {readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {load} from './load.mjs';

/** By format, how each library reads a text and writes what it read. */
const libraries = {
  'tsshogi': (lib) => ({
    kif: [lib.importKIF, (record) => lib.exportKIF(record)],
    ki2: [lib.importKI2, (record) => lib.exportKI2(record)],
    csa: [lib.importCSA, (record) => lib.exportCSA(record)],
    jkf: [lib.importJKFString, lib.exportJKFString],
    usi: [(text) => lib.Record.newByUSI(`position ${text.trim()}`), (record) => record.getUSI({allMoves: true})],
    usen: [(text) => lib.Record.newByUSEN(text.trim()), (record) => record.usen[0]],
  }),
  // Those who define JKF: what they read of other formats they write as JKF.
  'json-kifu-format': (lib) => ({
    jkf: [lib.JKFPlayer.parseJKF, (player) => player.toJKF(), 'jkf'],
    kif: [lib.JKFPlayer.parseKIF, (player) => player.toJKF(), 'jkf'],
    ki2: [lib.JKFPlayer.parseKI2, (player) => player.toJKF(), 'jkf'],
  }),
};

const [program, folder, count, name] = process.argv.slice(2);
const formats = libraries[name](load(name, 'YARI_TSSHOGI'));
rmSync(folder, {recursive: true, force: true});
execFileSync(program, [folder, count]);
let faults = 0;
for (const file of readdirSync(folder)) {
  const format = formats[file.split('.')[1]];
  if (!format || file.includes('.back')) continue;
  const [read, write, ending] = format;
  const text = readFileSync(join(folder, file), 'utf8');
  // json-kifu-format 5.5 takes 同 for the square of the main line's move.
  if (name === 'json-kifu-format' && /変化：\d+手\n[▲△]同/.test(text)) continue;
  try {
    const record = read(text);
    if (record instanceof Error) throw record;
    writeFileSync(join(folder, `${file}.back.${ending ?? file.split('.')[1]}`), write(record));
  } catch (error) {
    console.error(`${file}: ${error.message}`);
    ++faults;
  }
}
try {
  execFileSync(program, [folder, count, '--check'], {stdio: 'inherit'});
} catch {
  ++faults;
}
process.exit(faults === 0 ? 0 : 1);
