// @ts-check
// Files of records, dropped on the page or chosen, go into the database.

import {post} from './api.js';
import {byId, html} from './dom.js';
import {t} from './language.js';
import {caretBelow} from './results.js';
import {offerUndo} from './undo.js';

const mostBytes = 8 << 20;
const mostLinks = 5;
/** @type {() => void} */
let onChange = () => {};

/**
 * `imported` is called when games have come, or were taken back.
 * @param {About} about
 * @param {() => void} imported
 */
export function setUpImport(about, imported) {
  onChange = imported;
  byId('import').hidden = !about.writes;
  if (!about.writes) return;
  for (const id of ['import-files', 'import-folder', 'welcome-files']) {
    const field = /** @type {HTMLInputElement} */ (byId(id));
    field.addEventListener('change', () => importAll([...field.files || []], imported));
  }
  document.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  document.addEventListener('drop', (event) => {
    const entries = [...event.dataTransfer?.items || []].flatMap((item) => item.webkitGetAsEntry() || []);
    if (entries.length === 0) return;
    event.preventDefault();
    filesOf(entries).then((files) => importAll(files, imported));
  });
}

/**
 * The files that were dropped and all that are in folders among them; at most 10,000.
 * @param {FileSystemEntry[]} entries
 * @returns {Promise<File[]>}
 */
async function filesOf(entries) {
  const files = [];
  const open = [...entries].reverse();
  for (let entry; files.length < 10000 && (entry = open.pop());) {
    if (isFile(entry)) files.push(await fileOf(entry));
    else if (isFolder(entry)) open.push(...(await entriesOf(entry.createReader())).reverse());
  }
  return files;
}

/** @param {FileSystemEntry} entry @returns {entry is FileSystemFileEntry} */
const isFile = (entry) => entry.isFile;
/** @param {FileSystemEntry} entry @returns {entry is FileSystemDirectoryEntry} */
const isFolder = (entry) => entry.isDirectory;
/** @param {FileSystemFileEntry} entry @returns {Promise<File>} */
const fileOf = (entry) => new Promise((resolve, reject) => entry.file(resolve, reject));

// A reader gives some entries at a time, and at last none.
/** @param {FileSystemDirectoryReader} reader */
async function entriesOf(reader) {
  const all = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** @param {File[]} files @param {() => void} imported */
async function importAll(files, imported) {
  byId('import').open = true;
  const list = byId('import-results');
  list.replaceChildren();
  for (const [i, file] of files.entries()) {
    byId('import-state').textContent = t('importing {n} of {all} files', {n: i + 1, all: files.length});
    list.append(html('li', {}, html('bdi', {}, file.name), ': ', ...await importOne(file)));
  }
  byId('import-state').textContent = t('done');
  imported();
}

// Those that came, to be opened.
/** @param {number[]} ids */
function gameLinks(ids) {
  const links =
    ids.slice(0, mostLinks).flatMap((id) => [html('a', {href: `#game=${id}&ply=0`}, t('Game {n}', {n: `${id}`})), ' ']);
  return ids.length > mostLinks ? [...links, '… '] : links;
}

/** @param {File} file @returns {Promise<Child[]>} */
async function importOne(file) {
  if (file.size > mostBytes) return [t('larger than 8 MiB: use "yari import"')];
  try {
    const {imported, duplicates, rejected, findings, new_games: fresh} =
      await post('/api/import', file, {name: file.name});
    const status = html('span', {}, ...gameLinks(fresh));
    if (fresh.length > 0) await offerUndo(status, onChange);
    return [
      t('{imported} imported, {duplicates} duplicates, {rejected} rejected', {imported, duplicates, rejected}), ' ',
      status,
      findings.length > 0 ? html('ul', {},
                              ...findings.map(({line, column, severity, message, ...place}) => html('li', {},
                                                `${line > 0 ? `${line}:${column}: ` : ''}${t(severity)}: ${message}`,
                                                place.excerpt ? caretBelow(place) : ''))) :
                            ''
    ];
  } catch (error) {
    return [error.message];
  }
}
