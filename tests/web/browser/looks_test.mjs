// Every panel of the page on a phone and a desk, in both themes, with both games: nothing is wider than the window. axe
// finds nothing serious in half of them, in which each game meets each width and each theme. With YARI_SHOTS=FOLDER the
// panels are kept as pictures, to be looked at.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import {run} from './harness.mjs';
import {at, desk, filterBy, importText, phone, says, shogiStart, shows, springOpen, tab} from './page.mjs';

const games = {
  // A game of each, and a position with a mate in one.
  yari: {game: 12, start: '', mate: '3k3/7/3+B3/7/7/7/7/7/3K3 b R 1'},
  shogi: {game: 2, start: shogiStart, mate: '4k4/9/4G4/9/9/9/9/9/4K4 b G 1'},
};

async function panels(page, variant, seen) {
  const {game, mate} = games[variant];
  await page.locator('#explorer-games .row').first().waitFor();
  await seen('explorer');
  await filterBy(page, {Rated: 'x'});
  await says(page, 'explorer-error', /Rated/);
  await seen('filter');
  await page.locator('#filters').getByRole('button', {name: 'Clear'}).click();
  await page.locator('#filters summary').click();
  await tab(page, 'Games');
  for (const summary of await page.locator('#panel-games summary').all()) await summary.click();
  await page.locator('#games-list .row').first().waitFor();
  await seen('games');
  await tab(page, 'Search');
  for (const summary of await page.locator('#panel-search summary').all()) await summary.click();
  await page.getByLabel('Search the moves of all games').pressSequentially('ca');
  await page.locator('#query-words [role=option]').first().waitFor();
  await seen('search');
  await tab(page, 'Players');
  for (const [kind, name, done] of [['player', 'Maximiliana', /all\s+2/], ['event', 'Spring Open', /Buchholz/]]) {
    await page.getByLabel('What to look up').selectOption(kind);
    await page.getByLabel('Name of the player or event').fill(name);
    await page.keyboard.press('Enter');
    await says(page, 'players-page', done);
    await seen(kind);
  }
  await page.evaluate((hash) => { location.hash = hash; }, `#game=${game}&ply=20`);
  await page.waitForFunction((wanted) => location.hash === wanted, `#game=${game}&ply=20`);
  await tab(page, 'Game');
  await page.locator('#moves [aria-current]').waitFor();
  for (const summary of await page.locator('#game > details > summary').all()) await summary.click();
  // This engine waits in the game until it is stopped.
  await page.locator('#panel-game').getByLabel('Engine').selectOption('waiting');
  await page.getByRole('button', {name: 'Annotate this game'}).click();
  await page.locator('#job-text', {hasText: /Annotating game/}).waitFor();
  await page.getByRole('button', {name: 'Stop', exact: true}).click();
  await page.locator('#job-continue:visible').waitFor();
  await seen('game');
  await page.getByRole('button', {name: 'Close'}).first().click();
  await tab(page, 'Engine');
  await page.locator('#engine-name').selectOption('builtin');
  await page.evaluate((hash) => { location.hash = hash; }, at(variant, mate));
  await shows(page, mate.split(' ')[0]);
  await page.getByRole('button', {name: 'Start engine'}).click();
  await page.locator('#engine-result li').first().waitFor();
  await page.getByRole('button', {name: 'Find a mate'}).click();
  await page.locator('#mate-state', {hasText: /^Mate in 1 ply/}).waitFor();
  await seen('engine');
  await tab(page, 'Puzzles');
  await seen('puzzles');
  await page.getByRole('button', {name: 'Position…'}).click();
  await page.getByText('Set up by hand').click();
  await page.locator('#editor-board text, #editor-board use').first().waitFor();
  await seen('position');
}

const looks = (variant, viewport, colorScheme) => async (open, server, axe) => {
  const page = await open({viewport, colorScheme, hash: at(variant, games[variant].start), expectsErrors: true});
  await importText(page, springOpen);
  await page.evaluate(axe);
  await panels(page, variant, async (name) => {
    const place = `${variant}-${viewport.width}-${colorScheme}-${name}`;
    if (process.env.YARI_SHOTS) await page.screenshot({path: join(process.env.YARI_SHOTS, `${place}.png`)});
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width, `${place} is as wide as the window`);
    if ((viewport === phone) !== ((variant === 'yari') === (colorScheme === 'light'))) return;
    const {violations} = await page.evaluate(() => window.axe.run());
    const grave = violations.filter(({impact}) => ['serious', 'critical'].includes(impact));
    assert.deepEqual(grave.map(({id, nodes}) => `${place}: ${id}: ${nodes[0].html}`), []);
  });
};

run(Object.keys(games).flatMap((variant) => [phone, desk].flatMap((viewport) => ['light', 'dark'].map((colorScheme) =>
  [`every panel, ${variant}, ${viewport.width} px, ${colorScheme}`, looks(variant, viewport, colorScheme)]))));
