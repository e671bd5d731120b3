// One box for everything, a line that becomes a game, games of a position in any order, a sound.
import assert from 'node:assert/strict';
import {run} from './harness.mjs';
import {at, click, importText, says, shogiStart, shows, showsGame, springOpen, tab} from './page.mjs';

const box = (page) => page.getByRole('combobox', {name: 'Find anything (Ctrl-K)'});
const choice = (page, text) => page.locator('#find-list [role=option]', {hasText: text});

async function oneBoxFindsEverything(open) {
  const page = await open({hash: at('shogi', shogiStart)});
  await importText(page, springOpen);
  const type = async (text) => {
    await page.locator('#board').focus();
    await page.keyboard.press('Control+k');
    assert.ok(await box(page).evaluate((element) => element === document.activeElement));
    await box(page).fill(text);
  };
  await type('habu');
  await choice(page, /^Player Habu Yoshiharu, 5 games$/).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('#players-page h2', {hasText: 'Habu Yoshiharu'}).waitFor();
  await type('spring');
  await choice(page, /^Event Spring Open, 3 games$/).click();
  await says(page, 'players-page', /Buchholz/);
  await type('#2');
  await choice(page, 'Open game 2').waitFor();
  await page.keyboard.press('Enter');
  await showsGame(page, 2);
  await type('drop and check');
  await choice(page, 'Search the moves for drop and check').click();
  await says(page, 'search-state', /^[1-9]\d* hits/);
  await type('4k4/9/4G4/9/9/9/9/9/4K4 b G 1');
  await choice(page, 'Show it on the board').waitFor();
  await page.keyboard.press('Enter');
  await shows(page, '4k4/9/4G4/9/9/9/9/9/4K4 b G');
  await type('7g7f 3c3d');
  await choice(page, 'Show it on the board').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.locator('#line button', {hasText: 'P-3d'}).waitFor();
  // A record that is pasted is shown at once.
  await box(page).focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '手合割：平手\n   1 ２六歩(27)\n   2 ８四歩(83)\n');
    document.getElementById('find-all').dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true}));
  });
  await page.locator('#line button', {hasText: 'P-8d'}).waitFor();
  await type('nothing of this kind');
  await page.keyboard.press('Escape');
  await page.locator('#find-list').waitFor({state: 'hidden'});
}

async function aLineIsStoredAsAGame(open) {
  const page = await open({hash: at('yari', 'startpos')});
  const button = page.getByRole('button', {name: 'Store as a game'});
  assert.equal(await button.isVisible(), false, 'there is no line yet');
  for (const square of ['7g', '7f']) await click(page, square);
  await button.click();
  const dialog = page.getByRole('dialog', {name: 'Store as a game'});
  await dialog.getByLabel('Black').fill('Ann');
  await dialog.getByLabel('Event').fill('Garden');
  await dialog.getByRole('button', {name: 'Store', exact: true}).click();
  await page.getByRole('button', {name: 'Ann', exact: true}).waitFor();
  await page.locator('#game-facts', {hasText: 'Garden'}).waitFor();
  await page.locator('#moves [aria-current]', {hasText: 'P-7f'}).waitFor();
  assert.equal(await button.isVisible(), false, 'it is a game now');
}

async function gamesOfAPositionComeInAnyOrder(open) {
  const page = await open({hash: at('yari', 'startpos')});
  await importText(page, springOpen);
  await tab(page, 'Games');
  await page.locator('#games-here').check();
  for (const [order, fact, first] of [['date 1', 'date', /^2026/], ['rating 1', 'date', /^2001-05-01$/], ['id', 'id', /^1$/]]) {
    await page.locator('#games-sort').selectOption(order);
    await page.locator(`#games-list .row[data-row="0"] .${fact}`, {hasText: first}).waitFor();
  }
}

async function aPieceKnocksIfWanted(open) {
  const page = await open({hash: at('shogi', shogiStart), prepare: (fresh) => fresh.addInitScript(() => {
    window.knocks = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function count(...words) {
      window.knocks += 1;
      return start.apply(this, words);
    };
  })});
  for (const square of ['7g', '7f']) await click(page, square, {files: 9});
  await shows(page, 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6');
  assert.equal(await page.evaluate(() => window.knocks), 0, 'silent unless switched on');
  await page.getByLabel('Sound').check();
  for (const square of ['3c', '3d']) await click(page, square, {files: 9});
  await page.waitForFunction(() => window.knocks === 1);
}

run([
  ['one box finds everything', oneBoxFindsEverything],
  ['a line is stored as a game', aLineIsStoredAsAGame],
  ['games of a position come in any order', gamesOfAPositionComeInAnyOrder],
  ['a piece knocks if wanted', aPieceKnocksIfWanted],
]);
