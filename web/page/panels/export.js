// @ts-check
// Lists of games as files: records in any format, and a report page.

import {address, ask, stream} from './api.js';
import {byId, html} from './dom.js';
import {isJapanese, listed, t} from './language.js';

/**
 * Fills the group `host` with the controls. `parameters()` says which games are meant, null for none;
 * `name` is that of the files.
 * @param {HTMLElement} host
 * @param {Format[]} formats
 * @param {() => Wanted | null} parameters
 * @param {string} name
 */
export function setUpExport(host, formats, parameters, name) {
  const format =
    html('select', {'aria-label': t('Format')}, ...formats.map((row) => html('option', {value: row.name}, row.name)));
  // The formats of the country come first.
  if (isJapanese) format.value = 'kif';
  const records = html('button', {type: 'button'}, t('Export'));
  const report = html('button', {type: 'button', title: t('A page of up to 500 games')}, t('Report'));
  const state = html('span', {role: 'status'});
  /** @type {AbortController | null} */
  let running = null;
  const begin = () => {
    const own = new AbortController();
    running = own;
    records.textContent = t('Stop');
    return own.signal;
  };
  const end = () => {
    running = null;
    records.textContent = t('Export');
  };
  /** @param {(wanted: Wanted, signal: AbortSignal) => Promise<void>} job */
  const work = (job) => async () => {
    if (running) return running.abort();
    const wanted = parameters();
    if (!wanted) return undefined;
    const signal = begin();
    try {
      await job(wanted, signal);
    } catch (error) {
      state.textContent = signal.aborted ? t('stopped') : error.message;
    }
    return end();
  };
  records.addEventListener('click', work(async (wanted, signal) => {
    /** @type {string[]} */
    const parts = [];
    const losses = new Set();
    let games = 0, damaged = 0;
    await stream('/api/export', {...wanted, format: format.value}, (row) => {
      if (row.progress) state.textContent = t('{n} of {all} games', {n: row.progress.done, all: row.progress.all});
      else if (row.error) throw new Error(row.error.message);
      else if (row.text) parts.push(row.text);
      else if (row.games !== undefined) ({games, damaged} = row);
      // "variations (3)" counts within a game: the kind stands before.
      for (const loss of row.losses || []) losses.add(loss.replace(/( \(|（\d|: ).*/, ''));
    }, signal);
    save(new Blob(parts, {type: 'text/plain'}), `${name}.${endings[format.value] || format.value}`);
    state.textContent = [t('{n} {n|game|games}', {n: games}), damaged > 0 && t('{n} damaged, left out', {n: damaged}),
      losses.size > 0 && t('{format} cannot express: {losses}', {format: format.value, losses: listed([...losses])})]
        .filter(Boolean).join('; ');
  }));
  report.addEventListener('click', work(async (wanted, signal) => {
    state.textContent = t('writing');
    const answer = await ask(address('/api/report', wanted), {signal});
    save(await answer.blob(), `${name}.html`);
    state.textContent = '';
  }));
  host.replaceChildren(format, records, report, state);
}

/** @type {Record<string, string>} */
const endings = {hodges: 'psn', kif: 'kif', usi: 'usi'};

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = html('a', {href: URL.createObjectURL(blob), download: name});
  byId('side').append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
