// The report page in headless Chromium, as a reader uses it: keys, clicks, lists, sizes, themes.
import assert from 'node:assert/strict';
import {run} from './harness.mjs';

const pages = ['yari.html', 'shogi.html', 'handicap.html', 'plain.html', 'hostile.html', 'many.html', 'marked.html'];

const heading = (page) => page.locator('#now h2').textContent();
const sfen = (page) => page.locator('#words code').textContent();
const game = (page, number = 1) => page.evaluate((n) => JSON.parse(document.getElementById(`game-${n}`).textContent), number);
const press = async (page, ...keys) => { for (const key of keys) await page.keyboard.press(key); };
const hostileText = (page) => page.evaluate(() => JSON.parse(document.getElementById('overview').textContent).title);

// The main line comes first in the data: a node with the place before it as parent goes on with it.
function mainLine(nodes) {
  const line = [nodes[0]];
  while (line.length < nodes.length && nodes[line.length].parent === line.length - 1) line.push(nodes[line.length]);
  return line;
}

async function everyPageOpens(open) {
  for (const file of pages) {
    const page = await open(file);
    await page.locator('main:visible h1').waitFor();
    await page.close();
  }
}

async function keysAndButtonsStep(open) {
  const page = await open('yari.html');
  const {nodes} = await game(page);
  const line = mainLine(nodes);
  assert.equal(await heading(page), 'Start');
  assert.equal(await sfen(page), line[0].sfen);
  for (let ply = 1; ply < line.length; ++ply) {
    await press(page, 'ArrowRight');
    assert.equal(await sfen(page), line[ply].sfen);
  }
  await press(page, 'ArrowRight');
  assert.equal(await sfen(page), line.at(-1).sfen, 'stays at the end');
  await press(page, 'ArrowLeft');
  assert.equal(await sfen(page), line.at(-2).sfen);
  await press(page, 'Home');
  assert.equal(await sfen(page), line[0].sfen);
  await page.getByRole('button', {name: 'Forward', exact: true}).click();
  assert.equal(await sfen(page), line[1].sfen);
  await page.getByRole('button', {name: 'Back', exact: true}).click();
  await page.getByRole('button', {name: 'End'}).click();
  assert.equal(await sfen(page), line.at(-1).sfen);
  await page.getByRole('button', {name: 'Start'}).click();
  assert.equal(await sfen(page), line[0].sfen);
}

async function theBoardShowsThePosition(open) {
  const page = await open('shogi.html', {hash: '#1/60'});
  const {nodes} = await game(page);
  const [rows, , hands] = nodes[60].sfen.split(' ');
  const onBoard = rows.replace(/[\d/+]/g, '').length;
  const kindsHeld = hands.replace(/[\d-]/g, '').length;
  assert.equal(await page.locator('#board .piece').count(), onBoard + kindsHeld);
  assert.equal(await page.locator('#board .hand .piece').count(), kindsHeld);
  assert.equal(await page.locator('#board .piece.promoted').count(), rows.split('+').length - 1);
  const moved = nodes[60].move;
  assert.equal(await page.locator('#board .last-to').count(), 1);
  assert.equal(await page.locator('#board .last-from').count(), moved[1] === '*' ? 0 : 1);
  await page.getByText('Position in words').click();
  assert.match(await page.locator('#words').innerText(), /Black: .*king .*In hand: .*White: .*king .* to move/s);
}

// Their outlines come with the page: no font is needed.
async function hasPiecesInKanji(page) {
  assert.equal(await page.locator('#board .kanji').count(), 40);
  assert.equal(await page.locator('#board .letters').count(), 0);
  assert.equal(await page.locator('#board text.kanji').count(), 0);
}

async function piecesAndSidesCanBeChanged(open) {
  const page = await open('shogi.html');
  assert.equal(await page.locator('#board .letters').count(), 40);
  await page.getByLabel('Pieces').selectOption('kanji');
  await hasPiecesInKanji(page);
  const below = () => page.locator('#board .hand').evaluateAll((hands) => hands.map((h) => [h.getBBox().y, h.textContent])
      .sort((a, b) => b[0] - a[0])[0][1]);
  assert.equal(await below(), 'Black');
  await page.getByRole('button', {name: 'Flip'}).click();
  assert.equal(await below(), 'White');
  assert.equal(await page.getByRole('button', {name: 'Flip'}).getAttribute('aria-pressed'), 'true');
}

async function choicesAreRemembered(open) {
  const page = await open('shogi.html');
  await page.locator('#notation').selectOption('japanese');
  await page.getByLabel('Pieces').selectOption('kanji');
  const {nodes} = await game(page);
  const first = page.locator('#moves [data-node="1"]');
  assert.ok((await first.innerText()).startsWith(nodes[1].japanese));
  assert.match(nodes[1].japanese, /^[▲△].+/);
  await page.reload();
  assert.ok((await first.innerText()).startsWith(nodes[1].japanese));
  await hasPiecesInKanji(page);
}

async function namesStandAtTheHands(open) {
  const page = await open('many.html', {hash: '#2/0'});
  const names = () => page.locator('.player bdi').allInnerTexts();
  assert.deepEqual(await names(), ['Bert', 'Anna']);
  await page.getByRole('button', {name: 'Flip'}).click();
  assert.deepEqual(await names(), ['Anna', 'Bert']);
}

async function theWheelSteps(open) {
  const page = await open('yari.html');
  const {nodes} = await game(page);
  const box = await page.locator('#board').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, 100);
  await page.waitForFunction((wanted) => document.querySelector('#words code').textContent === wanted, nodes[1].sfen);
  await page.mouse.wheel(0, -100);
  await page.waitForFunction((wanted) => document.querySelector('#words code').textContent === wanted, nodes[0].sfen);
}

async function theBoardStaysInSightOnAPhone(open) {
  const page = await open('yari.html', {viewport: {width: 390, height: 844}, hash: '#1/20'});
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.waitForFunction(() => scrollY > 300);
  const box = await page.locator('#board').boundingBox();
  assert.ok(box.y > -1 && box.y < 100, `the board is at ${box.y}`);
}

async function noButtonIsDead(open) {
  const page = await open('yari.html');
  const button = page.getByRole('button', {name: 'Marked move after'});
  assert.ok(await button.isVisible());
  await page.evaluate(() => {
    /* global game, openGame */
    for (const node of game.nodes) delete node.glyphs;
    openGame(game);
  });
  assert.ok(await button.isHidden());
}

async function aClickOnAMoveShowsIt(open) {
  const page = await open('yari.html');
  const {nodes} = await game(page);
  const link = page.locator('#moves [data-node="23"]');
  await link.click();
  assert.equal(await sfen(page), nodes[23].sfen);
  assert.equal(await link.getAttribute('aria-current'), 'true');
  assert.equal(await page.locator('#moves [aria-current]').count(), 1);
  await page.waitForFunction(() => location.hash === '#1/23');
  await page.reload();
  assert.equal(await sfen(page), nodes[23].sfen, 'the address brings the move back');
}

async function theListFollowsTheMoveShown(open) {
  const page = await open('yari.html');
  await press(page, 'End');
  const inSight = await page.evaluate(() => {
    const list = document.getElementById('moves').getBoundingClientRect();
    const move = document.querySelector('#moves [aria-current]').getBoundingClientRect();
    return move.top >= list.top && move.bottom <= list.bottom + 1 && scrollY === 0;
  });
  assert.ok(inSight);
}

async function theGraphIsAControl(open) {
  const page = await open('yari.html');
  const line = mainLine((await game(page)).nodes);
  const graph = page.getByRole('slider');
  const box = await graph.boundingBox();
  const placeOf = (ply) => ({x: 40 + ply / (line.length - 1) * (box.width - 50), y: box.height / 2});
  for (const ply of [0, 1, 20, line.length - 1]) {
    await graph.click({position: placeOf(ply)});
    assert.equal(await sfen(page), line[ply].sfen);
    assert.equal(await graph.getAttribute('aria-valuenow'), `${ply}`);
  }
  await page.mouse.move(box.x + placeOf(10).x, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + placeOf(15).x, box.y + 20, {steps: 5});
  await page.mouse.up();
  assert.equal(await sfen(page), line[15].sfen, 'dragging moves along');
  await graph.focus();
  await press(page, 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowRight');
  assert.equal(await sfen(page), line[17].sfen);
  assert.match(await graph.getAttribute('aria-valuetext'), /^\d+\. .*Black's chance \d+ %$/);
}

async function variationsCanBeEntered(open) {
  const page = await open('plain.html', {hash: '#1/1'});
  const ways = page.getByRole('navigation', {name: 'Ways to go on'});
  assert.deepEqual(await ways.getByRole('link').allInnerTexts(), ['1. ... P-3d', '1. ... P-5d?', '1. ... G-4b']);
  await ways.getByRole('link', {name: '1. ... P-5d, mistake'}).click();
  assert.equal(await heading(page), '1. ... P-5d?mistake');
  await press(page, 'ArrowRight');
  assert.equal(await heading(page), '2. P-2f');
  await press(page, 'v');
  assert.equal(await heading(page), '2. P-4f', 'a variation inside the variation');
  await press(page, 'End');
  assert.equal(await heading(page), '2. ... P-4d');
  await press(page, 'm');
  assert.equal(await heading(page), '1. P-7f!good');
  await page.locator('.variation.depth-2 a').last().click();
  assert.equal(await heading(page), '2. ... P-4d');
  await ways.getByRole('link', {name: 'Back to the game'}).click();
  assert.equal(await heading(page), '1. P-7f!good');
}

async function aPlainGameHasNoGraph(open) {
  const page = await open('plain.html');
  assert.ok(await page.locator('#graph-area').isHidden());
  assert.ok(await page.locator('#numbers').isHidden());
  assert.equal(await page.locator('#now .comment').textContent(), 'The start.');
  await press(page, 'End');
  assert.equal(await page.locator('#now .outcome').textContent(), 'Black wins');
}

async function whiteBeginsAHandicapGame(open) {
  const page = await open('handicap.html');
  assert.match(await page.locator('#facts').innerText(), /Handicap: YR/);
  assert.equal(await page.locator('#board .piece').count(), 27);
  await press(page, 'ArrowRight');
  assert.match(await heading(page), /^1\. \.\.\. /);
  await press(page, 'ArrowRight');
  assert.match(await heading(page), /^2\. [^.]/);
}

async function arrowsShowTheBetterMove(open) {
  const page = await open('yari.html');
  const {nodes} = await game(page);
  const judged = mainLine(nodes).findIndex((node) => node.better);
  await press(page, 'n');
  while (await sfen(page) !== nodes[judged].sfen) await press(page, 'n');
  assert.equal(await page.locator('#board .arrow.played').count(), 1);
  assert.equal(await page.locator('#board .arrow.better').count(), 1);
  assert.ok((await page.locator('#now .better').innerText()).includes(nodes[judged].better.text));
  assert.match(await page.locator('#now .verdict').innerText(), /^(Inaccuracy|Mistake|Blunder).*: win chance \d+ % to \d+ %/);
  assert.equal((await page.locator('#now').innerText()).match(/chance/g).length, 1, 'one verdict');
  await page.getByLabel('Arrows').uncheck();
  assert.equal(await page.locator('#board .arrow').count(), 0);
}

async function theFilterShowsJudgedMovesOnly(open) {
  const page = await open('yari.html');
  const line = mainLine((await game(page)).nodes);
  const blunders = line.filter((node) => node.glyphs?.includes('??'));
  const ofWhite = blunders.filter((node) => node.sfen.split(' ')[1] === 'b');
  assert.ok(blunders.length > 0);
  await page.getByRole('checkbox', {name: /blunder/}).check();
  const shown = () => page.locator('#moves .pair a').count();
  assert.equal(await shown(), blunders.length);
  assert.equal(await page.locator('#graph .mark').count(), blunders.length);
  await page.getByLabel('by').selectOption('w');
  assert.equal(await shown(), ofWhite.length);
  await page.getByLabel('by').selectOption('');
  await press(page, 'n');
  await page.locator('#moves-area').click({position: {x: 3, y: 3}});
  await press(page, 'Home', 'n');
  assert.equal(await sfen(page), blunders[0].sfen);
  await press(page, 'End', 'p');
  assert.equal(await sfen(page), blunders.at(-1) === line.at(-1) ? blunders.at(-2).sfen : blunders.at(-1).sfen);
  await page.getByRole('checkbox', {name: /blunder/}).uncheck();
  assert.equal(await shown(), line.length - 1);
}

async function marksAreShownAndFiltered(open) {
  const page = await open('marked.html', {hash: '#1/11'});
  assert.match(await page.locator('#now .words').innerText(), /missed mate in 3 plies, turned the game/);
  await page.getByRole('checkbox', {name: 'missed mate (2)'}).check();
  const shown = () => page.locator('#moves .pair a').evaluateAll((links) => links.map((a) => a.dataset.node));
  assert.deepEqual(await shown(), ['9', '11']);
  assert.match(await page.locator('#moves .pair a').first().getAttribute('aria-label'), /missed mate in 5 plies$/);
  await page.getByRole('checkbox', {name: 'book (2)'}).check();
  assert.deepEqual(await shown(), ['1', '2', '9', '11']);
  await page.getByLabel('by').selectOption('w');
  assert.deepEqual(await shown(), ['2']);
  await page.getByRole('checkbox', {name: 'only move (1)'}).waitFor();
}

async function theNumbersAreThose(open) {
  const page = await open('yari.html');
  const {players} = await game(page);
  const row = page.getByRole('row', {name: /Accuracy/}).getByRole('cell');
  assert.deepEqual(await row.allInnerTexts(), players.map((p) => `${p.accuracy} %`));
}

async function textOfRecordsStaysText(open) {
  const page = await open('hostile.html');
  const text = await hostileText(page);
  assert.ok(text.includes('</script>') && text.includes('\u2028'));
  assert.equal(await page.title(), text);
  assert.equal(await page.locator('img').count(), 0);
  assert.equal(await page.locator('script').count(), 3);
  await press(page, 'ArrowRight', 'ArrowRight');
  assert.equal(await page.locator('#now .comment').first().textContent(), text);
  assert.equal(await page.locator('#players bdi').first().textContent(), text);
  assert.equal(await page.locator('#unread q').textContent(), text);
  assert.ok((await page.locator('#about dd').last().textContent()).endsWith('\uFFFD\uFFFD'));
}

async function thePolicyRefusesForeignCode(open) {
  const page = await open('plain.html', {expectsErrors: true});
  const refused = await page.evaluate(async () => {
    const tried = {};
    try { document.body.innerHTML = '<b>x</b>'; } catch { tried.markup = true; }
    try { await fetch('https://example.org/'); } catch { tried.fetch = true; }
    const link = document.createElement('a');
    link.setAttribute('style', 'position: fixed');
    document.body.append(link);
    tried.style = getComputedStyle(link).position === 'static';
    const script = document.createElement('script');
    script.append('window.ran = true');
    document.body.append(script);
    tried.script = !window.ran;
    return tried;
  });
  assert.deepEqual(refused, {markup: true, fetch: true, style: true, script: true});
}

async function theListOfGamesIsSorted(open) {
  const page = await open('many.html');
  const column = async (title) => {
    const titles = await page.locator('#games thead th').allInnerTexts();
    const at = titles.findIndex((t) => t.startsWith(title));
    return page.locator('#games tbody tr').evaluateAll((rows, i) => rows.map((row) => row.cells[i].innerText), at);
  };
  assert.deepEqual(await column('No.'), ['7', '12', '30', '101', '102']);
  const sorted = (texts, order) => [...texts].sort(order);
  await page.getByRole('button', {name: 'Plies'}).click();
  const plies = await column('Plies');
  assert.deepEqual(plies, sorted(plies, (a, b) => a - b));
  assert.equal(await page.locator('th[aria-sort=ascending]').innerText(), 'Plies ▲'.replace(' ▲', ''));
  await page.getByRole('button', {name: 'Plies'}).click();
  assert.deepEqual(await column('Plies'), plies.reverse());
  await page.getByRole('button', {name: 'Blunders'}).click();
  assert.deepEqual((await column('??')).slice(-2), ['', ''], 'games without figures come last');
  await page.getByLabel('Find').fill('bert');
  assert.deepEqual(await column('No.'), ['12']);
  assert.equal(await page.locator('#found').innerText(), '1 of 5 games');
}

async function theListLeadsToGamesAndBack(open) {
  const page = await open('many.html');
  // The page follows its address a moment after the click.
  const shows = (selector, text) => page.locator(selector, {hasText: text}).waitFor();
  await page.getByRole('link', {name: 'Game 12'}).click();
  await shows('#players', /^Anna – Bert$/);
  await press(page, 'ArrowRight');
  await page.getByRole('link', {name: 'Next game'}).click();
  await shows('#facts', /^Shogi/);
  assert.equal(await heading(page), 'Start');
  await page.getByRole('link', {name: 'All games'}).click();
  await shows('#games', /Bert/);
  await page.locator('#games tbody tr').nth(3).locator('td').nth(1).click();
  await shows('#facts', /Handicap/);
  await page.goBack();
  await shows('#games', /Bert/);
}

async function everyScreenIsWideEnough(open) {
  for (const width of [320, 390, 800, 1280]) {
    for (const file of pages) {
      const page = await open(file, {viewport: {width, height: 800}, hash: '#1/2'});
      const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.ok(content <= screen, `${file} is ${content} wide on a screen of ${screen}`);
      await page.close();
    }
  }
}

async function darkAndPrintHaveTheirOwnLook(open) {
  const page = await open('yari.html', {hash: '#1/20'});
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.emulateMedia({colorScheme: 'dark'});
  const dark = await background();
  assert.notEqual(light, dark);
  await page.emulateMedia({colorScheme: 'dark', media: 'print'});
  assert.notEqual(await background(), dark, 'paper is white');
  assert.ok(await page.locator('#steps').isHidden());
  assert.ok(await page.locator('#board').isVisible());
  assert.ok(await page.locator('#moves').isVisible());
}

async function thePageIsNamedForScreenReaders(open) {
  const page = await open('yari.html', {hash: '#1/1'});
  assert.equal(await page.getByRole('status').filter({visible: true}).count(), 1);
  assert.match(await page.getByRole('img').first().getAttribute('aria-label'), /^Board after 1\. /);
  for (const name of ['Board', 'Evaluation', 'This move', 'Moves', 'Players in numbers']) {
    assert.equal(await page.getByRole('region', {name, exact: true}).count(), 1, name);
  }
  const nameless = await page.locator('button, a, input, select').evaluateAll((all) => all.filter((element) =>
    !(element.ariaLabel || element.textContent.trim() || element.labels?.length)).length);
  assert.equal(nameless, 0);
}

async function drawingsAreWellFormed(open) {
  const page = await open('plain.html');
  for (const file of ['board.svg', 'board-western.svg', 'graph.svg', 'graph-hostile.svg']) {
    const drawing = await open(file);
    const [root, title] = await drawing.evaluate(() => [document.documentElement.tagName, document.querySelector('title').textContent]);
    assert.equal(root, 'svg', file);
    if (/western|hostile/.test(file)) assert.ok(title.startsWith('</script><script>'));
    assert.equal(await drawing.locator('img, script, parsererror').count(), 0);
  }
  await page.close();
}

// The report in the other language: words, numbers of moves, ranks; and back.
async function speaksJapanese(open) {
  const page = await open('marked.html', {hash: '#1/1&lang=ja'});
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'ja');
  assert.equal(await page.locator('#board .coordinate').last().textContent(), '九');
  assert.match(await page.locator('#now h2').innerText(), /^1 ▲/);
  assert.deepEqual((await page.locator('#moves .number').allInnerTexts()).slice(0, 3), ['1', '2', '3']);
  await page.getByText('局面の読み上げ').click();
  assert.match(await page.locator('#words').innerText(), /先手：.*持ち駒：.*後手：.*番です。/s);
  await page.getByRole('button', {name: '一手進む'}).click();
  await page.waitForFunction(() => location.hash === '#1/2&lang=ja');
  // What the page itself says is Japanese: what records say stands in <bdi> or in a comment.
  const english = await page.evaluate(() => [...document.querySelectorAll('main :not(bdi, code, .comment, dd)')].flatMap((element) =>
    [...element.childNodes].filter(({nodeType, data}) => nodeType === 3 && /[A-Za-z]{3}/.test(data)).map(({data}) => data.trim())));
  assert.deepEqual(english.filter((text) => !/^(Home|End|Home、End|[a-z]、[a-z])$/.test(text)), []);
  await page.getByRole('button', {name: 'English'}).click();
  await page.getByText('Position in words').waitFor();
  assert.match(await page.locator('#now h2').innerText(), /^1\. \.\.\. /);
  const list = await open('many.html', {hash: '#&lang=ja'});
  await list.locator('#found', {hasText: /^\d+局$/}).waitFor();
  await list.locator('#games th', {hasText: '先手'}).first().waitFor();
}

await run([
  ['every page opens without a complaint and without the network', everyPageOpens],
  ['keys and buttons step through the game', keysAndButtonsStep],
  ['the board shows pieces, hands and the last move', theBoardShowsThePosition],
  ['pieces and the side below can be changed', piecesAndSidesCanBeChanged],
  ['pieces and notation are remembered', choicesAreRemembered],
  ['there are no buttons for marks that no move has', noButtonIsDead],
  ['names stand at the hands', namesStandAtTheHands],
  ['the wheel steps', theWheelSteps],
  ['the board stays in sight on a phone', theBoardStaysInSightOnAPhone],
  ['a click on a move shows it, and the address remembers it', aClickOnAMoveShowsIt],
  ['the list follows the move shown', theListFollowsTheMoveShown],
  ['the graph is a control for mouse and keys', theGraphIsAControl],
  ['variations can be entered and left', variationsCanBeEntered],
  ['a plain game has neither graph nor numbers', aPlainGameHasNoGraph],
  ['White begins a handicap game', whiteBeginsAHandicapGame],
  ['arrows show the move played and the better one', arrowsShowTheBetterMove],
  ['the filter shows judged moves only', theFilterShowsJudgedMovesOnly],
  ['marks are shown, and can be filtered by', marksAreShownAndFiltered],
  ['the numbers are those of the data', theNumbersAreThose],
  ['text of records stays text', textOfRecordsStaysText],
  ['the policy refuses foreign code', thePolicyRefusesForeignCode],
  ['the list of games is sorted and narrowed', theListOfGamesIsSorted],
  ['the list leads to games and back', theListLeadsToGamesAndBack],
  ['nothing is wider than the screen', everyScreenIsWideEnough],
  ['dark and print have their own look', darkAndPrintHaveTheirOwnLook],
  ['everything has a name for screen readers', thePageIsNamedForScreenReaders],
  ['the page speaks Japanese', speaksJapanese],
  ['drawings are well-formed', drawingsAreWellFormed],
]);
