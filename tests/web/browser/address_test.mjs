// Addresses and the history of the browser: what opens is an entry and a link.
import assert from 'node:assert/strict';
import {run} from './harness.mjs';
import {at, click, filterBy, reload, says, shogiStart, shows, tab} from './page.mjs';

const title = (page, text) => page.locator('#game-title', {hasText: text}).waitFor();
const hash = (page, pattern) => page.waitForFunction((text) => new RegExp(text).test(location.hash), pattern);
const chosen = (page, name) => page.locator(`#tab-${name}[aria-selected=true]`).waitFor();

async function backAndForward(open) {
  const page = await open({hash: at('shogi', shogiStart)});
  await hash(page, 'variant=shogi');
  await tab(page, 'Games');
  await hash(page, 'tab=games');
  await page.locator('#games-sort').selectOption('id');
  await page.locator('#games-list .row', {hasText: 'Habu Yoshiharu'}).first().click();
  await title(page, 'Habu Yoshiharu – Fujii Takeshi');
  await hash(page, 'game=2&ply=0');
  // Steps are no entries.
  for (let i = 0; i < 3; ++i) await page.keyboard.press('ArrowRight');
  await hash(page, 'game=2&ply=3');
  // The next game of the list, and the one before.
  await page.keyboard.press('j');
  await hash(page, 'game=3&');
  await page.locator('#games-list .row.open .id', {hasText: /^3$/}).waitFor();
  await page.keyboard.press('k');
  await hash(page, 'game=2&');
  await tab(page, 'Players');
  await hash(page, 'tab=players');
  for (const wanted of ['tab=games', 'game=3&', 'game=2&ply=3']) {
    await page.goBack();
    await hash(page, wanted);
    await chosen(page, 'games');
  }
  await title(page, 'Habu Yoshiharu – Fujii Takeshi');
  await page.goBack();
  await hash(page, 'variant=shogi.*tab=games');
  await shows(page, 'lnsgkgsnl/1r5b1/ppppppppp/9');
  await page.locator('#game-title').waitFor({state: 'hidden'});
  await page.goForward();
  await title(page, 'Habu Yoshiharu – Fujii Takeshi');
  await page.goBack();
  await page.goBack();
  await chosen(page, 'explorer');
  // A game that comes after the reader has gone back is not shown.
  let answer;
  const late = new Promise((resolve) => { answer = resolve; });
  await page.route('**/api/games/2', async (route) => { await late; await route.continue(); });
  const [asked, came] = [page.waitForRequest('**/api/games/2'), page.waitForResponse('**/api/games/2')];
  await page.goForward();
  await page.goForward();
  await asked;
  await page.goBack();
  await page.goBack();
  await chosen(page, 'explorer');
  answer();
  await (await came).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
  await chosen(page, 'explorer');
  await page.locator('#game-title').waitFor({state: 'hidden'});
}

async function rowsAreLinks(open, {origin}) {
  const page = await open({hash: at('shogi', shogiStart)});
  await tab(page, 'Games');
  const row = page.locator('#games-list .row', {hasText: 'Habu Yoshiharu'}).first();
  assert.match(await row.getAttribute('href'), /^#game=\d+&ply=0$/);
  const [other] = await Promise.all([page.context().waitForEvent('page'), row.click({modifiers: ['ControlOrMeta']})]);
  await title(other, 'Habu Yoshiharu');
  assert.ok(other.url().startsWith(origin));
  assert.equal(await page.locator('#game-title').innerText(), '', 'this tab stays as it is');
}

async function aVariationHasAnAddress(open) {
  const page = await open({hash: '#game=2&ply=1'});
  await shows(page, 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6');
  await click(page, '8c', {files: 9});
  await click(page, '8d', {files: 9});
  await page.getByText('This line is not in the game.').waitFor();
  await hash(page, 'game=2&moves=7g7f\\+8c8d&ply=2');
  await reload(page);
  await page.getByText('This line is not in the game.').waitFor();
  await shows(page, 'lnsgkgsnl/1r5b1/p1ppppppp/1p7');
}

async function filterAndQueryHaveAnAddress(open, {origin}) {
  const page = await open();
  await tab(page, 'Search');
  await filterBy(page, {Black: 'habu'});
  await page.locator('#games-switch').getByText('Shogi', {exact: true}).click();
  await page.getByLabel('Search the moves of all games').fill('capture R');
  await page.keyboard.press('Enter');
  await says(page, 'search-state', /^\d+ hits$/);
  const hits = await page.locator('#search-state').innerText();
  await hash(page, 'f.black=habu.*q=capture');
  const address = await page.evaluate(() => location.hash);
  await page.goto('about:blank');
  await page.goto(`${origin}/${address}`);
  await says(page, 'search-state', new RegExp(`^${hits}$`));
  assert.equal(await page.locator('#filter-black').inputValue(), 'habu');
  assert.equal(await page.locator('#query').inputValue(), 'capture R');
}

async function listsKeepTheirPlace(open) {
  const page = await open({viewport: {width: 1280, height: 800}});
  await tab(page, 'Games');
  const list = page.locator('#games-list');
  await list.locator('.row').nth(3).waitFor();
  await list.evaluate((element) => { element.scrollTop = 90; });
  await page.waitForFunction(() => document.getElementById('games-list').scrollTop === 90);
  const {x, y} = await list.boundingBox();
  await page.mouse.click(x + 60, y + 70);
  await title(page, '–');
  assert.equal(await list.evaluate(({scrollTop}) => scrollTop), 90);
  await tab(page, 'Explorer');
  await tab(page, 'Games');
  await list.locator('.row.open').waitFor();
  assert.equal(await list.evaluate(({scrollTop}) => scrollTop), 90);
}

// Firefox 111 and Safari 16 have no URLSearchParams.size.
async function addressesOpenInOlderBrowsers(open) {
  const page = await open();
  await page.addInitScript(() => { delete URLSearchParams.prototype.size; });
  const [address] = page.url().split('#');
  await page.goto('about:blank');
  await page.goto(`${address}#game=2&ply=3&tab=games`);
  await chosen(page, 'games');
}

run([
  ['Back and Forward lead through what was opened; J and K through a list', backAndForward],
  ['rows are links', rowsAreLinks],
  ['a variation has an address', aVariationHasAnAddress],
  ['filter and query have an address', filterAndQueryHaveAnAddress],
  ['lists keep their place', listsKeepTheirPlace],
  ['addresses open in older browsers', addressesOpenInOlderBrowsers],
]);
