// Files of records, dropped on the page or chosen, go into the database.

import {post} from './api.js';
import {byId, html} from './dom.js';

const mostBytes = 8 << 20;

export function setUpImport(about, imported) {
  byId('import').hidden = !about.writes;
  if (!about.writes) return;
  byId('import-files').addEventListener('change', (event) => importAll([...event.target.files], imported));
  document.addEventListener('dragover', (event) => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault();
  });
  document.addEventListener('drop', (event) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    importAll([...event.dataTransfer.files], imported);
  });
}

async function importAll(files, imported) {
  byId('import').open = true;
  const list = byId('import-results');
  list.replaceChildren();
  for (const [i, file] of files.entries()) {
    byId('import-state').textContent = `importing ${i + 1} of ${files.length} files`;
    list.append(html('li', {}, html('bdi', {}, file.name), ': ', ...await importOne(file)));
  }
  byId('import-state').textContent = 'done';
  imported();
}

async function importOne(file) {
  if (file.size > mostBytes) return ['larger than 8 MiB: use "yari import"'];
  try {
    const {imported, duplicates, rejected, findings} = await post('/api/import', file, {name: file.name});
    return [`${imported} imported, ${duplicates} duplicates, ${rejected} rejected`,
      findings.length > 0 ? html('ul', {}, ...findings.map(({line, column, severity, message, excerpt, caret}) =>
        html('li', {}, `${line}:${column}: ${severity}: ${message}`, excerpt ? html('pre', {}, `${excerpt}\n${' '.repeat(Math.max(0, caret - 1))}^`) : ''))) : ''];
  } catch (error) {
    return [error.message];
  }
}
