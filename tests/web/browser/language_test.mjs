// The page in Japanese: what it says is Japanese everywhere, in both games, and the language is kept by choice and by address.
import assert from 'node:assert/strict';
import {run} from './harness.mjs';
import {at, click, filterBy, importText, reload, says, shogiStart, shows, springOpen} from './page.mjs';

/** English on a Japanese page: names of formats, programs and keys, words of the query language. */
const alsoInJapanese = /^(Yaribase|KIF|KI2|CSA|JKF|USI|PSN|SFEN|BOD|JavaScript|Enter|Escape|Home|End|Backspace|Ctrl-K|English|SVP|HTML|MiB|even|any|yes|no|yari|serve|import|builtin|another|waiting|pausing|hodges|kif|ki2|csa|jkf|usi|usen|sfen|psn|No|Elo|Round)$/i;

/** Texts in sight and for readers of the screen that are English; what records and users wrote is in <bdi> or a field. */
const englishOn = (page) => page.evaluate((source) => {
  const allowed = new RegExp(source, 'i');
  const texts = [];
  const isForeign = (element) => element.closest('bdi, textarea, script, svg.sign, [translate=no], [lang=en], #engine-state, #database, .list .facts, .list .name, .name-button');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const {parentElement, data} = walker.currentNode;
    if (parentElement.checkVisibility() && !isForeign(parentElement)) texts.push(data);
  }
  for (const name of ['title', 'aria-label', 'placeholder', 'aria-valuetext']) {
    for (const element of document.querySelectorAll(`[${name}]`)) if (!isForeign(element)) texts.push(element.getAttribute(name));
  }
  return texts.filter((text) => (text.match(/[A-Za-z][A-Za-z0-9-]+/g) || []).some((word) => !allowed.test(word)) && !/^\s*[\d.]+\s*$/.test(text));
}, alsoInJapanese.source);

/** What is on the page is Japanese, and axe finds nothing serious. */
async function isJapanese(page, axe, place) {
  assert.deepEqual(await englishOn(page), [], place);
  if (!await page.evaluate(() => Boolean(window.axe))) await page.evaluate(axe);
  const {violations} = await page.evaluate(() => window.axe.run('body', {resultTypes: ['violations']}));
  const grave = violations.filter(({impact}) => ['serious', 'critical'].includes(impact));
  assert.deepEqual(grave.map(({id, nodes}) => `${place}: ${id}: ${nodes[0].html}`), []);
}

const tabs = {explorer: '定跡', games: '棋譜', search: '検索', players: '対局者', game: '棋譜情報', puzzles: '次の一手', drill: '復習'};
const yariStart = 'rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1';
const games = {
  yari: {start: yariStart, tag: '', title: '槍将棋', files: 7, moved: 'rnnkbbr/7/ppppppp/7/7/P6'},
  shogi: {start: shogiStart, tag: '[Variant "Shogi"]\n', title: '将棋', files: 9, moved: 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6'},
};

const walk = (variant) => async (open, server, axe) => {
  const game = games[variant];
  const page = await open({locale: 'ja-JP', hash: at(variant, game.start), expectsErrors: true});
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'ja');
  await importText(page, springOpen.replace(/\[Event/g, `${game.tag}[Event`));
  await reload(page);
  await says(page, 'turn', /^先手番$/);
  assert.equal(await page.locator('#board .coordinate').last().textContent(), '九');
  // The board is read out.
  assert.equal(await page.locator('#board').getAttribute('aria-label'), `${game.title}の盤面：開始局面、先手番`);
  await page.locator('#board').focus();
  for (let i = 0; i < 3; ++i) await page.keyboard.press('ArrowUp');
  await says(page, 'said', /^[１-９]七 先手の歩$/);
  for (const square of ['7g', '7f']) await click(page, square, {files: game.files});
  await shows(page, game.moved);
  await page.locator('#line button', {hasText: /^▲７六歩$/}).waitFor();
  for (const [tab, name] of Object.entries(tabs)) {
    await page.getByRole('tab', {name, exact: true}).click();
    await page.locator(`#panel-${tab}`).waitFor();
    for (const summary of await page.locator(`#panel-${tab} summary:visible, #board-more summary, #filters summary:visible`).all()) {
      if (!await summary.evaluate(({parentElement}) => parentElement.open)) await summary.click();
    }
    if (tab === 'games') await says(page, 'games-count', /^\d+局$/);
    if (tab === 'players') await page.locator('.names-list button').first().waitFor();
    await isJapanese(page, axe, tab);
  }
  await page.getByRole('tab', {name: '検索', exact: true}).click();
  await page.getByRole('button', {name: 'これで検索'}).waitFor();
  await isJapanese(page, axe, 'パターン');
  // A game: moves one by one, dates as they are written, the result in words.
  await page.getByRole('tab', {name: '棋譜', exact: true}).click();
  await page.locator('#games-list .row', {hasText: '2001年5月1日'}).first().click();
  await page.locator('#moves [data-node="2"]').waitFor();
  assert.deepEqual(await page.locator('#moves .number').allInnerTexts(), ['1', '2', '3']);
  assert.match(await page.locator('#moves [data-node="2"]').innerText(), /^△３四歩$/);
  await page.locator('#games-list .result', {hasText: '先手の勝ち'}).first().waitFor();
  await page.getByRole('tab', {name: '棋譜情報', exact: true}).click();
  for (const summary of await page.locator('#game summary').all()) if (!await summary.evaluate(({parentElement}) => parentElement.open)) await summary.click();
  await isJapanese(page, axe, 'a game');
  await page.getByRole('tab', {name: '対局者', exact: true}).click();
  await page.locator('.names-list button', {hasText: 'Ann'}).click();
  await page.locator('#players-page h3', {hasText: '先手番'}).waitFor();
  await isJapanese(page, axe, 'a player');
  await page.getByRole('button', {name: '局面…'}).click();
  await page.locator('#editor summary').click();
  await page.locator('#editor-brushes label').first().waitFor();
  await isJapanese(page, axe, 'a position');
  // A handicap gives the sides names of their own.
  await page.locator('#setup-handicap').selectOption({label: variant === 'shogi' ? '飛車落ち' : '右飛車落ち'});
  await page.getByRole('button', {name: '開始', exact: true}).click();
  await says(page, 'turn', /^上手番$/);
  await page.getByRole('button', {name: '検討開始'}).click();
  await page.locator('#engine-result li').first().waitFor();
  await page.getByRole('button', {name: '検討終了'}).click();
  await isJapanese(page, axe, 'the engine');
};

/** What an element says, once it says something, is Japanese, but for what was typed, in 「」 or in <pre>. */
async function answersInJapanese(page, selector, pattern) {
  await page.waitForFunction(([place, source]) => {
    const shown = [...document.querySelectorAll(place)].filter((element) => element.checkVisibility()).map((element) => {
      const copy = element.cloneNode(true);
      for (const typed of copy.querySelectorAll('pre, bdi')) typed.remove();
      return copy.textContent;
    });
    window.saidInTests = shown.join(' | ');
    return new RegExp(source).test(window.saidInTests);
  }, [selector, pattern.source], {polling: 50, timeout: 20000}).catch(async () => {
    assert.match(await page.evaluate(() => window.saidInTests), pattern);
  });
  const said = await page.evaluate(() => window.saidInTests);
  const words = said.replace(/「[^」]*」|[A-Z]-\d[a-i]/g, '').match(/[A-Za-z][A-Za-z-]+/g) || [];
  assert.deepEqual(words.filter((word) => !alsoInJapanese.test(word)), [], said);
}

const damagedGame = '[Black "Ann"]\n[White "Bob"]\n[Date "2001-02-30"]\n[Result "3-0"]\n\n1. P-7f P-3d 2. P-9z 1-0\n';

async function refusalsAreJapanese(open, {origin}) {
  const page = await open({locale: 'ja-JP', hash: at('shogi', shogiStart), expectsErrors: true});
  const answers = (selector, pattern) => answersInJapanese(page, selector, pattern);
  // What an address names and is not there.
  await page.evaluate(() => { location.hash = '#game=999999'; });
  await answers('#failure', /棋譜999999はありません/);
  await page.evaluate(() => { location.hash = '#variant=shogi&sfen=9/9 b - 1'; });
  await answers('#failure', /段の後/);
  await page.evaluate((hash) => { location.hash = hash; }, at('shogi', shogiStart));
  // A query and a condition that cannot be read.
  await page.getByRole('tab', {name: '検索', exact: true}).click();
  for (const [query, pattern] of [['capture and', /終わっています/], ['ply > x', /ではありません: 「x」/], ['(check', /この「\(」が閉じられていません/],
    ['handicap nonsense', /その手合割はありません/], ['ending never', /終局の語/], ['line P-7f P-7f', /ません/]]) {
    await page.locator('#query').fill(query);
    await answers('#query-fault', pattern);
  }
  await page.locator('#query').fill('');
  await page.getByRole('tab', {name: '棋譜', exact: true}).click();
  await filterBy(page, {対局日: '19x'});
  await answers('#filter-count, #games-count', /日付か/);
  await filterBy(page, {対局日: ''});
  // What is pasted.
  await page.getByRole('button', {name: '局面…'}).click();
  for (const [text, pattern] of [['P-9z', /./], ['4k4/9/4P4/9/4P4/9/9/9/4K4 b - 1', /5筋に先手の歩が二枚あります/],
    [damagedGame, /./], ['手合割：百枚落ち\n   1 ７六歩(77)\n', /手合割「百枚落ち」/], ['   1 ７五歩(77)\n   2 ３四歩(33)\n', /反則/]]) {
    await page.locator('#setup-text').fill(text);
    await page.locator('#setup-read').click();
    await answers('#setup-findings li', pattern);
  }
  await page.locator('#setup-format').selectOption('usen');
  for (const title of await page.locator('#setup-format option').allTextContents()) {
    assert.deepEqual((title.match(/[A-Za-z][A-Za-z0-9]+/g) || []).filter((word) => !/^(lishogi|ShogiHome|JSON)$/.test(word) && !alsoInJapanese.test(word)), [], title);
  }
  await page.keyboard.press('Escape');
  // What is dropped, and taking it back.
  await page.locator('#import summary').click();
  const files = [['damaged.psn', damagedGame], ['nothing.txt', 'What is this?'], ['good.psn', springOpen]];
  await page.locator('#import-files').setInputFiles(files.map(([name, text]) => ({name, mimeType: 'text/plain', buffer: Buffer.from(text)})));
  await answers('#import-state', /完了/);
  await answers('#import-results li', /拒否/);
  await answers('#import-results li li', /P-9z/);
  assert.match(await page.locator('#import-results .undo').last().getAttribute('title'), /^「good\.psn」の取り込み$/);
  await page.locator('#import-results .undo').last().click();
  await answers('#import-results li', /取り消し：「good\.psn」の取り込み/);
  // Changes that cannot be.
  await page.locator('#games-list .row').first().click();
  await page.getByRole('tab', {name: '棋譜情報', exact: true}).click();
  await page.locator('#moves [data-node="1"]').click();
  if (!await page.locator('#edit').evaluate(({open: isOpen}) => isOpen)) await page.locator('#edit summary').first().click();
  for (const [name, value, pattern] of [['対局日', '2001-02-30', /^対局日: 「2001-02-30」は日付ではありません: 2001年2月に30日はありません$/],
    ['ほかの項目', 'Ending=tired', /投了や時間切れのような終局の語ではありません: 「tired」$/], ['ほかの項目', 'Handicap=giant', /手合割/]]) {
    await page.locator('#edit-fields').getByLabel(name, {exact: true}).fill(value);
    await page.getByRole('button', {name: '棋譜情報を保存'}).click();
    await answers('#edit-state', pattern);
    await page.locator('#edit-fields').getByLabel(name, {exact: true}).fill(name === '対局日' ? '2001-11-30' : '');
  }
  // A change, and what takes it back.
  const comment = page.locator('#note-comment');
  await comment.fill('好手');
  await page.getByRole('button', {name: 'コメントを保存'}).click();
  await answers('#edit-state', /^保存しました$/);
  await page.getByRole('button', {name: '最後の変更を取り消す'}).click();
  await answers('#edit-state', /^取り消し：棋譜\d+の1手目の編集$/);
  // What a format has no words for.
  await page.locator('#game summary', {hasText: '棋譜のテキスト'}).click();
  await page.locator('#record-format').selectOption('usi');
  await page.locator('#record-save').click();
  await answers('#record-losses', /^usiで表せないもの：タグ（\d+）、結果（1）/);
  if (process.env.YARI_SCREENSHOTS) await page.screenshot({path: `${process.env.YARI_SCREENSHOTS}/refusals.png`});
  // An address of the API that a person opens is refused with a page.
  await page.goto(`${origin}/api/about`);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'ja');
  await answers('body', /表示したアドレスを開いてください/);
}

async function theLanguageIsKept(open, {origin}) {
  const page = await open({hash: at('shogi', shogiStart)});
  const language = () => page.evaluate(() => document.documentElement.lang);
  assert.equal(await language(), 'en');
  await page.getByRole('button', {name: '日本語'}).click();
  await says(page, 'turn', /^先手番$/);
  await page.waitForFunction(() => location.hash.includes('lang=ja'));
  await page.goto('about:blank');
  await page.goto(`${origin}/`);
  await says(page, 'turn', /番$/);
  await page.getByRole('button', {name: 'English'}).click();
  await says(page, 'turn', /^Black to move$/);
  // What was typed, unfolded and scrolled stays, and where the board is.
  await page.getByRole('tab', {name: 'Search', exact: true}).click();
  await page.locator('#query').fill('capture and');
  await says(page, 'query-fault', /^expected/);
  await page.locator('#saved summary').click();
  await click(page, '7g', {files: 9});
  await click(page, '7f', {files: 9});
  await says(page, 'turn', /^White to move$/);
  await page.locator('#moves').waitFor({state: 'attached'});
  await page.getByRole('button', {name: '日本語'}).click();
  await says(page, 'turn', /^後手番$/);
  await says(page, 'query-fault', /^条件がなく、ここで終わっています$/);
  assert.equal(await page.locator('#query').inputValue(), 'capture and');
  assert.equal(await page.locator('#saved').getAttribute('open'), '');
  await page.getByRole('button', {name: '局面…'}).click();
  await page.locator('#setup-text').fill('手合割：');
  await page.keyboard.press('Escape');
  await page.getByRole('button', {name: 'English'}).click();
  await says(page, 'turn', /^White to move$/);
  assert.equal(await page.locator('#setup-text').inputValue(), '手合割：');
  // A link that asks for Japanese is Japanese, and chooses for no other.
  await page.evaluate(() => { location.hash = '#game=2&ply=3&lang=ja'; });
  await page.locator('html[lang=ja]').waitFor();
  await page.locator('#moves [data-node="3"]').waitFor();
  await says(page, 'turn', /^後手番$/);
  await page.goto('about:blank');
  await page.goto(`${origin}/`);
  await says(page, 'turn', /to move$/);
  assert.equal(await language(), 'en');
}

async function handicapSidesHaveTheirNames(open) {
  const page = await open({locale: 'ja-JP', hash: at('shogi', 'lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1')});
  await says(page, 'explorer-sides', /^下手 – 上手$/);
  await page.goto(`${page.url().split('#')[0]}${at('shogi', shogiStart)}`);
  await says(page, 'explorer-sides', /^先手 – 後手$/);
}

run([
  ...Object.keys(games).map((variant) => [`in Japanese, ${variant}`, walk(variant)]),
  ['the explorer names the sides of a handicap game', handicapSidesHaveTheirNames],
  ['refusals are Japanese', refusalsAreJapanese],
  ['the language is kept', theLanguageIsKept],
]);
