// What the page of `yari serve` does with one game: editing.
import assert from 'node:assert/strict';
import {run} from './harness.mjs';
import {click, phone, shows, tab} from './page.mjs';

const note = (page) => page.locator('#note').innerText();
const said = (page, text) => page.locator('#edit-state', {hasText: text}).waitFor();

async function openEditor(open, options) {
  const page = await open(options);
  await tab(page, 'Game');
  await page.locator('#edit summary').click();
  return page;
}

async function commentsAndGlyphs(open) {
  const page = await openEditor(open, {hash: '#game=2&ply=1'});
  const evil = '<img src=x onerror=alert(1)>\nsecond line';
  await page.getByLabel('Comment', {exact: true}).fill(evil);
  await page.getByRole('button', {name: 'Save comment'}).click();
  await said(page, 'saved');
  assert.ok((await note(page)).includes(evil));
  assert.equal(await page.locator('#game img').count(), 0);
  await page.getByRole('button', {name: '? mistake', exact: true}).click();
  await page.locator('#moves [data-node="1"] .glyph', {hasText: /^\?$/}).waitFor();
  await page.getByRole('button', {name: '?? blunder', exact: true}).click();
  await page.locator('#moves [data-node="1"] .glyph', {hasText: /^\?\?$/}).waitFor();
  await page.getByRole('button', {name: '?? blunder', exact: true}).click();
  await page.waitForFunction(() => !document.querySelector('#moves [data-node="1"] .glyph'));
  for (let i = 0; i < 4; ++i) {
    await page.getByRole('button', {name: 'Undo the last change'}).click();
    await said(page, 'taken back: edit game 2 at move 1');
    await page.evaluate(() => { document.getElementById('edit-state').textContent = ''; });
  }
  assert.ok(!(await note(page)).includes('second line'));
  await page.getByRole('button', {name: 'Undo the last change'}).isDisabled();
}

async function variationsOnTheBoard(open) {
  const page = await openEditor(open, {hash: '#game=2&ply=1'});
  const main = await page.locator('#moves .pair').allInnerTexts();
  await click(page, '8c', {files: 9});
  await click(page, '8d', {files: 9});
  await page.getByText('This line is not in the game.').waitFor();
  assert.equal(await page.getByLabel('Comment', {exact: true}).isVisible(), false);
  await click(page, '2g', {files: 9});
  await click(page, '2f', {files: 9});
  await page.getByRole('button', {name: 'Add as a variation'}).click();
  await said(page, 'variation added');
  assert.equal(await page.locator('#moves .variation').innerText(), '1. ... P-8d 2. P-2f');
  await page.locator('#moves .variation [aria-current]', {hasText: 'P-2f'}).waitFor();
  // A move that is in the game leads into it.
  await page.keyboard.press('Backspace');
  await page.keyboard.press('ArrowLeft');
  await click(page, '8c', {files: 9});
  await click(page, '8d', {files: 9});
  await page.locator('#moves .variation [aria-current]', {hasText: 'P-8d'}).waitFor();
  assert.equal(await page.locator('#off-game').isVisible(), false);
  await page.getByRole('button', {name: 'Promote variation'}).click();
  await said(page, 'variation promoted');
  assert.match(await page.locator('#moves .pair').first().innerText(), /P-7f\s*P-8d/);
  await page.getByRole('button', {name: 'Undo the last change'}).click();
  await said(page, 'taken back');
  await page.locator('#moves .variation').waitFor();
  await page.getByRole('button', {name: 'Remove from here'}).click();
  await said(page, 'removed: 1. ... P-8d and what follows');
  assert.deepEqual(await page.locator('#moves .pair').allInnerTexts(), main);
  await shows(page, 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6');
}

async function editingByKeyboardOnAPhone(open) {
  const page = await openEditor(open, {viewport: phone, colorScheme: 'dark', hash: '#game=7&ply=2'});
  await page.getByLabel('Comment', {exact: true}).focus();
  await page.keyboard.type('Left and f are only letters here: fff');
  await page.keyboard.press('Control+Enter');
  await said(page, 'saved');
  assert.match(await note(page), /only letters here: fff/);
  assert.equal(await page.getByRole('button', {name: 'Turn'}).getAttribute('aria-pressed'), 'false');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), phone.width);
}

run([
  ['comments and glyphs are written and taken back', commentsAndGlyphs],
  ['moves on the board become variations, promoted and removed', variationsOnTheBoard],
  ['comments are written with the keyboard on a phone', editingByKeyboardOnAPhone],
]);
