// Training by repetition on the page: positions are kept, asked on the board, graded and forgotten.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {run} from './harness.mjs';
import {at, click, desk, importText, phone, reload, says, shogiStart, shows, tab} from './page.mjs';

const shogi = {files: 9};
const button = (page, name) => page.getByRole('button', {name, exact: true});
const move = async (page, ...squares) => {
  for (const square of squares) await click(page, square, shogi);
};
const state = (page, text) => page.locator('#drill-state', {hasText: text}).waitFor();
const due = (page) => page.evaluate(async () => {
  const {get} = await import('/api.js');
  return get('/api/drill', {today: new Date().toLocaleDateString('sv')});
});

/** The position on the board is kept with a move. */
async function keep(page, ...squares) {
  await button(page, 'Remember this position').click();
  await page.getByText('Play the move to remember on the board.').waitFor();
  await move(page, ...squares);
  await page.locator('#keep-state button').waitFor();
}

async function aPositionIsKeptAndAsked(open) {
  for (const viewport of [desk, phone]) {
    const page = await open({viewport, hash: at('shogi', shogiStart)});
    await tab(page, 'Drill');
    await state(page, 'No card yet.');
    await keep(page, '7g', '7f');
    await says(page, 'keep-state', /^P-7f will be asked/);
    await shows(page, shogiStart);
    await state(page, '1 card is due.');
    await button(page, 'Begin').click();
    await page.getByRole('heading', {name: 'Black to move 1 due'}).waitFor();
    await move(page, '2g', '2f');
    await state(page, 'Wrong. Right is P-7f');
    await shows(page, shogiStart);
    await page.locator('#board .arrow').waitFor();
    await page.locator('#drill-reason', {hasText: 'The move that you kept.'}).waitFor();
    assert.match(await page.locator('#drill-grades').innerText(), /Again\s+1 day\s+Hard\s+1 day\s+Good\s+1 day\s+Easy\s+1 day/);
    // What is proposed has the focus: Enter takes it, and the card is asked once more.
    await page.keyboard.press('Enter');
    await page.getByRole('heading', {name: 'Black to move once more'}).waitFor();
    await button(page, 'Show the answer').click();
    await state(page, 'Wrong. Right is P-7f');
    assert.doesNotMatch(await page.locator('#drill-grades').innerText(), /day/);
    await page.keyboard.press('Enter');
    await state(page, 'Play the move on the board.');
    // Looking at something else is no answer; from there a button leads back.
    await page.keyboard.press('Backspace');
    await page.getByRole('button', {name: 'Flip', exact: true}).click();
    await page.getByRole('button', {name: 'Flip', exact: true}).click();
    await move(page, '7g', '7f');
    await state(page, 'Right: P-7f');
    assert.equal(await page.locator('#board .arrow').count(), 0);
    await page.keyboard.press('3');
    await state(page, /Nothing is due\. The next card is due on \d{4}-\d\d-\d\d\./);
    const stored = await due(page);
    assert.equal(stored.due, 0);
    // The next window begins without cards; the number of one that is gone is not given again.
    await page.evaluate(async (card) => (await import('/api.js')).remove(`/api/drill/${card}`), viewport === desk ? 1 : 2);
  }
}

async function aKeptPositionIsForgotten(open) {
  const page = await open({hash: at('shogi', shogiStart)});
  await keep(page, '7g', '7f');
  await page.locator('#keep-state button').click();
  await tab(page, 'Drill');
  await state(page, 'No card yet.');
  // A second click on the button keeps nothing.
  await button(page, 'Remember this position').click();
  await button(page, 'Remember this position').click();
  await move(page, '7g', '7f');
  await shows(page, 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6');
  assert.equal((await due(page)).cards, 0);
}

async function anAnswerCountsWhenThePageIsLeft(open) {
  const page = await open({hash: at('shogi', shogiStart)});
  await keep(page, '7g', '7f');
  await tab(page, 'Drill');
  await button(page, 'Begin').click();
  await state(page, 'Play the move on the board.');
  await move(page, '7g', '7f');
  await state(page, 'Right: P-7f');
  assert.equal((await due(page)).due, 1);
  await reload(page);
  await tab(page, 'Drill');
  await state(page, 'Nothing is due.');
}

async function withTheKeyboardAlone(open) {
  const page = await open({hash: at('yari', '')});
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
  await button(page, 'Remember this position').focus();
  await press('Enter');
  await page.locator('#board:focus').waitFor();
  const pawn = ['ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter', 'ArrowUp', 'Enter'];
  await press(...pawn);
  await says(page, 'keep-state', /^P-4f will be asked/);
  await page.locator('#tab-drill').focus();
  await press('Enter');
  await button(page, 'Begin').focus();
  await press('Enter');
  await page.locator('#board:focus').waitFor();
  await state(page, 'Play the move on the board.');
  await press('ArrowUp', 'ArrowDown', 'Escape');
  await page.waitForFunction(() => document.getElementById('said').textContent !== '');
  const cursor = await page.locator('#said').textContent();
  // From wherever the cursor is to the pawn in the middle.
  const rank = 'abcdefghi'.indexOf(cursor[1]);
  await press(...Array(Math.max(0, rank - 6)).fill('ArrowUp'), 'Enter', 'ArrowUp', 'Enter');
  await state(page, 'Right: P-4f');
  await press('4');
  await state(page, 'Nothing is due.');
}

async function mistakesBecomeCards(open) {
  const page = await open({hash: at('shogi', shogiStart)});
  await importText(page, '[Variant "shogi"]\n[Black "Aoki"]\n[White "Baba"]\n\n1. P-7f P-3d 2. Bx2b+ P-9d 3. +Bx3a *\n');
  await page.evaluate(() => { location.hash = '#game=15&ply=0'; });
  await page.locator('#moves [data-node="1"]').waitFor();
  await page.evaluate(async () => {
    const {stream} = await import('/api.js');
    await stream('/api/games/15/annotate', {nodes: 3000}, () => {}, undefined, 'POST');
  });
  await reload(page);
  await tab(page, 'Drill');
  await page.getByText('Add mistakes').click();
  await page.locator('#drill-player').fill('Nobody');
  await button(page, 'Add').click();
  await says(page, 'drill-added', /^No mistake was found/);
  await page.locator('#drill-side').selectOption('white');
  await button(page, 'Those of the game on the board').click();
  await says(page, 'drill-added', /^[1-9]\d* cards? added, 0 known before\./);
  await button(page, 'Begin').click();
  await page.getByRole('heading', {name: /^White to move/}).waitFor();
  assert.equal(await page.locator('#flip').getAttribute('aria-pressed'), 'true');
  await button(page, 'Show the answer').click();
  await page.locator('#drill-reason', {hasText: /^In the game P-9d was played\. blunder: win chance \d+ % → \d+ %$/}).waitFor();
  // The line can be stepped through, and the game be opened.
  await page.keyboard.press('ArrowRight');
  await page.locator('#line [aria-current]').waitFor();
  await button(page, 'Game 15').click();
  await page.locator('#moves [data-node="3"][aria-current]').waitFor();
}

const puzzle = 'sfen l3b3l/1kg6/2Ns4p/ppppp4/1N4+Bp1/P1S1P1P2/1P1P1+p2P/1K2G4/LN6L b 2GS2P2rsn2p 1 moves G*8a 8b8c G*8b 7b8b 8a8b\n';

async function thePageAnswersInAPuzzle(open, {database}) {
  const page = await open({hash: at('shogi', shogiStart)});
  writeFileSync(`${database}.usi`, puzzle);
  const added = spawnSync(process.env.YARI_PROGRAM, ['drill', 'add', '--puzzles', `${database}.usi`, '--db', database]);
  assert.equal(added.status, 0, `${added.stderr}`);
  await tab(page, 'Drill');
  await button(page, 'Begin').click();
  await state(page, 'Play the move on the board.');
  const held = {files: 9, held: 'GSP'};
  await click(page, 'G*', held);
  await click(page, '8a', held);
  await state(page, 'G*8a is right.');
  await shows(page, 'lG2b3l/2g6/1kNs4p');
  await click(page, 'G*', held);
  await click(page, '8b', held);
  await state(page, 'G*8b is right.');
  await shows(page, 'lG2b3l/1g7/1kNs4p');
  await move(page, '8a', '8b');
  await state(page, /^Right: G\*8a K-8c G\*8b/);
  await page.locator('#drill-reason', {hasText: 'The only winning move.'}).waitFor();
}

async function aReadOnlyServerKeepsNothing(open) {
  const page = await open({hash: at('shogi', shogiStart)});
  await page.locator('#explorer-moves tr').first().waitFor();
  assert.equal(await page.locator('#tab-drill').isVisible(), false);
  assert.equal(await button(page, 'Remember this position').isVisible(), false);
}

run([
  ['a position is kept and asked until it is known', aPositionIsKeptAndAsked],
  ['a kept position is forgotten', aKeptPositionIsForgotten],
  ['an answer counts when the page is left', anAnswerCountsWhenThePageIsLeft],
  ['cards are kept and asked with the keyboard alone', withTheKeyboardAlone],
  ['mistakes become cards', mistakesBecomeCards],
  ['the page answers in a puzzle', thePageAnswersInAPuzzle],
  ['a read-only server keeps nothing', aReadOnlyServerKeepsNothing, 'read-only'],
]);
