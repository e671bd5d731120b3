// Starts the server with the samples and a browser, and runs named checks. Exit codes as in
// tests/pages/browser/harness.mjs.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {launchBrowser, packageFile, patience} from '../../pages/browser/harness.mjs';
import {isReady} from './page.mjs';

async function startServer(program, database, ...words) {
  const server = spawn(program, [database, ...words], {stdio: ['pipe', 'pipe', 'inherit']});
  const address = await new Promise((resolve, reject) => {
    server.stdout.once('data', (text) => resolve(String(text).trim()));
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return {address, database, origin: new URL(address).origin, stop: () => new Promise((resolve) => {
    server.removeAllListeners('exit');
    server.once('exit', resolve);
    server.stdin.end();
  })};
}

// What lets another page in, and nothing else that the browser keeps of this one.
async function sessionOf(context) {
  const {origins} = await context.storageState();
  return {cookies: [], origins: origins.map(({origin, localStorage}) => ({origin, localStorage: localStorage.filter(({name}) => name === 'yari-key')}))};
}

/**
 * Runs `checks`, pairs of a name and an async function that gets `open(options)` and the server.
 *
 * `open` gives the page. Whatever it logs, throws, or asks of another server fails the check, unless
 * options.expectsErrors, or options.goesElsewhere, is set. Options: hash, viewport, colorScheme, hasTouch, locale, and prepare, which gets the page before it is
 * loaded.
 */
export async function run(checks) {
  const [program, folder, only] = process.argv.slice(2);
  const browser = await launchBrowser(folder);
  const axe = packageFile(folder, 'axe-core/axe.min.js');
  const data = mkdtempSync(join(tmpdir(), 'yari-serve-'));
  let failures = 0;
  const chosen = checks.filter(([name]) => !only || name.includes(only));
  for (const [i, [name, check, ...words]] of chosen.entries()) {
    const server = await startServer(program, join(data, `${i}.db`), ...words);
    const complaints = [];
    const contexts = [];
    const expected = new Set();
    let session = null;
    const open = async ({hash = '', viewport = {width: 1280, height: 900}, colorScheme = 'light', hasTouch = false, locale = 'en-US', expectsErrors = false, goesElsewhere = false, prepare = () => {}} = {}) => {
      if (contexts.length > 0) session ??= await sessionOf(contexts[0]);
      const context = await browser.newContext({viewport, colorScheme, hasTouch, locale, ...(session ? {storageState: session} : {})});
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(patience);
      await prepare(page);
      page.on('request', (request) => {
        if (!goesElsewhere && !request.url().startsWith(server.origin) && !/^(data|about):/.test(request.url())) complaints.push(`asked for ${request.url()}`);
      });
      if (expectsErrors) {
        expected.add(page);
      } else {
        page.on('pageerror', (error) => complaints.push(`threw ${error.stack}`));
        page.on('console', (message) => complaints.push(`logged ${message.type()}: ${message.text()}`));
      }
      await page.goto(session ? `${server.origin}/${hash}` : server.address + hash.replace('#', '&'));
      await isReady(page);
      return page;
    };
    try {
      await check(open, server, axe);
      for (const page of contexts.flatMap((context) => context.pages())) {
        const failure = page.locator('#failure:visible');
        if (!expected.has(page) && await failure.count() > 0) complaints.push(`said ${await failure.textContent()}`);
      }
      if (complaints.length > 0) throw new Error('the page complains');
      console.log(`ok      ${name}`);
    } catch (error) {
      ++failures;
      console.log([`FAILED  ${name}`, error.stack, ...complaints].join('\n'));
    }
    for (const context of contexts) await context.close();
    await server.stop();
  }
  await browser.close();
  rmSync(data, {recursive: true});
  console.log(failures === 0 ? `all ${chosen.length} checks passed` : `${failures} of ${chosen.length} checks failed`);
  process.exit(failures === 0 ? 0 : 1);
}
