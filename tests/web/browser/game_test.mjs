// What the page of `yari serve` does with one game and one position: editing, annotation, puzzles, mate.
import assert from 'node:assert/strict';
import {run} from './harness.mjs';
import {at, click, importText, phone, reload, sfen, shogiStart, shows, showsGame, tab} from './page.mjs';

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
  await page.waitForFunction(() => document.getElementById('undo').disabled);
}

async function typedCommentsAreNotLost(open) {
  const page = await openEditor(open, {hash: '#game=2&ply=1', expectsErrors: true});
  const comment = page.getByLabel('Comment', {exact: true});
  // Stepping on stores it.
  await comment.fill('typed and left');
  await page.getByRole('button', {name: 'Forward', exact: true}).click();
  await said(page, 'saved');
  assert.equal(await comment.inputValue(), '');
  await page.getByRole('button', {name: 'Back', exact: true}).click();
  await page.locator('#note', {hasText: 'typed and left'}).waitFor();
  assert.equal(await comment.inputValue(), 'typed and left');
  // Another tab has an older text, and does not write over the new one.
  const other = await openEditor(open, {hash: '#game=2&ply=1', expectsErrors: true});
  const others = other.getByLabel('Comment', {exact: true});
  await other.locator('#note', {hasText: 'typed and left'}).waitFor();
  await comment.fill('first tab');
  await page.getByRole('button', {name: 'Save comment'}).click();
  await page.locator('#note', {hasText: 'first tab'}).waitFor();
  await others.fill('second tab');
  await other.getByRole('button', {name: 'Save comment'}).click();
  await said(other, 'Not saved: this comment was changed elsewhere');
  await other.locator('#note', {hasText: 'first tab'}).waitFor();
  assert.equal(await others.inputValue(), 'second tab', 'what was typed stays');
  await other.waitForTimeout(1100);
  await other.getByRole('button', {name: 'Save comment'}).click();
  await other.locator('#note', {hasText: 'second tab'}).waitFor();
  // Closing the page stores it, too.
  await others.fill('last words');
  await other.goto('about:blank');
  await reload(page);
  await page.locator('#note', {hasText: 'last words'}).waitFor();
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
  await shows(page, 'lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/2P6');
  await page.keyboard.press('ArrowLeft');
  await shows(page, 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6');
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
  assert.equal(await page.getByRole('button', {name: 'Flip'}).getAttribute('aria-pressed'), 'false');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), phone.width);
}

async function annotate(page, effort = 'quick', engine = 'builtin') {
  await tab(page, 'Game');
  await page.locator('#panel-game').getByLabel('Effort').selectOption(effort);
  await page.locator('#panel-game').getByLabel('Engine').selectOption(engine);
  await page.getByRole('button', {name: 'Annotate this game'}).click();
}

async function aGameIsAnnotated(open) {
  const page = await open({hash: '#game=7&ply=1'});
  await annotate(page);
  await page.locator('#job-end', {hasText: '1 annotated'}).waitFor();
  await page.locator('#annotate-state', {hasText: /^Annotated by .*20,000 nodes/}).waitFor();
  await page.locator('#graph .line').first().waitFor();
  await page.getByRole('button', {name: 'Close'}).first().click();
  assert.equal(await page.locator('#job').isVisible(), false);
  await page.getByRole('button', {name: 'Remove annotation'}).click();
  await page.getByRole('button', {name: 'Annotate this game'}).waitFor();
  assert.equal(await page.locator('#graph').isVisible(), false);
}

async function gamesAreAnnotatedStoppedAndContinued(open) {
  const page = await open({viewport: phone, hash: at('shogi', shogiStart)});
  await tab(page, 'Games');
  await page.locator('#filters summary').click();
  await page.getByLabel('Player', {exact: true}).fill('habu');
  await page.waitForFunction(() => /^[2-5] games$/.test(document.getElementById('games-count').textContent));
  await page.locator('#annotate-games summary').click();
  await page.locator('#panel-games').getByLabel('Effort').selectOption('quick');
  // This engine stands still in the second game until it is stopped, and once only.
  await page.locator('#panel-games').getByLabel('Engine').selectOption('pausing');
  await page.getByRole('button', {name: /^Annotate [2-5] games$/}).click();
  await page.locator('#job-text', {hasText: /2 of [2-5] games.*position/}).waitFor();
  await page.getByRole('button', {name: 'Stop', exact: true}).click();
  await page.locator('#job-end', {hasText: 'Stopped: what is done is stored.'}).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), phone.width);
  await page.getByRole('button', {name: 'Continue', exact: true}).click();
  await page.locator('#job-end', {hasText: /^[1-4] annotated, 1 annotated before$/}).waitFor();
  await openAt(page, '#game=7&ply=1');
  await annotate(page, 'quick', 'waiting');
  await page.locator('#job-text', {hasText: /game 7/}).waitFor();
  await reload(page);
  // The run has ended with the page, so that another finds its place free.
  await openAt(page, '#game=8&ply=1');
  await annotate(page, 'quick', 'waiting');
  await page.locator('#job-text', {hasText: /game 8/}).waitFor();
}

/** Opens the page anew at a game. */
async function openAt(page, hash) {
  await page.goto('about:blank');
  await page.goBack();
  await page.evaluate((wanted) => { location.hash = wanted; }, hash);
  await showsGame(page, Number(new URLSearchParams(hash.slice(1)).get('game')));
  return page;
}

const missedMate = 'sfen l3b3l/1k7/2Ns4p/ppppp4/1N4+Bp1/P1S1P1P2/1P1P1+p2P/1K2G4/LN6L b GS2P2r2gsn2p 81 moves 1g1f 9d9e';

async function puzzlesAreSolved(open) {
  const page = await open({viewport: phone});
  await tab(page, 'Puzzles');
  const state = (text) => page.locator('#puzzle-state', {hasText: text}).waitFor();
  await page.getByRole('button', {name: 'Next puzzle'}).click();
  await state('No game is annotated');
  await importText(page, missedMate, 'puzzle.usi');
  await openAt(page, '#game=15&ply=0');
  await annotate(page);
  await page.locator('#job-end', {hasText: '1 annotated'}).waitFor();
  await tab(page, 'Puzzles');
  // The one after it is looked for while this one is solved.
  const ahead = page.waitForRequest((request) => /\/api\/puzzles\?.*[?&]after=15&/.test(request.url()));
  await page.getByRole('button', {name: 'Next puzzle'}).click();
  await page.getByRole('heading', {name: 'Black to move mates in 3 plies'}).waitFor();
  await ahead;
  const options = {files: 9, held: 'GSP'};
  const move = async (from, to) => {
    await click(page, from, options);
    await click(page, to, options);
  };
  await move('1g', '1f');
  await state('P-1f is not it. Try again.');
  await page.getByRole('button', {name: 'Hint'}).click();
  await state('A piece is dropped: S.');
  await page.getByRole('button', {name: 'Hint'}).click();
  await state('It goes to 7a.');
  await page.locator('#board .arrow').waitFor();
  await move('S*', '7a');
  await state('S*7a is right, K-7b is the answer. Go on.');
  await click(page, 'G*', {files: 9, held: 'GP'});
  await click(page, '8b', {files: 9});
  await state('G*8b: solved!');
  await page.getByRole('button', {name: /^Game 15: / }).waitFor();
  await page.getByRole('button', {name: 'Try again'}).click();
  await page.getByRole('button', {name: 'Solution'}).click();
  await page.keyboard.press('ArrowRight');
  await page.locator('#line', {hasText: 'S*7a'}).waitFor();
  await page.getByRole('button', {name: /^Game 15: / }).click();
  await page.locator('#game-title:visible', {hasText: '–'}).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), phone.width);
}

async function aMateIsFoundAndPlayed(open) {
  const page = await open({hash: at('yari', '3k3/7/3+B3/7/7/7/7/7/3K3 b R 1')});
  await page.getByRole('button', {name: 'Find a mate'}).click();
  await page.locator('#mate-state', {hasText: /^Mate in 1 ply.*R\*/}).waitFor();
  await page.getByRole('button', {name: 'Play it'}).click();
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.getElementById('turn').textContent === 'Black wins: mate');
  await page.getByRole('button', {name: 'Find a mate'}).click();
  await page.getByText('There is no mate by checks.').waitFor();
}

async function anotherEngineIsChosen(open) {
  const page = await open({hash: at('shogi', shogiStart)});
  const asked = page.waitForRequest(/api\/analysis.*engine=another/);
  await page.locator('#engine-name').selectOption('another');
  await page.getByRole('button', {name: 'Start engine'}).click();
  await asked;
  await page.locator('#engine-result button', {hasText: /^[+−]\d+$/}).first().waitFor();
  await page.getByRole('button', {name: 'Stop engine'}).click();
  await reload(page);
  assert.equal(await page.locator('#engine-name').inputValue(), 'another');
  await openAt(page, '#game=7&ply=1');
  await tab(page, 'Game');
  const select = page.locator('#panel-game').getByLabel('Engine');
  assert.equal(await select.inputValue(), 'another');
  const annotated = page.waitForRequest(/annotate\?.*engine=waiting/);
  await annotate(page, 'quick', 'waiting');
  await annotated;
  await page.getByRole('button', {name: 'Stop', exact: true}).click();
  assert.equal(await page.locator('#engine-name').inputValue(), 'waiting');
}

async function aPositionIsSetUpByHand(open) {
  const page = await open({hash: at('shogi', '4k4/9/4P4/9/9/9/9/9/4K4 b - 1')});
  await page.getByRole('button', {name: 'Position…'}).click();
  await page.getByText('Set up by hand').click();
  await page.locator("#editor-brushes label[title=\"Black's gold general\"], #editor-brushes label[title=\"Black's gold\"]").first().click();
  await page.locator('#editor-board').focus();
  // The cursor begins at 5i.
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await page.locator('#editor-hands input').first().fill('1');
  await page.locator('#editor-side').selectOption('w');
  await page.getByRole('button', {name: 'Use it'}).click();
  await shows(page, '4k4/9/4P4/9/9/9/9/4G4/4K4 w');
  assert.match(await sfen(page), / w \S+ 1$/);
  await page.getByRole('button', {name: 'Position…'}).click();
  await page.getByRole('button', {name: 'Empty the board'}).click();
  await page.getByRole('button', {name: 'Use it'}).click();
  await page.locator('#editor-findings', {hasText: 'king'}).waitFor();
}

async function linesAreCopiedInEveryForm(open) {
  const page = await open({hash: `${at('shogi', shogiStart)}&moves=7g7f+3c3d&ply=2`});
  await page.getByRole('button', {name: 'Position…'}).click();
  const text = async (format, wanted) => {
    await page.locator('#setup-format').selectOption(format);
    await page.waitForFunction((part) => document.getElementById('setup-out').value.includes(part), wanted);
    return page.locator('#setup-out').inputValue();
  };
  const forms = {sfen: 'lnsgkgsnl/1r5b1', usi: 'moves 7g7f 3c3d', kif: '７六歩(77)', csa: '+7776FU', hodges: 'P-7f', diagram: 'Black', kanji: '後手の持駒'};
  const copied = [];
  for (const [format, part] of Object.entries(forms)) copied.push(await text(format, part));
  for (const pasted of copied) {
    await page.getByLabel('SFEN, moves, a record or a diagram').fill(pasted);
    await page.getByRole('button', {name: 'Show it'}).click();
    await page.locator('#setup').waitFor({state: 'hidden'});
    await shows(page, 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6');
    await page.getByRole('button', {name: 'Position…'}).click();
  }
}

async function namesAndVerdicts(open) {
  const page = await open({hash: '#game=2&ply=3'});
  assert.equal(await page.locator('#name-below bdi').innerText(), 'Habu Yoshiharu');
  assert.equal(await page.locator('#name-above bdi').innerText(), 'Fujii Takeshi');
  await page.getByRole('button', {name: 'Flip'}).click();
  assert.equal(await page.locator('#name-below bdi').innerText(), 'Fujii Takeshi');
  const {x, y} = await page.locator('#board').boundingBox();
  await page.mouse.move(x + 50, y + 200);
  await page.mouse.wheel(0, 100);
  await page.waitForFunction(() => location.hash.startsWith('#game=2&ply=4'));
}

run([
  ['comments and glyphs are written and taken back', commentsAndGlyphs],
  ['typed comments are not lost, and two tabs do not write over each other', typedCommentsAreNotLost],
  ['moves on the board become variations, promoted and removed', variationsOnTheBoard],
  ['comments are written with the keyboard on a phone', editingByKeyboardOnAPhone],
  ['a game is annotated, and the annotation removed', aGameIsAnnotated],
  ['games are annotated, stopped and continued; a closed page ends it', gamesAreAnnotatedStoppedAndContinued],
  ['puzzles are solved on the board', puzzlesAreSolved],
  ['a mate is found and played', aMateIsFoundAndPlayed],
  ['another engine is chosen and remembered', anotherEngineIsChosen],
  ['a position is set up by hand', aPositionIsSetUpByHand],
  ['a line is copied in every form, and read again', linesAreCopiedInEveryForm],
  ['names stand at the hands, and the wheel steps', namesAndVerdicts],
]);
