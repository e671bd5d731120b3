// The page of `yari serve` with the rules in the browser: what it shows then, and what it no longer asks the server.
//
//   page_test.mjs SERVE_SAMPLES FOLDER_OF_THE_BROWSER YARIBASE_WASM
import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {argv} from 'node:process';
import {run} from '../web/browser/harness.mjs';
import {at, click, shogiStart, shows} from '../web/browser/page.mjs';

const [module] = argv.splice(4, 1);
if (!module || !existsSync(module)) {
  console.log(`skipped: there is no ${module}: the test of the module in node builds it`);
  process.exit(77);
}

/** A page that has the module; `asked` are the positions that it wanted of the server since then. */
async function openWithModule(open, hash) {
  const asked = [];
  const page = await open({hash, prepare: (p) => p.route('**/yaribase.wasm', (route) => route.fulfill({path: module, contentType: 'application/wasm'}))});
  await page.evaluate(async () => (await import('/rules.js')).loaded());
  page.on('request', (request) => { if (request.url().includes('/api/position')) asked.push(request.url()); });
  return {page, asked};
}

async function theBoardNeedsNoServer(open) {
  const {page, asked} = await openWithModule(open, at('shogi', shogiStart));
  for (const [from, to] of [['7g', '7f'], ['3c', '3d'], ['8h', '2b']]) {
    await click(page, from, {files: 9});
    await click(page, to, {files: 9});
  }
  await page.getByRole('dialog', {name: 'Promotion'}).getByRole('button', {name: 'Promote Bx2b+', exact: true}).click();
  await shows(page, 'lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B');
  assert.deepEqual(asked, []);
}

async function bothGiveTheSameAnswers(open) {
  const {page} = await openWithModule(open, '#game=2&ply=0');
  const count = await page.evaluate(async () => {
    const [{state}, {positionAt}, {get}] = await Promise.all(['/state.js', '/rules.js', '/api.js'].map((name) => import(name)));
    for (let ply = 0; ply <= state.moves.length; ++ply) {
      const moves = state.moves.slice(0, ply).join(' ');
      const parameters = {variant: state.variant, usi: `${state.start === 'startpos' ? 'startpos' : `sfen ${state.start}`}${moves ? ` moves ${moves}` : ''}`};
      const [here, there] = await Promise.all([positionAt(parameters), get('/api/position', parameters)]);
      if (JSON.stringify(here) !== JSON.stringify(there)) throw new Error(`ply ${ply}: ${JSON.stringify(here)} but ${JSON.stringify(there)}`);
    }
    return state.moves.length;
  });
  assert.ok(count > 20, `${count} plies`);
}

async function aWrongPositionIsStillSaid(open) {
  const {page} = await openWithModule(open, at('shogi', shogiStart));
  const message = await page.evaluate(async () => (await import('/rules.js')).positionAt({variant: 'shogi', sfen: 'x'}).then(() => '', ({message: m}) => m));
  assert.match(message, /piece/);
}

run([
  ['moves are made without asking the server', theBoardNeedsNoServer],
  ['the module and the server give the same answers', bothGiveTheSameAnswers],
  ['what is no position is refused', aWrongPositionIsStillSaid],
]);
