// Reads annotated records with tsshogi and compares moves, variations, comments and scores with the
// lists beside them. Exit codes: 0 the same, 1 not, 77 skipped because tsshogi is missing.
import {execFileSync} from 'node:child_process';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';

import {load} from './load.mjs';

const {importKIF, importJKFString, Move} = load('tsshogi', 'YARI_TSSHOGI');

/** The record as the list has it: a line a node, first children before variations. */
function lines(record) {
  const found = [];
  const visit = (node, depth) => {
    const comment = node.comment.replace(/\n*$/, '\n').replace(/^\n$/, '').replaceAll('\n', '\\n');
    found.push(`${depth} ${depth === 0 ? 'start' : node.move.usi} ${comment}`);
    for (let child = node.next; child; child = child.branch) {
      if (child.move instanceof Move) visit(child, depth + 1);
    }
  };
  visit(record.first, 0);
  return found;
}

function compare(name, record, expected) {
  if (record instanceof Error) return [`${name}: ${record.message}`];
  const found = lines(record);
  for (let i = 0; i < Math.max(found.length, expected.length); ++i) {
    if (found[i] !== expected[i]) {
      return [`${name}: line ${i + 1}\n  expected ${expected[i]}\n  found    ${found[i]}`];
    }
  }
  console.log(`${name}: ${found.length} nodes`);
  return [];
}

const [program, folder] = process.argv.slice(2);
execFileSync(program, [folder]);
const faults = [];
for (const list of readdirSync(folder).filter((file) => file.endsWith('.txt'))) {
  const text = (ending) => readFileSync(join(folder, list.replace('.txt', ending)), 'utf8');
  const expected = text('.txt').replace(/\n$/, '').split('\n');
  const plies = expected.length;
  const variations = expected.filter((line, i) => i > 0 && parseInt(line) <= parseInt(expected[i - 1])).length;
  const scores = expected.filter((line) => line.includes('#評価値=')).length;
  if (plies < 30 || variations < 1 || scores < 20) faults.push(`${list}: too little to compare`);
  faults.push(...compare(`${list} as KIF`, importKIF(text('.kif')), expected));
  faults.push(...compare(`${list} as JKF`, importJKFString(text('.jkf')), expected));
}
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
