// Gets a browser and the sample pages ready, and runs named checks. Exit codes: 0 passed, 1 failed,
// 77 skipped because node's packages or Chromium cannot be had here. The tests of `yari serve` use the
// same browser.
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

const packages = {'playwright-core': '1.65.1', 'axe-core': '4.14.1'};
const skipped = 77;
/** How long anything is waited for, in milliseconds: a busy machine is slow, and only a fault takes as long as this. */
export const patience = Number(process.env.YARI_PATIENCE) || 120_000;

function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(skipped);
}

function findChromium() {
  // Debian's shell of Chromium is the same browser without windows and menus, which take three quarters of the time.
  const places = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return places.find((path) => path && existsSync(path)) || skip('Chromium is missing');
}

const missingIn = (folder) => Object.keys(packages).filter((name) => !existsSync(join(folder, 'node_modules', name)));

// Tests that run side by side want the same packages: the first one installs, the others wait.
function lock(folder) {
  const place = join(folder, 'installing');
  for (let i = 0; i < 2000; ++i) {
    try {
      mkdirSync(place);
      const unlock = () => rmdirSync(place);
      process.once('exit', unlock);
      return () => {
        process.removeListener('exit', unlock);
        unlock();
      };
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
  return skip(`${place} is in the way: another installation was interrupted`);
}

function install(folder) {
  const unlock = lock(folder);
  const missing = missingIn(folder);
  try {
    if (missing.length > 0) {
      writeFileSync(join(folder, 'package.json'), '{"private": true}\n');
      execFileSync('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...Object.entries(packages).map(([name, version]) => `${name}@${version}`)],
          {cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], timeout: 300_000});
    }
  } catch (error) {
    skip(`${missing.join(' and ')} cannot be installed: ${String(error.stderr || error.message).trim()}`);
  } finally {
    unlock();
  }
}

// Packages are fetched into the build folder, once.
function requireFrom(folder) {
  mkdirSync(folder, {recursive: true});
  if (missingIn(folder).length > 0) install(folder);
  return createRequire(join(folder, 'package.json'));
}

/** The text of a file of one of the packages. */
export const packageFile = (folder, path) => readFileSync(requireFrom(folder).resolve(path), 'utf8');

/** A headless Chromium; node's packages are kept in `folder`. */
export async function launchBrowser(folder) {
  const executablePath = findChromium();
  const {chromium} = requireFrom(folder)('playwright-core');
  return chromium.launch({executablePath, timeout: patience, args: [
    '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync']});
}

/**
 * Runs `checks`, pairs of a name and an async function that gets `open(file, options)`.
 *
 * `open` gives a page of the samples; whatever it logs as a warning or error, throws, or asks the
 * network for fails the check, unless options.expectsErrors is set.
 */
export async function run(checks) {
  const [samplesProgram, folder] = process.argv.slice(2);
  const browser = await launchBrowser(folder);
  const samples = join(folder, 'samples');
  execFileSync(samplesProgram, [samples]);
  let failures = 0;
  for (const [name, check] of checks) {
    const context = await browser.newContext();
    const complaints = [];
    const open = async (file, {hash = '', viewport = {width: 1280, height: 900}, colorScheme = 'light', expectsErrors = false} = {}) => {
      const page = await context.newPage();
      await page.setViewportSize(viewport);
      await page.emulateMedia({colorScheme});
      page.setDefaultTimeout(patience);
      page.on('request', (request) => {
        if (!/^(file|data):/.test(request.url())) complaints.push(`asked for ${request.url()}`);
      });
      if (!expectsErrors) {
        page.on('pageerror', (error) => complaints.push(`threw ${error.stack}`));
        page.on('console', (message) => complaints.push(`logged ${message.type()}: ${message.text()}`));
      }
      await page.goto(pathToFileURL(join(samples, file)).href + hash);
      return page;
    };
    try {
      await check(open);
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
      console.log(`ok      ${name}`);
    } catch (error) {
      ++failures;
      console.log(`FAILED  ${name}\n${error.stack}`);
    }
    await context.close();
  }
  await browser.close();
  console.log(failures === 0 ? `all ${checks.length} checks passed` : `${failures} of ${checks.length} checks failed`);
  process.exit(failures === 0 ? 0 : 1);
}
