// Explorer, lists, search and players of `yari serve` in headless Chromium, as a reader uses them.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {run} from './harness.mjs';
import {desk, filterBy, importText, phone, reload, says, shogiStart, springOpen, tab} from './page.mjs';

async function aPlayersPage(open, {database}) {
  const page = await open();
  execFileSync(process.env.YARI_PROGRAM, ['annotate', '2', '3', '--nodes', '100', '--db', database], {stdio: 'ignore'});
  await tab(page, 'Players');
  await page.getByLabel('Name of the player or event').fill('hab');
  await page.waitForFunction(() => document.querySelector('#players-names option')?.value === 'Habu Yoshiharu');
  await page.getByLabel('Name of the player or event').fill('Habu Yoshiharu');
  await page.keyboard.press('Enter');
  await says(page, 'players-page', /5 games, 2 annotated/);
  await says(page, 'players-page', /as Black\s+3[^]*as White\s+2[^]*all\s+5\s+80 %/);
  await says(page, 'players-page', /2001\s+5\s+80 %\s+\d+ %/);
  await page.getByRole('heading', {name: 'As White'}).waitFor();
  assert.ok(await page.locator('#players-page .two tbody tr').count() >= 2, 'openings of both colours');
  await page.waitForFunction(() => location.hash.startsWith('#player=Habu+Yoshiharu'));
  await reload(page);
  await says(page, 'players-page', /5 games, 2 annotated/);
  await page.getByRole('button', {name: 'Moves as White'}).click();
  await says(page, 'explorer-moves', /all\s+2/);
  await page.locator('#explorer-players').getByRole('button', {name: 'Fujii Takeshi'}).click();
  await says(page, 'players-page', /all\s+5\s+20 %/);
  await page.getByRole('button', {name: 'Games', exact: true}).click();
  await page.getByText('5 games', {exact: true}).waitFor();
}

async function accuracyOverTheYears(open, {database, origin}) {
  const page = await open();
  await importText(page, [1998, 2001, 2004].map((year) => `[Black "Ann"]\n[White "Bob"]\n[Date "${year}"]\n[Result "1-0"]\n\n1. P-7f P-3d 2. P-${year % 7 + 1}f P-4d 1-0\n`).join('\n'));
  execFileSync(process.env.YARI_PROGRAM, ['annotate', '--player', 'Ann', '--nodes', '50', '--db', database], {stdio: 'ignore'});
  await page.goto(`${origin}/#player=Ann`);
  await page.locator('.accuracy-chart circle').nth(2).waitFor();
  assert.match(await page.locator('.accuracy-chart').getAttribute('aria-label'), /^Accuracy by year: 1998 [\d.]+ %, 2001 [\d.]+ %, 2004 /);
}

async function anEventsPage(open) {
  for (const viewport of [desk, phone]) {
    const page = await open({viewport, colorScheme: viewport === phone ? 'dark' : 'light'});
    await importText(page, springOpen);
    await tab(page, 'Players');
    await page.getByLabel('What to look up').selectOption('event');
    await page.getByLabel('Name of the player or event').fill('Spring Open');
    await page.getByRole('button', {name: 'Show', exact: true}).click();
    await page.getByRole('heading', {name: 'Spring Open'}).waitFor();
    const rows = await page.locator('.standings tbody tr').allInnerTexts();
    assert.match(rows[0], /^1\s+Ann\s+2\s+2\s+2\+b\s+3\+b/);
    assert.equal(rows.length, 3);
    assert.equal(await page.locator('#players-page b').count(), 0, 'names are text');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
    await page.locator('.standings').getByRole('button', {name: '2+b'}).click();
    await page.getByRole('heading', {name: 'Ann – Bob'}).waitFor();
  }
}

const at = (variant, usi) => `#${new URLSearchParams({variant, sfen: variant === 'shogi' ? shogiStart : '', moves: usi, ply: `${usi.split(' ').filter(Boolean).length}`})}`;

async function transpositionsAreMarked(open) {
  const page = await open();
  const games = ['1. P-7f P-3d 2. P-2f 1-0', '1. P-2f P-3d 2. P-7f 1-0', '1. P-2f P-3d 2. P-6f 0-1', '1. P-6f P-3d 0-1'];
  await importText(page, games.map((text, i) => `[Black "T${i}"]\n[Result "${text.slice(-3)}"]\n\n${text}\n`).join('\n'));
  await page.goto(page.url().replace(/#.*/, '') + '#' + new URLSearchParams({variant: 'yari', moves: '7g7f 3c3d', ply: 2}));
  await reload(page);
  const row = page.locator('#explorer-moves tr', {hasText: 'P-2f'});
  await row.locator('.transposition').waitFor();
  assert.match(await row.locator('.transposition').getAttribute('title'), /^1 more game came to the position after it by other moves$/);
  // After P-6f P-3d nobody went on, but one of the games above came to the position after P-2f.
  await page.evaluate((hash) => { location.hash = hash; }, `${new URLSearchParams({variant: 'yari', moves: '6g6f 3c3d', ply: 2})}`);
  await page.locator('#line button', {hasText: 'P-6f'}).waitFor();
  await says(page, 'explorer-others', /P-2f 1$/);
  await page.locator('#explorer-others button').click();
  // White, who is to move now, won.
  await says(page, 'explorer-moves', /all\s+1\s+100 %/);
}

async function theExplorerHasGamesAndFilters(open) {
  for (const viewport of [desk, phone]) {
    const page = await open({viewport, hash: at('shogi', ''), expectsErrors: true});
    await importText(page, springOpen);
    await page.locator('#explorer-games .row').first().waitFor();
    assert.match(await page.locator('#explorer-table thead').innerText(), /Perf\.\s+Last/);
    assert.match(await page.locator('#explorer-moves tr').first().innerText(), /2001-11-30/);
    await filterBy(page, {White: 'habu', Date: '2001-11-08..'});
    await says(page, 'explorer-moves', /all\s+1\s/);
    assert.equal(await page.locator('#explorer-games .row').count(), 1);
    await filterBy(page, {White: '', Date: '199x'});
    await says(page, 'explorer-error', /^Date: expected a date like 1995/);
    assert.equal(await page.locator('#filters').getByLabel('Date', {exact: true}).getAttribute('aria-invalid'), 'true');
    await page.getByRole('button', {name: 'Clear'}).first().click();
    await says(page, 'explorer-moves', /all\s+5\s/);
    await page.locator('#explorer-games').focus();
    for (const key of ['End', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', {name: 'Habu Yoshiharu – Fujii Takeshi'}).waitFor();
    await page.goto(`${page.url().replace(/#.*/, '')}#${new URLSearchParams({variant: 'yari', sfen: 'rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1'})}`);
    await tab(page, 'Explorer');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
  }
}

async function gamesAreFilteredByRatings(open) {
  for (const viewport of [desk, phone]) {
    const page = await open({viewport, hash: at('yari', ''), expectsErrors: true});
    const rated = '[Black "Shogi A"]\n[White "Shogi B"]\n[Variant "Shogi"]\n[BlackElo "1650"]\n[WhiteElo "1700?"]\n\n1. P-7f P-3d 1-0\n';
    await importText(page, `${springOpen}\n${rated}`);
    await filterBy(page, {Rated: '1600..'});
    await says(page, 'explorer-moves', /all\s+1\s/);
    await says(page, 'filter-count', /\(1\)/);
    await tab(page, 'Games');
    await page.locator('#games-count', {hasText: /^1 game$/}).waitFor();
    await page.locator('#games-switch').getByText('Shogi', {exact: true}).click();
    await page.locator('#games-list .row', {hasText: 'Shogi A'}).waitFor();
    await filterBy(page, {Rated: '1600..1800'});
    await page.getByText('1 game', {exact: true}).waitFor();
    await page.locator('#games-list .row', {hasText: 'Shogi A'}).waitFor();
    await filterBy(page, {Rated: 'strong'});
    await says(page, 'games-count', /Rated: expected a number from 0 to 9999/);
    assert.equal(await page.locator('#filter-rated').getAttribute('aria-invalid'), 'true');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
  }
}

async function longListsAreScrolled(open) {
  const page = await open();
  // A list that is longer than what browsers draw.
  await page.evaluate(async () => {
    const {VirtualList} = await import('/virtual.js');
    const element = document.createElement('div');
    Object.assign(element, {className: 'list', id: 'huge', tabIndex: 0});
    element.setAttribute('role', 'listbox');
    document.getElementById('side').prepend(element);
    window.asked = [];
    window.picked = null;
    window.huge = new VirtualList(element, (row) => [row.text], (row) => { window.picked = row.text; }, async (offset, count, each) => {
      window.asked.push(offset);
      for (let i = offset; i < Math.min(offset + count, 1_000_000); ++i) each({text: `row ${i}`});
    });
    window.huge.reset(1_000_000);
  });
  const list = page.locator('#huge');
  await list.getByText('row 0', {exact: true}).waitFor();
  assert.ok(await list.locator('.row').count() < 60, 'few rows are in the page');
  await list.focus();
  for (const key of ['End', 'Enter']) await page.keyboard.press(key);
  await page.waitForFunction(() => window.picked === 'row 999999');
  await list.evaluate((element) => { element.scrollTop = (element.scrollHeight - element.clientHeight) / 2; });
  await list.getByText('row 500000', {exact: true}).waitFor();
  assert.ok((await page.evaluate(() => window.asked.length)) < 6, 'rows in between were not asked for');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  assert.equal(await list.locator('.current').innerText(), 'row 1');
}

async function listsHaveOpeningsAndLongNames(open) {
  for (const viewport of [desk, phone]) {
    const page = await open({viewport});
    await importText(page, springOpen);
    await tab(page, 'Games');
    await page.locator('#games-switch').getByText('Shogi', {exact: true}).click();
    await page.getByText('5 games').waitFor();
    await page.locator('#games-list .opening', {hasText: 'Rook'}).first().waitFor();
    await page.locator('#games-switch').getByText('Yari Shogi', {exact: true}).click();
    await page.getByText('12 games').waitFor();
    await page.getByLabel('Order').first().selectOption('date');
    // Rows are made anew now and then: looked at in one step.
    const seen = await page.waitForFunction(() => {
      const row = [...document.querySelectorAll('#games-list .row')].find(({innerText}) => innerText.includes('Maximiliana'));
      return row && {height: row.offsetHeight, end: row.querySelector('.result').getBoundingClientRect().right, title: row.querySelectorAll('.name')[1].title};
    });
    const {height, end, title} = await seen.jsonValue();
    assert.equal(height, 46);
    assert.match(title, /<b>XIV<\/b>$/);
    assert.ok(end <= viewport.width, 'a long name leaves room for the result');
    assert.equal(await page.locator('#games-list b').count(), 0, 'names are text');
  }
}

async function theQueryIsCompleted(open) {
  const page = await open();
  await tab(page, 'Search');
  const box = page.getByLabel('Search the moves of all games');
  await box.pressSequentially('capture and pro');
  await page.locator('#query-words', {hasText: 'promotion'}).waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await box.inputValue(), 'capture and promotion ');
  await box.pressSequentially('and player hab');
  await page.locator('#query-words', {hasText: 'Habu Yoshiharu'}).waitFor();
  await page.keyboard.press('ArrowDown');
  assert.equal(await box.getAttribute('aria-activedescendant'), 'query-words-0');
  await page.keyboard.press('Enter');
  assert.equal(await box.inputValue(), 'capture and promotion and player "Habu Yoshiharu" ');
  await box.pressSequentially('then ma');
  await page.locator('#query-words', {hasText: 'mate'}).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#query-words').isVisible(), false);
  await box.fill('');
  await page.keyboard.press('Control+Space');
  await page.locator('#query-words [role=option]').nth(5).waitFor();
  // What was still to be asked for the letters before does not close the list.
  await page.waitForTimeout(300);
  assert.equal(await page.locator('#query-words').isVisible(), true);
}

async function materialIsCounted(open) {
  const page = await open({hash: at('shogi', '')});
  await tab(page, 'Search');
  await page.getByText('Paint a pattern').click();
  await page.locator('#paint-hands').getByLabel('White pawn').fill('3');
  await page.locator('#paint-material').getByLabel('Black rook').fill('2');
  await page.getByLabel('Material', {exact: true}).selectOption('=');
  await page.getByRole('button', {name: 'Search this'}).click();
  assert.equal(await page.locator('#query').inputValue(), 'hand p >= 3 and total R = 2');
  await says(page, 'search-state', /^\d+ hits/);
}

async function aSearchIsFilteredSortedSavedAndExported(open) {
  const page = await open({hash: at('shogi', '')});
  await tab(page, 'Search');
  const box = page.getByLabel('Search the moves of all games');
  await filterBy(page, {Black: 'habu'});
  await box.fill('capture R');
  await page.keyboard.press('Enter');
  await says(page, 'search-state', /^\d+ hits$/);
  const dates = () => page.locator('#hits .date').allInnerTexts();
  await page.locator('#hits-sort').selectOption('date 1');
  const newest = await dates();
  assert.deepEqual(newest, [...newest].sort().reverse());
  assert.ok(new Set(newest).size > 1);
  // Saved, cleared, used again.
  await page.getByText('Saved searches').click();
  await page.getByLabel('Save this search as').fill('rooks');
  await page.getByRole('button', {name: 'Save', exact: true}).click();
  await page.locator('#saved-list button', {hasText: 'rooks'}).waitFor();
  assert.match(await page.locator('#saved-list').innerText(), /--query capture R --black habu --variant shogi/);
  await page.locator('#filters').getByRole('button', {name: 'Clear'}).click();
  await box.fill('mate');
  await page.locator('#saved-list').getByRole('button', {name: 'rooks', exact: true}).click();
  await says(page, 'search-state', /^\d+ hits$/);
  assert.equal(await box.inputValue(), 'capture R');
  assert.equal(await page.locator('#filter-black').inputValue(), 'habu');
  // As records and as a report.
  const file = async (name, format) => {
    const host = page.locator('#hits-export');
    if (format) await host.getByLabel('Format').selectOption(format);
    const [download] = await Promise.all([page.waitForEvent('download'), host.getByRole('button', {name}).click()]);
    const parts = [];
    for await (const part of await download.createReadStream()) parts.push(part);
    return [download.suggestedFilename(), Buffer.concat(parts).toString()];
  };
  const [name, text] = await file('Export', 'kif');
  assert.equal(name, 'found.kif');
  assert.equal(text.match(/先手：Habu Yoshiharu/g).length, new Set(newest).size);
  await page.locator('#hits-export [role=status]', {hasText: /^\d games?/}).waitFor();
  const [reportName, report] = await file('Report');
  assert.equal(reportName, 'found.html');
  assert.match(report, /^<!doctype html>/i);
  await page.locator('#saved-list').getByRole('button', {name: 'Delete rooks'}).click();
  await page.getByText('Nothing is saved.').waitFor();
}

async function aSearchIsStopped(open) {
  const page = await open();
  await tab(page, 'Search');
  // The server's answer does not come.
  await page.route('**/api/query?*', () => {});
  await page.getByLabel('Search the moves of all games').fill('mate');
  await page.keyboard.press('Enter');
  await page.getByRole('button', {name: 'Stop', exact: true}).click();
  await says(page, 'search-state', /^stopped: 0 hits/);
}

run([
  ["a player's page has results, openings and accuracy", aPlayersPage],
  ['accuracy is drawn over the years', accuracyOverTheYears],
  ['an event has standings, whose cells open games', anEventsPage],
  ['transpositions are marked', transpositionsAreMarked],
  ['the explorer has its games and filters', theExplorerHasGamesAndFilters],
  ['games are filtered by the ratings of their players', gamesAreFilteredByRatings],
  ['a list of a million rows is scrolled', longListsAreScrolled],
  ['lists have openings and room for long names', listsHaveOpeningsAndLongNames],
  ['the query language is completed', theQueryIsCompleted],
  ['hands and material are counted', materialIsCounted],
  ['a search is filtered, sorted, saved and exported', aSearchIsFilteredSortedSavedAndExported],
  ['a search is stopped', aSearchIsStopped],
]);
