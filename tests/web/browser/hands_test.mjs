// The page in the hand: keys, drags, latency, and what stays in sight in windows of every size.
import assert from 'node:assert/strict';
import {run} from './harness.mjs';
import {at, click, desk, phone, placeOf, reload, sfen, shogiStart, shows, tab} from './page.mjs';

const yariStart = 'rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1';
const nine = {files: 9};

async function arrowsStepAfterAClick(open) {
  const page = await open({hash: '#game=2&ply=10'});
  const ply = (n) => page.waitForFunction((wanted) => location.hash.includes(`ply=${wanted}`), n);
  // On a tab, on the board, on a switch, and on a box.
  await tab(page, 'Games');
  await page.keyboard.press('ArrowRight');
  await ply(11);
  assert.equal(await page.locator('#tab-games').getAttribute('aria-selected'), 'true');
  await click(page, '5e', nine);
  await page.keyboard.press('ArrowRight');
  await ply(12);
  assert.equal(await page.locator('.board-cursor').count(), 0);
  await page.locator('#arrows').click();
  await page.keyboard.press('ArrowLeft');
  await ply(11);
  // Who comes by keyboard moves in what is there.
  await page.locator('#tab-games').focus();
  await page.keyboard.press('ArrowLeft');
  await page.locator('#tab-explorer[aria-selected=true]').waitFor();
}

async function aMouseDragsAPiece(open) {
  const page = await open({hash: at('shogi', shogiStart)});
  const from = await placeOf(page, '7g', nine), to = await placeOf(page, '7f', nine);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 3, from.y - 20, {steps: 2});
  await page.locator('#board .ghost').waitFor();
  assert.equal(await page.locator('#board .lifted').count(), 1, 'the piece picked up is marked');
  await page.mouse.move(to.x, to.y, {steps: 3});
  await page.locator('#board .aim').waitFor();
  const box = await page.locator('#board .ghost').boundingBox();
  assert.ok(Math.abs(box.x + box.width / 2 - to.x) < 12 && Math.abs(box.y + box.height / 2 - to.y) < 16, 'it follows the pointer');
  await page.mouse.up();
  await shows(page, 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6');
  assert.equal(await page.locator('#board .ghost').count(), 0);
  // Where it may not go it goes back.
  await page.mouse.move((await placeOf(page, '3c', nine)).x, (await placeOf(page, '3c', nine)).y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, {steps: 3});
  await page.mouse.up();
  assert.equal(await page.locator('#board .ghost, #board .picked').count(), 0);
  assert.match(await sfen(page), /^lnsgkgsnl\/1r5b1\/ppppppppp\/9\/9\/2P6/);
}

async function aFingerDragsAPiece(open) {
  for (const [variant, start, files, wanted] of [['shogi', shogiStart, 9, 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6'], ['yari', yariStart, 7, 'rnnkbbr/7/ppppppp/7/7/P6']]) {
    const page = await open({viewport: phone, hasTouch: true, hash: at(variant, start)});
    const browser = await page.context().newCDPSession(page);
    const touch = (type, ...points) => browser.send('Input.dispatchTouchEvent', {type, touchPoints: points});
    const from = await placeOf(page, '7g', {files}), to = await placeOf(page, '7f', {files});
    await touch('touchStart', from);
    for (let i = 1; i <= 8; ++i) await touch('touchMove', {x: from.x + (to.x - from.x) * i / 8, y: from.y + (to.y - from.y) * i / 8});
    await page.locator('#board .ghost').waitFor();
    const box = await page.locator('#board .ghost').boundingBox();
    assert.ok(box.y + box.height < to.y + 20, 'the piece is above the finger');
    await touch('touchEnd');
    await shows(page, wanted);
    assert.equal(await page.evaluate(() => scrollY), 0, 'the page stays where it is');
  }
}

async function piecesSlide(open) {
  const page = await open({hash: '#game=2&ply=3'});
  const slides = () => page.evaluate(() => document.querySelector('#board .men').getAnimations({subtree: true}).map((animation) => animation.effect.getTiming().duration));
  await page.evaluate(() => { window.sliding = new Set(); const step = () => { for (const a of document.querySelector('#board .men').getAnimations({subtree: true})) window.sliding.add(a.effect.getTiming().duration); requestAnimationFrame(step); }; step(); });
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => window.sliding.has(150));
  await page.emulateMedia({reducedMotion: 'reduce'});
  await page.waitForTimeout(400);
  await page.evaluate(() => window.sliding.clear());
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => location.hash.includes('ply=5'));
  assert.equal(await page.evaluate(() => window.sliding.size), 0);
  assert.deepEqual(await slides(), []);
}

async function latencyLosesNothing(open) {
  const page = await open({hash: '#game=2&ply=0'});
  await page.locator('#moves [data-node]').first().waitFor();
  await page.locator('#explorer-moves button').first().waitFor();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.emulateNetworkConditions', {offline: false, latency: 250, downloadThroughput: -1, uploadThroughput: -1});
  // The positions of a stored game are in the page: keys show each at once.
  const seen = await page.evaluate(async () => {
    const {state, goTo} = await import('/state.js');
    const shown = [];
    for (let ply = 1; ply <= 10; ++ply) {
      goTo(ply);
      shown.push(state.position.sfen === state.nodes[ply].sfen);
    }
    return shown;
  });
  assert.deepEqual(seen, Array(10).fill(true));
  // What is clicked before the legal moves have come is played once they are there: the lance, one up.
  assert.equal(await page.evaluate(async () => (await import('/state.js')).state.position.partial), true);
  for (const square of ['9i', '9h']) await click(page, square, {files: 9});
  await page.waitForFunction(async () => (await import('/state.js')).state.moves.at(-1) === '9i9h');
  // A second click on a row that belongs to the position before plays nothing.
  await page.evaluate((hash) => { location.hash = hash; }, at('shogi', shogiStart));
  await shows(page, 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9');
  const row = page.locator('#explorer-moves button', {hasText: 'P-7f'});
  await row.waitFor();
  await row.evaluate((button) => { button.click(); button.click(); });
  await shows(page, 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6');
  await page.waitForTimeout(600);
  assert.match(await sfen(page), /^lnsgkgsnl\/1r5b1\/ppppppppp\/9\/9\/2P6/);
  assert.equal(await page.locator('#failure').isVisible(), false);
}

async function allIsInSight(open) {
  for (const [viewport, wanted] of [[desk, 'side'], [{width: 1280, height: 800}, 'side'], [{width: 1920, height: 1080}, 'side'], [{width: 844, height: 390}, 'side'], [{width: 768, height: 1024}, 'side'], [phone, 'rows']]) {
    const page = await open({viewport, hash: '#game=2&ply=20'});
    await page.locator('#moves [aria-current]').waitFor();
    const size = `${viewport.width} x ${viewport.height}`;
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width, `${size}: nothing is wider`);
    const inSight = async (selector) => {
      const box = await page.locator(selector).boundingBox();
      assert.ok(box && box.x >= -1 && box.y >= -1 && box.x + box.width <= viewport.width + 1 && box.y + box.height <= viewport.height + 1, `${size}: ${selector} at ${JSON.stringify(box)}`);
      return box;
    };
    const board = await inSight('#board .wood');
    for (const id of ['first', 'back', 'forward', 'last', 'take-back', 'engine-go']) await inSight(`#${id}`);
    const stand = await page.locator('#board .stand').first().boundingBox();
    assert.equal(stand.height > stand.width ? 'side' : 'rows', wanted, size);
    if (viewport.width === phone.width) assert.ok(board.width > 340, `${size}: the board is ${board.width} wide`);
    if (viewport.height === 390) assert.ok(board.height > 280, `${size}: the board is ${board.height} high`);
    for (const name of ['explorer', 'games', 'search', 'players', 'puzzles', 'drill']) {
      const tabs = await page.locator(`#tab-${name}`).boundingBox();
      assert.ok(tabs.x >= 0 && tabs.x + tabs.width <= viewport.width, `${size}: the tab ${name} is cut off`);
    }
    // Engine, moves and the drawer are there together, and at 1920 px in columns of their own.
    if (viewport.width < 1280) continue;
    const [moves, tabs] = [await inSight('#moves'), await inSight('#tab-explorer')];
    for (const id of ['engine-go', 'explorer-table']) await inSight(`#${id}`);
    assert.equal(tabs.x > moves.x + moves.width, viewport.width === 1920, size);
    // A panel scrolls, the window does not, whatever stands in the panel.
    await tab(page, 'Search');
    await page.locator('#paint summary').click();
    await page.locator('#paint-grid [data-square]').first().waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), viewport.height, `${size}: the window scrolls`);
  }
}

async function nothingJumps(open) {
  const page = await open({viewport: {width: 1280, height: 800}, hash: '#game=2&ply=0'});
  await page.locator('#moves [aria-current], #moves .pair').first().waitFor();
  const places = () => page.evaluate(() => ['moves', 'board', 'note', 'tabs', 'engine-go'].map((id) => {
    const {x, y, width, height} = document.getElementById(id).getBoundingClientRect();
    return [id, x, y, width, height].map((n) => (n.toFixed ? Math.round(n) : n)).join(' ');
  }));
  const before = await places();
  for (let ply = 1; ply <= 60; ++ply) {
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await places(), before, `at move ${ply}`);
  }
}

async function engineLinesAreInTheHand(open) {
  const page = await open({hash: at('yari', '3k3/7/7/7/7/7/7/7/3K3 b RBP 1')});
  await page.getByRole('button', {name: 'Start engine'}).click();
  await page.locator('#engine-result li').nth(2).waitFor();
  await page.locator('#engine-state', {hasText: /depth \d+, .* nodes, .*\/s/}).waitFor();
  assert.ok(await page.locator('#chance').getAttribute('aria-label').then((text) => /\d+ %/.test(text)));
  const moves = await page.locator('#engine').boundingBox();
  await page.getByRole('button', {name: 'Stop engine'}).click();
  assert.deepEqual(await page.locator('#engine').boundingBox(), moves);
  assert.doesNotMatch(await page.locator('#engine-state').innerText(), /thinking/);
  await page.mouse.move(5, 5);
  await page.locator('#board .arrow').nth(1).waitFor();
  await page.locator('#engine-result li').nth(1).hover();
  await page.waitForFunction(() => document.querySelectorAll('#board .arrow').length === 1);
  await page.locator('#engine-result li').nth(1).click();
  await page.waitForFunction(() => document.querySelectorAll('#board .last-to').length === 1);
  // A drop is drawn as its piece.
  await page.evaluate((hash) => { location.hash = hash; }, at('yari', '3k3/7/3+B3/7/7/7/7/7/3K3 b R 1'));
  await shows(page, '3k3/7/3+B3');
  await page.getByRole('button', {name: 'Start engine'}).click();
  await page.locator('#board .arrow.drop .piece').first().waitFor();
}

async function piecesDifferAtAGlance(open) {
  const page = await open({hash: at('yari', 'rnnkbbr/7/ppppppp/3+R3/7/7/PPPPPPP/7/1BBKNNR b - 1')});
  const spears = (square) => page.evaluate(async (wanted) => {
    const {pieceFace} = await import('/pieces.js');
    const {variants} = (await import('/session.js')).given.about;
    return pieceFace(variants.yari.pieces[wanted][1], wanted[0] === '+');
  }, square);
  assert.deepEqual(await spears('R'), {sign: '飛', spear: 'forward'});
  assert.deepEqual(await spears('+R'), {sign: '飛', spear: ''});
  assert.deepEqual(await spears('B'), {sign: '角', spear: 'forward'});
  assert.deepEqual(await spears('+B'), {sign: '角', spear: 'back'});
  assert.deepEqual(await spears('+P'), {sign: '銀', spear: 'back'});
  assert.deepEqual(await spears('P'), {sign: '歩', spear: ''});
  // Five spears on either side; the pieces are drawn without a font.
  assert.equal(await page.locator('#board .spear').count(), 11);
  assert.equal(await page.locator('#board text.kanji').count(), 0);
  const height = (square) => page.locator(`#board .men .piece`).nth(square).locator('use').first().evaluate((use) => use.getBoundingClientRect().height);
  assert.ok(await height(3) > 1.15 * await height(7), 'the general is larger than a pawn');
  assert.equal(await page.locator('#board .star').count(), 4);
  await page.locator('#looks').getByLabel('Pieces').selectOption('simple');
  await page.locator('#board .set-simple').first().waitFor();
  await page.locator('#looks').getByLabel('Pieces').selectOption('kanji');
}

async function aStrangerSeesWhatItIs(open) {
  const page = await open();
  assert.equal(await page.locator('#brand').innerText(), 'Yaribase');
  const games = page.getByRole('radiogroup', {name: 'Game'});
  assert.deepEqual(await games.locator('label').allInnerTexts(), ['Yari Shogi', 'Shogi']);
  await games.getByText('Shogi', {exact: true}).click();
  await shows(page, shogiStart.split(' ')[0]);
  await games.getByText('Yari Shogi', {exact: true}).click();
  await shows(page, yariStart.split(' ')[0]);
  assert.equal(await page.locator('#welcome').isVisible(), false, 'there are games');
  // The theme is a choice.
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await back();
  await page.getByRole('button', {name: 'Light or dark'}).click();
  assert.notEqual(await back(), light);
  await reload(page);
  assert.notEqual(await back(), light);
  // Without games the page says how to begin.
  await page.route('**/api/about', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({response: answer, json: {...await answer.json(), games: 0}});
  });
  await reload(page);
  await page.locator('#welcome', {hasText: 'Drop your game files here'}).waitFor();
}

async function aGameIsPrinted(open) {
  const page = await open({hash: '#game=2&ply=20'});
  await page.locator('#moves [aria-current]').waitFor();
  await page.emulateMedia({media: 'print'});
  assert.deepEqual(await page.locator('button:visible, select:visible, input:visible').allInnerTexts(), [], 'no buttons on paper');
  for (const id of ['board', 'name-above', 'moves']) assert.ok(await page.locator(`#${id}`).isVisible());
  const list = await page.locator('#moves').evaluate(({scrollHeight, clientHeight}) => scrollHeight - clientHeight);
  assert.ok(list <= 1, 'all moves are printed');
}

// Signs among text are drawn as on the board: no font with kanji is needed.
async function brushesAreDrawn(open) {
  const page = await open();
  await tab(page, 'Search');
  await page.getByText('Paint a pattern').click();
  await page.locator('#paint-brushes .sign .kanji').nth(17).waitFor();
  assert.equal(await page.locator('#paint-body text.kanji').count(), 0);
}

// The narrower board of Yari Shogi stands beside its bar, too.
async function theBarIsBesideTheBoard(open) {
  for (const [variant, start, viewport] of [['yari', yariStart, {width: 1280, height: 800}], ['shogi', shogiStart, {width: 1280, height: 800}], ['yari', yariStart, phone]]) {
    const page = await open({viewport, hash: at(variant, start)});
    const bar = await page.locator('#chance').boundingBox();
    const stands = await page.locator('#board .stand').evaluateAll((all) => all.map((stand) => stand.getBoundingClientRect().x));
    const gap = Math.min(...stands) - bar.x - bar.width;
    assert.ok(gap >= 0 && gap < 16, `${variant}: ${gap}`);
  }
}

// The engine takes room from the list of moves, which keeps the move shown in sight; nothing of a game is cut.
async function theMovesHaveRoom(open) {
  for (const viewport of [{width: 1280, height: 800}, {width: 1920, height: 1080}, phone]) {
    const page = await open({viewport, hash: '#game=2&ply=30'});
    const size = `${viewport.width} x ${viewport.height}`;
    await page.locator('#moves [aria-current]').waitFor();
    const boxOf = (selector) => page.locator(selector).first().boundingBox();
    const titles = await page.locator('#game-title').evaluate(({scrollWidth, clientWidth}) => scrollWidth - clientWidth);
    assert.ok(titles <= 0, `${size}: both names are whole`);
    // As the page does where there is one engine.
    await page.locator('label:has(#engine-name)').evaluate((label) => { label.hidden = true; });
    const [engine, mate] = [await boxOf('#engine-go'), await boxOf('#mate-go')];
    assert.ok(Math.abs(engine.y - mate.y) < 10, `${size}: the engine's buttons are in one row`);
    // Down to the end of what is in sight of the list.
    const below = () => page.evaluate(() => document.getElementById('moves').getBoundingClientRect().bottom -
      document.querySelector('#moves [aria-current]').getBoundingClientRect().bottom);
    for (let i = 0; i < 60 && await below() > 50; ++i) {
      const place = await page.locator('#moves [aria-current]').getAttribute('data-node');
      await page.keyboard.press('ArrowRight');
      await page.locator(`#moves [aria-current]:not([data-node="${place}"])`).waitFor();
    }
    await page.locator('#engine-go').click();
    await page.locator('#engine-result li').nth(2).waitFor();
    await page.waitForFunction(() => {
      const list = document.getElementById('moves').getBoundingClientRect();
      const move = document.querySelector('#moves [aria-current]').getBoundingClientRect();
      return list.height >= 75 && move.top >= list.top && move.bottom <= list.bottom;
    });
    // Few engines may think at once.
    await page.locator('#engine-go[aria-pressed=true]').click();
    // The bar of the chance is as high as the board beside it.
    const [board, bar] = [await boxOf('#board'), await boxOf('#chance')];
    assert.ok(Math.abs(board.height - bar.height) < 6, `${size}: ${board.height} and ${bar.height}`);
    const wood = await boxOf('#board .wood');
    if (viewport !== phone) assert.ok(bar.height - wood.height < 12, `${size}: ${wood.height} and ${bar.height}`);
  }
}

run([
  ['arrow keys step after a click, and move in what was reached by keyboard', arrowsStepAfterAClick],
  ['a mouse drags a piece, which follows', aMouseDragsAPiece],
  ['a finger drags a piece, in both games', aFingerDragsAPiece],
  ['pieces slide, unless motion is unwanted', piecesSlide],
  ['250 ms of latency lose nothing', latencyLosesNothing],
  ['board, buttons and tabs are in sight in windows of every size', allIsInSight],
  ['the bar of the chance is beside the board', theBarIsBesideTheBoard],
  ['moves and names have room, and the move shown stays in sight', theMovesHaveRoom],
  ['nothing jumps while stepping', nothingJumps],
  ['lines of the engine have numbers, are hovered and clicked', engineLinesAreInTheHand],
  ['pieces differ at a glance', piecesDifferAtAGlance],
  ['a stranger sees what it is', aStrangerSeesWhatItIs],
  ['a game is printed without buttons', aGameIsPrinted],
  ['what is painted with is drawn as on the board', brushesAreDrawn],
]);
