// A tour of the page on a phone and a desk, in both themes, with both games: all that the page can do. Two of the eight
// combinations are usual, all with YARI_TOUR=all. What comes by the way on it: nothing is wider than the window, axe finds
// nothing serious in what has changed, and Tab reaches all of it. With YARI_SHOTS=FOLDER what is seen is kept as pictures.
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {run} from './harness.mjs';
import {tabsThrough, watchFocus} from './keyboard.mjs';
import {at, click, desk, filterBy, importText, phone, placeOf, reload, says, sfen, shogiStart, shows, showsGame, springOpen, tab} from './page.mjs';

const yariStart = 'rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1';
const games = {
  yari: {
    files: 7, start: yariStart, tag: '', after: 'rnnkbbr/7/ppppppp/7/7/P6/1PPPPPP/7/RBBKNNR w', handicap: 'Left yari rook',
    promotion: '3k3/7/7/3P3/7/7/7/7/3K3 b - 1', promoted: '3k3/7/3+P3/7/7/7/7/7/3K3 w', mate: '3k3/7/3+B3/7/7/7/7/7/3K3 b R 1', held: 'R',
    puzzle: 'sfen 2rkr2/7/3P3/7/7/7/7/7/3K3 b R2br4n 1 moves 4i4h 4a5b', solution: ['R*', '4b'], answer: 'YR*4b',
  },
  shogi: {
    files: 9, start: shogiStart, tag: '[Variant "Shogi"]\n', after: 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w', handicap: 'Rook',
    promotion: '4k4/9/9/4S4/9/9/9/9/4K4 b - 1', promoted: '4k4/9/4+S4/9/9/9/9/9/4K4 w', mate: '4k4/9/4G4/9/9/9/9/9/4K4 b G 1', held: 'G',
    puzzle: 'sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves 5i5h 5a4a', solution: ['G*', '5b'], answer: 'G*5b',
  },
};

const go = (page, hash) => page.evaluate((wanted) => { location.hash = wanted; }, hash);
const press = async (page, ...keys) => { for (const key of keys) await page.keyboard.press(key); };
const turn = (page, text) => page.locator('#turn', {hasText: text}).waitFor();
const files = (game) => ({files: game.files});

async function board(page, game, {hasTouch, seen}) {
  const {files: width, start, after} = game;
  await seen('explorer');
  // By mouse or by touch; there and back; another move beside it.
  for (const square of ['7g', '7f']) {
    const {x, y} = await placeOf(page, square, files(game));
    await (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  }
  await shows(page, after);
  await page.getByRole('button', {name: 'Back', exact: true}).click();
  await shows(page, start);
  await click(page, '2g', files(game));
  await click(page, '2f', files(game));
  await page.locator('#line button', {hasText: /^P-2f$/}).waitFor();
  await press(page, 'Home');
  await page.locator('#others button', {hasText: 'P-7f'}).click();
  await shows(page, after);
  await page.getByRole('button', {name: 'Take back'}).click();
  await shows(page, start);
  await page.locator('#explorer-moves button', {hasText: /^P-7f$/}).click();
  await shows(page, after);
  // Looks, remembered.
  await page.getByRole('button', {name: 'Flip', exact: true}).click();
  await page.locator('#looks').getByLabel('Pieces').selectOption('western');
  await page.locator('#looks').getByLabel('Moves').selectOption('japanese');
  await page.locator('#line button', {hasText: '▲７六歩'}).waitFor();
  await page.waitForFunction(() => location.hash.includes('7g7f'));
  await reload(page);
  await page.locator('#line button', {hasText: '▲７六歩'}).waitFor();
  assert.equal(await page.locator('#flip').getAttribute('aria-pressed'), 'true');
  assert.ok(await page.locator('#board .letters').count() > 20);
  await seen('letters', '#left');
  await page.getByRole('button', {name: 'Flip', exact: true}).click();
  await page.locator('#looks').getByLabel('Pieces').selectOption('kanji');
  await page.locator('#looks').getByLabel('Moves').selectOption('move');
  // A promotion and a drop with the keyboard alone.
  await go(page, at(game.variant, game.promotion));
  await shows(page, game.promotion);
  await page.locator('#board').focus();
  await press(page, ...Array(6).fill('ArrowUp'), 'Enter', 'ArrowUp', 'Enter');
  await page.getByRole('dialog', {name: 'Promotion'}).waitFor();
  await seen('promotion', '#promotion');
  await page.getByRole('dialog', {name: 'Promotion'}).getByRole('button', {name: /^Promote/}).focus();
  await press(page, 'Enter');
  await shows(page, game.promoted);
  await go(page, at(game.variant, game.mate));
  await shows(page, game.mate);
  await page.locator('#board').focus();
  await press(page, 'ArrowUp', 'ArrowDown', 'Enter');
  await page.locator('#board .picked').waitFor();
  await press(page, ...Array(8).fill('ArrowUp'), ...Array(width).fill('ArrowLeft'));
  await page.locator('#said', {hasText: `${width}b empty`}).waitFor();
  await press(page, 'Enter');
  await turn(page, 'White to move');
  assert.ok((await sfen(page)).includes(`/${game.mate.split(' ')[2]}`), 'the piece was dropped');
}

async function positions(page, game, {seen}) {
  const open = () => page.getByRole('button', {name: 'Position…'}).click();
  await open();
  await page.locator('#setup-handicap').selectOption(game.handicap);
  await page.getByRole('button', {name: 'Begin'}).click();
  await page.locator('#setup').waitFor({state: 'hidden'});
  await turn(page, 'White to move');
  assert.match(await sfen(page), game.files === 7 ? /rnnkbb1\// : /\/7b1\//);
  await go(page, `${at(game.variant, game.start)}&moves=7g7f+3c3d&ply=2`);
  await page.locator('#line button', {hasText: 'P-3d'}).waitFor();
  const there = (await sfen(page)).split(' ')[0];
  await open();
  const copied = [];
  for (const [format, part] of Object.entries({sfen: there, usi: 'moves 7g7f 3c3d', kif: '７六歩(77)', hodges: 'P-7f', diagram: 'Black'})) {
    await page.locator('#setup-format').selectOption(format);
    await page.waitForFunction((text) => document.getElementById('setup-out').value.includes(text), part);
    copied.push(await page.locator('#setup-out').inputValue());
  }
  await page.getByRole('button', {name: 'Copy', exact: true}).waitFor();
  for (const text of copied) {
    await page.getByLabel('SFEN, moves, a record or a diagram').fill(text);
    await page.getByRole('button', {name: 'Show it'}).click();
    await page.locator('#setup').waitFor({state: 'hidden'});
    await shows(page, there);
    await open();
  }
  await page.getByLabel('SFEN, moves, a record or a diagram').fill('1. P-7f P-9z');
  await page.getByRole('button', {name: 'Show it'}).click();
  await page.locator('#setup-findings pre').first().waitFor();
  await page.locator('#editor summary').click();
  await page.locator('#editor-board use, #editor-board text').first().waitFor();
  await seen('position', '#setup');
  // The pawn in the middle is taken away by keyboard.
  await page.locator('#editor-board').focus();
  await press(page, 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter');
  await page.locator('#editor-side').selectOption('w');
  await page.getByRole('button', {name: 'Use it'}).click();
  await page.locator('#setup').waitFor({state: 'hidden'});
  await turn(page, 'White to move');
  assert.equal((await sfen(page)).split('/')[6], game.files === 7 ? '1PP1PPP' : 'PP1P1PPPP');
}

async function explorer(page, game, {seen, width}) {
  await go(page, `${at(game.variant, game.start)}&moves=7g7f+3c3d&ply=2`);
  await tab(page, 'Explorer');
  const row = page.locator('#explorer-moves tr', {hasText: 'P-2f'});
  await row.locator('.transposition').waitFor();
  assert.match(await row.innerText(), /\d\s+100 %/);
  await go(page, at(game.variant, game.start));
  await shows(page, game.start);
  const all = (n) => says(page, 'explorer-moves', new RegExp(`all\\s+${n}\\s`));
  // Colour, period, event, rating: Ann (1500) and Bob (1600) play 1900 each.
  await filterBy(page, {Player: 'Ann'});
  await all(2);
  await filterBy(page, {Player: '', White: 'Ann'});
  await page.getByText('No game reached this position.').waitFor();
  await filterBy(page, {White: '', Black: 'Ann'});
  await all(2);
  await filterBy(page, {Black: '', Date: '2001-05-01'});
  await page.locator('#explorer-moves .date', {hasText: '2001-05-01'}).first().waitFor();
  await filterBy(page, {Date: '', Event: 'Spring'});
  await all(3);
  await filterBy(page, {Rated: '1600..'});
  await all(1);
  assert.match(await page.locator('#explorer-moves tr').last().innerText(), /[+−]\d+\s+2001/);
  await filterBy(page, {Rated: 'x'});
  await says(page, 'explorer-error', /Rated/);
  await seen('filter', '#side');
  await page.locator('#filters').getByRole('button', {name: 'Clear'}).click();
  await page.locator('#explorer-moves tr').nth(2).waitFor();
  await page.locator('#filters summary').click();
  assert.ok(await page.locator('#explorer-moves .bar').count() > 2);
  await page.locator('#explorer-games').focus();
  await press(page, 'End');
  await page.locator('#explorer-games .row.current').waitFor();
  await press(page, 'Enter');
  await page.locator('#game-title:visible', {hasText: '–'}).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
}

async function search(page, game, {seen}) {
  await go(page, at(game.variant, game.start));
  await shows(page, game.start);
  await tab(page, 'Search');
  const box = page.getByLabel('Search the moves of all games');
  await box.pressSequentially('capture R an');
  await page.locator('#query-words [role=option]', {hasText: 'and'}).first().waitFor();
  await seen('completion', '#side');
  await box.fill('capture R and and drop');
  await page.locator('#query-mirror .fault', {hasText: 'and'}).waitFor();
  await seen('search-fault', '#side');
  await box.fill('');
  // Empty, own, enemy and any, painted by keyboard; a hand; material.
  await page.locator('#paint summary').click();
  await page.getByRole('button', {name: 'From the board'}).click();
  for (const [brush, square] of [['_', '5e'], ['A', '7g'], ['a', '7c'], ['?', '4a']]) {
    await page.locator(`#paint-brushes input[value="${brush}"]`).focus();
    await press(page, 'Space');
    await page.locator(`#paint-grid [data-square="${square}"]`).focus();
    await press(page, 'Enter');
  }
  await page.locator('#paint-material').getByLabel('Black rook, Black yari rook').or(page.locator('#paint-material [data-count=R]')).fill('1');
  await page.locator('#paint-hands').locator('[data-count=P]').fill('0');
  await seen('paint', '#side');
  await page.getByRole('button', {name: 'Search this'}).click();
  await says(page, 'search-state', /^[1-9]\d* hits/);
  const query = await box.inputValue();
  for (const part of ['pattern "', 'A', 'a', '?', 'hand P >= 0', 'total R >= 1']) assert.ok(query.includes(part), query);
  await page.locator('#paint summary').click();
  await filterBy(page, {Player: 'Ann'});
  await page.getByRole('button', {name: 'Search', exact: true}).click();
  await says(page, 'search-state', /^2 hits/);
  await page.locator('#hits-sort').selectOption('date 1');
  await page.waitForFunction(() => [...document.querySelectorAll('#hits .date')].map(({textContent}) => textContent).join() === '2001-05-02,2001-05-01');
  await page.locator('#filters').getByRole('button', {name: 'Clear'}).click();
  await page.locator('#filters summary').click();
  await page.locator('#saved summary').click();
  await page.getByLabel('Save this search as').fill('painted');
  await press(page, 'Enter');
  await page.locator('#saved-list button', {hasText: 'painted'}).waitFor();
  await page.locator('#hits-export').getByLabel('Format').selectOption('csa');
  for (const [name, file] of [['Export', /^found\.csa$/], ['Report', /^found\.html$/]]) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#hits-export').getByRole('button', {name}).click()]);
    assert.match(download.suggestedFilename(), file);
  }
  await seen('search', '#side');
  await page.route('**/api/query?*', () => {});
  await page.getByRole('button', {name: 'Search', exact: true}).click();
  await page.getByRole('button', {name: 'Stop', exact: true}).click();
  await says(page, 'search-state', /^stopped/);
  await page.unroute('**/api/query?*');
}

async function lists(page, game, {seen, folder}) {
  await tab(page, 'Games');
  // A file is dropped on the page: its mistake is shown at its place, and it can be annotated with the others.
  await page.locator('#games-list .row').first().waitFor();
  const file = join(folder, 'dropped.psn');
  writeFileSync(file, `${game.tag}[Black "Drop"]\n[White "Zoe"]\n\n1. P-7f P-3d 2. P-9z *\n`);
  const browser = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop']) await browser.send('Input.dispatchDragEvent', {type, x: 200, y: 200, data: {items: [], files: [file], dragOperationsMask: 1}});
  await page.locator('#import-results', {hasText: /dropped\.psn: 1 imported[^]*:\d+: error/}).waitFor();
  await page.locator('#import-results pre').first().waitFor();
  await filterBy(page, {Player: 'Zoe'});
  await page.locator('#games-count', {hasText: /^1 game$/}).waitFor();
  await page.locator('#annotate-games summary').click();
  await page.locator('#panel-games').getByLabel('Engine').selectOption('builtin');
  await page.locator('#panel-games').getByLabel('Effort').selectOption('quick');
  await seen('games');
  await page.getByRole('button', {name: 'Annotate 1 game', exact: true}).click();
  await page.locator('#job-end', {hasText: '1 annotated'}).waitFor();
  await seen('job', '#job');
  await page.locator('#job-close').click();
  await page.locator('#games-list').focus();
  await press(page, 'Home', 'Enter');
  await page.getByRole('heading', {name: 'Drop – Zoe'}).waitFor();
  await page.locator('#filters').getByRole('button', {name: 'Clear', includeHidden: true}).evaluate((button) => button.click());
}

async function editing(page, game, {seen}) {
  // The first game of the event.
  await go(page, '#game=15&ply=0');
  await showsGame(page, 15);
  await tab(page, 'Game');
  await page.locator('#edit summary').click();
  const said = (text) => page.locator('#edit-state', {hasText: text}).waitFor();
  const done = async (text) => {
    await said(text);
    await page.evaluate(() => { document.getElementById('edit-state').textContent = ''; });
  };
  await press(page, 'Home', 'ArrowRight');
  await page.locator('#note-legend', {hasText: 'P-7f'}).waitFor();
  await page.getByLabel('Comment', {exact: true}).fill('first <b>word</b>');
  await press(page, 'Control+Enter');
  await done('saved');
  // What is typed into the tags stays while another change is read back.
  await page.locator('#edit-fields [name=Event]').fill('Garden');
  await page.getByRole('button', {name: '!? interesting'}).focus();
  await press(page, 'Enter');
  await page.locator('#note-glyphs [data-glyph="!?"][aria-pressed=true]').waitFor();
  await done('saved');
  await page.locator('#edit-fields [name=Result]').selectOption('0-1');
  await page.getByLabel('Another tag').fill('Round=7');
  await page.getByRole('button', {name: 'Save tags'}).click();
  await done('saved');
  await page.locator('#game-facts', {hasText: /Garden.*0-1/}).waitFor();
  assert.equal(await page.locator('#edit-fields [name=Round]').inputValue(), '7');
  await click(page, '2c', files(game));
  await click(page, '2d', files(game));
  await page.getByRole('button', {name: 'Add as a variation'}).click();
  await done('variation added');
  await page.locator('#moves .variation [aria-current]').waitFor();
  await press(page, 'v');
  await page.locator('#moves .pair [aria-current]', {hasText: 'P-3d'}).waitFor();
  await press(page, 'v');
  await page.locator('#moves .variation [aria-current]').waitFor();
  await seen('game-edit', '#side');
  await page.getByRole('button', {name: 'Remove from here'}).click();
  await done('removed');
  for (const what of ['variation', 'set', 'edit', 'edit']) {
    if (what === 'variation') await page.locator('#moves .variation', {hasText: /^1\. \.\.\. P-2d/}).waitFor({state: 'detached'});
    await page.getByRole('button', {name: 'Undo the last change'}).click();
    await done('taken back');
  }
  await page.locator('#game-facts', {hasText: 'Garden'}).waitFor({state: 'detached'});
  assert.equal(await page.locator('#game b').count(), 0, 'comments are text');
}

async function annotatedGame(page, game, {seen}) {
  // What was meant to be a mate was none: marked, counted, stepped to.
  await importText(page, game.puzzle);
  const number = await page.evaluate(async () => (await (await import('/api.js')).get('/api/about')).games);
  await go(page, `#game=${number}&ply=0`);
  await showsGame(page, number);
  await tab(page, 'Game');
  await page.locator('#panel-game').getByLabel('Engine').selectOption('waiting');
  await page.getByRole('button', {name: 'Annotate this game'}).click();
  await page.locator('#job-text', {hasText: /Annotating game/}).waitFor();
  await page.getByRole('button', {name: 'Stop', exact: true}).click();
  await page.locator('#job-continue:visible').waitFor();
  await page.locator('#job-close').click();
  await page.locator('#panel-game').getByLabel('Engine').selectOption('builtin');
  await page.getByRole('button', {name: 'Annotate this game'}).click();
  await page.locator('#job-end', {hasText: '1 annotated'}).waitFor();
  await page.locator('#job-close').click();
  await page.locator('#numbers', {hasText: /Missed mates\s*\d/}).waitFor();
  await page.locator('#graph .mark').first().waitFor();
  await page.locator('#steps').getByRole('button', {name: 'Marked move after'}).click();
  await page.locator('#moves [data-node="1"][aria-current]').waitFor();
  await page.locator('#board .arrow.better').waitFor();
  await page.locator('#filter').getByLabel('by').selectOption('b');
  await page.locator('#moves [data-node="2"]').waitFor({state: 'detached'});
  await page.locator('#filter').getByLabel('by').selectOption('');
  await page.locator('#moves [data-node="2"]').waitFor();
  await page.locator('#graph').focus();
  await press(page, 'ArrowUp');
  await page.locator('#moves [data-node="2"][aria-current]').waitFor();
  for (const summary of await page.locator('#game > details > summary').all()) if (!await summary.evaluate(({parentElement}) => parentElement.open)) await summary.click();
  await page.locator('#record-format').selectOption('kif');
  await page.locator('#record-save').click();
  await page.waitForFunction(() => document.getElementById('record-text').value.includes('まで') || document.getElementById('record-text').value.includes('手数'));
  await seen('game');
  // In step with the explorer.
  await tab(page, 'Explorer');
  await says(page, 'explorer', /all\s+1\s|No game/);
}

async function engine(page, game, {seen}) {
  await page.locator('#engine-name').selectOption('another');
  await page.locator('#engine-lines').selectOption('2');
  await go(page, at(game.variant, game.start));
  await shows(page, game.start);
  await page.getByRole('button', {name: 'Start engine'}).focus();
  await press(page, 'Enter');
  await page.locator('#engine-result li').nth(1).waitFor();
  // What lies under the pointer would be shown alone.
  await page.mouse.move(2, 2);
  await page.locator('#board .arrow').nth(1).waitFor();
  await page.locator('#engine-result button', {hasText: game.files === 9 ? /^[+−]\d+$/ : /^[+−]\d+\.\d\d$/}).first().waitFor();
  await page.getByRole('button', {name: 'Stop engine'}).click();
  await page.getByRole('button', {name: 'Start engine'}).waitFor();
  await go(page, at(game.variant, game.mate));
  await shows(page, game.mate);
  await page.getByRole('button', {name: 'Find a mate'}).click();
  await page.locator('#mate-state', {hasText: /^Mate in 1 ply/}).waitFor();
  await seen('engine', '#study');
  await page.getByRole('button', {name: 'Play it'}).click();
  await press(page, 'End');
  await turn(page, 'Black wins: mate');
}

async function puzzles(page, game, {seen}) {
  await tab(page, 'Puzzles');
  await filterBy(page, {Plies: '2'});
  await page.getByRole('button', {name: 'Next puzzle'}).click();
  await page.getByRole('heading', {name: 'Black to move mates in 1 ply'}).waitFor();
  const state = (text) => page.locator('#puzzle-state', {hasText: text}).waitFor();
  const [king] = game.puzzle.match(/\d[i]\dh/);
  for (const square of [king.slice(0, 2), king.slice(2)]) await click(page, square, files(game));
  await state('is not it. Try again.');
  for (const text of ['A piece is dropped', 'It goes to']) {
    await page.getByRole('button', {name: 'Hint'}).click();
    await state(text);
  }
  await seen('puzzles');
  const held = {files: game.files, held: game.held};
  await click(page, game.solution[0], held);
  await click(page, game.solution[1], held);
  await state(`${game.answer}: solved!`);
  await page.locator('#filters').getByRole('button', {name: 'Clear'}).click();
}

async function drill(page, game, {seen}) {
  await go(page, at(game.variant, game.start));
  await shows(page, game.start);
  await tab(page, 'Drill');
  await says(page, 'drill-state', /^No card yet/);
  await page.getByRole('button', {name: 'Remember this position'}).click();
  for (const square of ['7g', '7f']) await click(page, square, files(game));
  await says(page, 'keep-state', /^P-7f will be asked/);
  await page.getByText('Add mistakes').click();
  await seen('drill', '#side');
  await page.getByRole('button', {name: 'Begin', exact: true}).click();
  await says(page, 'drill-state', /^Play the move/);
  await seen('drill-question', '#side');
  for (const square of ['2g', '2f']) await click(page, square, files(game));
  await says(page, 'drill-state', /^Wrong. Right is P-7f/);
  await seen('drill-wrong', '#side');
  await page.locator('#drill-grades .proposed').click();
  await says(page, 'drill-left', /once more/);
  for (const square of ['7g', '7f']) await click(page, square, files(game));
  await says(page, 'drill-state', /^Right: P-7f/);
  await seen('drill-right', '#side');
  await page.getByRole('button', {name: 'Forget this card'}).click();
  await says(page, 'drill-state', /^No card yet/);
  await page.getByText('Add mistakes').click();
}

async function people(page, game, {seen}) {
  await tab(page, 'Players');
  await page.locator('.names-list button', {hasText: 'Maximiliana'}).click();
  await says(page, 'players-page', /all\s+2/);
  await page.locator('#players-page .two tbody tr').first().waitFor();
  await seen('player', '#side');
  await page.getByLabel('What to look up').selectOption('event');
  await page.locator('.names-list button', {hasText: 'Spring Open'}).focus();
  await press(page, 'Enter');
  await says(page, 'players-page', /Buchholz/);
  await page.locator('.standings button', {hasText: '2+b'}).waitFor();
  await seen('event', '#side');
}

const tour = (variant, viewport, colorScheme) => async (open, {origin}, axe) => {
  const game = {...games[variant], variant};
  const hasTouch = viewport === phone;
  const page = await open({viewport, colorScheme, hasTouch, hash: at(variant, game.start), expectsErrors: true});
  const folder = mkdtempSync(join(tmpdir(), 'yari-tour-'));
  const transposed = ['1. P-7f P-3d 2. P-2f 1-0', '1. P-2f P-3d 2. P-7f 1-0'].map((text) => `${game.tag}[Result "1-0"]\n\n${text}\n`);
  await importText(page, `${springOpen.replace(/\[Event/g, `${game.tag}[Event`)}\n${transposed.join('\n')}`);
  await page.goto('about:blank');
  await page.goto(`${origin}/${at(variant, game.start)}`);
  await page.locator('#explorer-moves tr').nth(2).waitFor();
  // Keys are the same in both themes and games: one of the tours for each window.
  const tabs = isUsual(variant, viewport, colorScheme);
  const seen = async (name, root = 'body') => {
    const place = `${variant}-${viewport.width}-${colorScheme}-${name}`;
    if (process.env.YARI_SHOTS) await page.screenshot({path: join(process.env.YARI_SHOTS, `${place}.png`)});
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width, `${place} is as wide as the window`);
    if (!await page.evaluate(() => Boolean(window.axe))) {
      await page.evaluate(axe);
      await watchFocus(page);
    }
    const {violations} = await page.evaluate((selector) => window.axe.run(selector, {resultTypes: ['violations']}), root);
    const grave = violations.filter(({impact}) => ['serious', 'critical'].includes(impact));
    assert.deepEqual(grave.map(({id, nodes}) => `${place}: ${id}: ${nodes[0].html}`), []);
    if (tabs) await tabsThrough(page, place, root, viewport === phone ? ['top', 'board-area', 'study', 'side', 'board-more'] : ['top', 'left', 'study', 'side']);
  };
  const place = {hasTouch, seen, folder, width: viewport.width};
  for (const part of [board, positions, explorer, search, lists, editing, annotatedGame, engine, puzzles, drill, people]) await part(page, game, place);
  rmSync(folder, {recursive: true});
};

// Each window, theme and game is met once; YARI_TOUR=all runs every combination.
const isUsual = (variant, viewport, colorScheme) => (viewport === phone) === (variant === 'shogi') && (viewport === phone) === (colorScheme === 'dark');
run(Object.keys(games).flatMap((variant) => [phone, desk].flatMap((viewport) => ['light', 'dark']
  .filter((colorScheme) => process.env.YARI_TOUR === 'all' || isUsual(variant, viewport, colorScheme))
  .map((colorScheme) => [`a tour, ${variant}, ${viewport.width} px, ${colorScheme}`, tour(variant, viewport, colorScheme)]))));
