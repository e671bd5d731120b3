// The page as the program itself serves it: one script, few requests, and a server that is started again.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {run} from './harness.mjs';
import {at, click, desk, phone, says, shogiStart, springOpen} from './page.mjs';

async function serve(database, port = 0, ...words) {
  const server = spawn(process.env.YARI_PROGRAM, ['serve', '--db', database, '--port', `${port}`, '--json', ...words], {stdio: ['ignore', 'pipe', 'ignore']});
  const line = await new Promise((resolve, reject) => {
    server.stdout.once('data', (text) => resolve(JSON.parse(String(text))));
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  server.removeAllListeners('exit');
  return {...line, stop: () => new Promise((resolve) => {
    server.once('exit', resolve);
    server.kill('SIGINT');
  })};
}

// At most 12 requests, 200 KiB of script and style without the outlines of the pieces, 250 KiB of those.
async function theFirstViewIsSmall(open, {database}) {
  const server = await serve(database);
  try {
    const page = await open({expectsErrors: true, goesElsewhere: true});
    const asked = [];
    page.on('response', (answer) => asked.push(answer));
    await page.goto('about:blank');
    await page.goto(server.address);
    await page.locator('#explorer-moves tr').first().waitFor();
    await page.waitForTimeout(2000);
    const paths = asked.map((answer) => new URL(answer.url()).pathname);
    assert.ok(paths.length <= 12, paths.join(' '));
    const sizes = await Promise.all(asked.filter((answer) => /\.(js|css)$/.test(answer.url())).map(async (answer) => (await answer.body()).length));
    console.log(`        ${paths.length} requests, ${sizes.reduce((sum, size) => sum + size, 0)} bytes of script and style`);
    assert.equal(sizes.length, 2);
    // A second visit asks for neither.
    asked.length = 0;
    await page.goto('about:blank');
    await page.goto(new URL(server.address).origin);
    await page.locator('#explorer-moves tr').first().waitFor();
    const again = await Promise.all(asked.filter((answer) => /page-/.test(answer.url())).map((answer) => answer.request().sizes()));
    assert.ok(again.every(({responseBodySize}) => responseBodySize <= 0), JSON.stringify(again));
  } finally {
    await server.stop();
  }
}

// Every tab of the joined page works, and what is loaded later is there.
async function theJoinedPageIsWhole(open, {database}) {
  const server = await serve(database);
  const complaints = [];
  try {
    const page = await open({expectsErrors: true, goesElsewhere: true});
    page.on('pageerror', (error) => complaints.push(error.stack));
    await page.goto(`${server.address}&${at('shogi', shogiStart).slice(1)}`);
    await page.locator('#explorer-moves tr').first().waitFor();
    for (const name of ['Games', 'Search', 'Players', 'Game', 'Puzzles', 'Explorer']) {
      await page.getByRole('tab', {name, exact: true}).click();
      await page.locator('[role=tabpanel]:visible').waitFor();
    }
    await page.getByRole('tab', {name: 'Search', exact: true}).click();
    await page.locator('#paint summary').click();
    await page.locator('#paint-grid button').first().waitFor();
    await page.getByRole('button', {name: 'Position…'}).click();
    await page.locator('#editor summary').click();
    await page.locator('#editor-brushes label').first().waitFor();
    await page.getByRole('button', {name: 'Close'}).last().click();
    await page.getByRole('button', {name: 'Start engine'}).click();
    await page.locator('#engine-result li').first().waitFor();
  } finally {
    await server.stop();
  }
  assert.deepEqual(complaints, []);
}

async function aServerThatWasStartedAgainIsTheSame(open, {database}) {
  let server = await serve(database);
  try {
    const {port, address} = server;
    const page = await open({expectsErrors: true, goesElsewhere: true});
    await page.goto(`${address}&${at('shogi', shogiStart).slice(1)}`);
    await page.locator('#explorer-moves tr').first().waitFor();
    assert.equal(statSync(`${database}-key`).mode & 0o777, 0o600);
    // The printed address lets this browser's other profile in, too: it is good as long as the server runs.
    const again = await fetch(`${new URL(address).origin}/api/session`, {method: 'POST', body: JSON.stringify({code: server.code})});
    assert.equal(again.status, 200);
    // No script can read the secret by which the browser comes back.
    const kept = await page.evaluate(() => new Promise((resolve) => {
      const opening = indexedDB.open('yari', 1);
      opening.onsuccess = () => {
        const request = opening.result.transaction('provers').objectStore('provers').get('server');
        request.onsuccess = () => crypto.subtle.exportKey('raw', request.result).then(() => 'read', ({name}) => name).then(resolve);
      };
    }));
    assert.equal(kept, 'InvalidAccessError');
    await server.stop();
    await page.getByRole('tab', {name: 'Games', exact: true}).click();
    await page.locator('#failure:visible', {hasText: 'does not answer'}).waitFor();
    server = await serve(database, port);
    // The open page goes on by itself; so does a new one.
    await page.locator('#failure').waitFor({state: 'hidden'});
    await says(page, 'games-count', /^\d+ games$/);
    await page.goto('about:blank');
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.locator('[role=tabpanel]:visible').waitFor();
    // Another database at this port is another server.
    await server.stop();
    server = await serve(`${database}.other`, port);
    await page.goto('about:blank');
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.locator('#failure', {hasText: 'has no access any more'}).waitFor();
  } finally {
    await server.stop();
  }
}

async function aNewDatabaseIsBegun(open) {
  const folder = mkdtempSync(join(tmpdir(), 'yari-new-'));
  const server = await serve(join(folder, 'new.db'));
  try {
    const page = await open({expectsErrors: true, goesElsewhere: true});
    await page.goto(server.address);
    await page.locator('#welcome:visible', {hasText: 'Drop your game files here'}).waitFor();
    await page.locator('#welcome-files').setInputFiles({name: 'spring.psn', mimeType: 'text/plain', buffer: Buffer.from(springOpen)});
    await page.locator('#import-results', {hasText: '3 imported'}).waitFor();
    await page.locator('#welcome').waitFor({state: 'hidden'});
    await says(page, 'games-count', /^3 games$/);
    assert.ok(existsSync(join(folder, 'new.db')));
    // What came is linked, and taken back beside it.
    await page.locator('#import-results a').first().waitFor();
    await page.locator('#import-results').getByRole('button', {name: 'Undo'}).click();
    await page.locator('#import-results', {hasText: 'taken back: import of spring.psn'}).waitFor();
    await says(page, 'games-count', /^0 games$/);
  } finally {
    await server.stop();
    rmSync(folder, {recursive: true});
  }
}

const bookText = `#YANEURAOU-DB2016 1.00
sfen ${shogiStart}
7g7f 3c3d 120 20 128
2g2f none 31990 20 64
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2
3c3d none -57
`;

async function aBookStandsBesideTheExplorer(open, {database}) {
  const folder = mkdtempSync(join(tmpdir(), 'yari-book-'));
  const book = join(folder, 'b<b>.db');
  writeFileSync(book, bookText);
  const server = await serve(database, 0, '--book', book);
  try {
    for (const viewport of [desk, phone]) {
      const page = await open({expectsErrors: true, goesElsewhere: true, viewport});
      await page.goto(`${server.address}&${at('shogi', shogiStart).slice(1)}`);
      await says(page, 'book-name', /^Opening book b<b>\.db$/);
      await says(page, 'book-moves', /^P-7f\s+P-3d\s+\+120\s+20\s+128\s+P-2f\s+–\s+Black mates in 10 plies\s+20\s+64$/);
      if (process.env.YARI_SCREENSHOTS) await page.screenshot({path: join(process.env.YARI_SCREENSHOTS, `book-${viewport.width}.png`)});
      // Scores are Black's on the page, whoever moves; what the book does not say is a dash.
      await page.locator('#book-moves').getByRole('button', {name: 'P-7f'}).click();
      await says(page, 'book-moves', /^P-3d\s+–\s+\+57\s+–\s+–$/);
      await page.locator('#book-moves').getByRole('button', {name: 'P-3d'}).click();
      await says(page, 'book-state', /^Not in the book\.$/);
      assert.ok(await page.locator('#book-table').isHidden());
    }
  } finally {
    await server.stop();
    rmSync(folder, {recursive: true});
  }
}

async function eventually(holds) {
  for (let tries = 0; !holds(); tries += 1) {
    assert.ok(tries < 100, `${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function aBookIsEdited(open, {database}) {
  const folder = mkdtempSync(join(tmpdir(), 'yari-book-'));
  const book = join(folder, 'b.db');
  writeFileSync(book, bookText);
  const server = await serve(database, 0, '--book', book);
  const text = () => readFileSync(book, 'utf8');
  try {
    for (const viewport of [desk, phone]) {
      writeFileSync(book, bookText);
      const page = await open({expectsErrors: true, goesElsewhere: true, viewport});
      const row = (usi) => page.locator(`#book-moves [data-usi="${usi}"]`);
      const undo = () => page.locator('#book-changed').getByRole('button', {name: 'Undo'}).click();
      await page.goto(`${server.address}&${at('shogi', shogiStart).slice(1)}`);
      await says(page, 'book-moves', /^P-7f/);
      await page.locator('#book-edit').click();
      // A value; the field after it keeps the focus, and what is emptied is none.
      await row('7g7f').getByLabel('Score').fill('-45');
      await page.keyboard.press('Tab');
      await says(page, 'book-changed', /^saved Undo$/);
      assert.ok(await row('7g7f').getByLabel('Depth').evaluate((input) => input === document.activeElement));
      assert.match(text(), /\n7g7f 3c3d -45 20 128\n/);
      await row('7g7f').getByLabel('Count').fill('');
      await page.keyboard.press('Tab');
      await eventually(() => text().includes('\n7g7f 3c3d -45 20 none\n'));
      await row('7g7f').getByLabel('Depth').fill('deep');
      await page.keyboard.press('Tab');
      await says(page, 'book-changed', /expected a number/);
      assert.equal(await row('7g7f').getByLabel('Depth').inputValue(), '20');
      if (process.env.YARI_SCREENSHOTS) await page.screenshot({path: join(process.env.YARI_SCREENSHOTS, `book-edit-${viewport.width}.png`)});
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await row('2g2f').getByRole('button', {name: 'Remove P-2f from the book'}).click();
      await says(page, 'book-changed', /^P-2f was removed from the book\. Undo$/);
      assert.ok(!text().includes('2g2f'));
      assert.ok(await page.locator('#book-changed button').evaluate((button) => button === document.activeElement));
      await undo();
      await says(page, 'book-changed', /^The book is as it was before\.$/);
      await row('2g2f').waitFor();
      assert.ok(text().includes('2g2f'));
      // White's scores are Black's on the page, those of the file the mover's.
      await row('7g7f').locator('.move-button').click();
      await row('3c3d').getByLabel('Score').fill('30');
      await page.keyboard.press('Tab');
      await eventually(() => text().includes('\n3c3d none -30\n'));
      await page.locator('#book-moves').getByRole('button', {name: 'P-3d', exact: true}).click();
      await says(page, 'book-state', /^Not in the book\.$/);
      await says(page, 'book-last', /^$/);
      await page.keyboard.press('Backspace');
      await says(page, 'book-moves', /^P-3d/);
      await page.locator('#board').scrollIntoViewIfNeeded();
      await click(page, '8c', {files: 9});
      await click(page, '8d', {files: 9});

      await says(page, 'book-last', /^P-8d is not in the book\. Add$/);
      await page.locator('#book-last button').click();
      await says(page, 'book-changed', /^P-8d was added to the book\. Undo$/);
      await says(page, 'book-last', /^$/);
      assert.match(text(), /\n8c8d none none none none\n/);
      // Something else came between: that is not undone.
      writeFileSync(book, `${text()}# said\n`);
      await undo();
      await says(page, 'book-changed', /^something else was changed since then$/);
    }
  } finally {
    await server.stop();
    rmSync(folder, {recursive: true});
  }
}

async function aBookOfAReaderIsShown(open, {database}) {
  const folder = mkdtempSync(join(tmpdir(), 'yari-book-'));
  const book = join(folder, 'b.db');
  writeFileSync(book, bookText);
  const server = await serve(database, 0, '--book', book, '--read-only');
  try {
    const page = await open({expectsErrors: true, goesElsewhere: true});
    await page.goto(`${server.address}&${at('shogi', shogiStart).slice(1)}`);
    await says(page, 'book-moves', /^P-7f/);
    assert.ok(await page.locator('#book-edit').isHidden());
  } finally {
    await server.stop();
    rmSync(folder, {recursive: true});
  }
}

run([
  ['the first view is small', theFirstViewIsSmall],
  ['the joined page is whole', theJoinedPageIsWhole],
  ['a server that was started again is the same', aServerThatWasStartedAgainIsTheSame],
  ['a new database is begun', aNewDatabaseIsBegun],
  ['a book stands beside the explorer', aBookStandsBesideTheExplorer],
  ['a book is edited', aBookIsEdited],
  ['a book of a reader is shown', aBookOfAReaderIsShown],
]);
