// @ts-check
// Another start: a handicap, or something that was pasted.

import {get, post} from './api.js';
import {byId, html} from './dom.js';
import {listed, t} from './language.js';
import {caretBelow} from './results.js';
import {remember, settings} from './settings.js';
import {expectLine, here, setLine, state} from './state.js';

/**
 * Loaded when somebody sets up a position.
 * @type {typeof import('./editor.js') | null}
 */
let editor = null;

/** @param {About} about */
function edit({variants}) {
  const variant = byId('setup-variant').value;
  if (editor) editor.edit(variant, variant === state.variant ? state.position.sfen : variants[variant].start);
}

/**
 * `looks` gives how boards are drawn, `say` a sentence to those who do not see them.
 * @param {About} about
 * @param {() => void} started
 * @param {() => Looks} looks
 * @param {(text: string) => void} say
 */
export function setUpSetup(about, started, looks, say) {
  const dialog = byId('setup');
  byId('setup-open').addEventListener('click', () => {
    byId('setup-variant').value = state.variant;
    showHandicaps(about);
    byId('setup-text').value = '';
    for (const id of ['setup-findings', 'editor-findings']) byId(id).replaceChildren();
    edit(about);
    dialog.showModal();
    showCopy();
  });
  byId('setup-format').replaceChildren(...copies(about).map(({name, title}) => html('option', {value: name}, title)));
  byId('setup-format').value = settings.format;
  byId('setup-format').addEventListener('change', () => {
    remember({format: byId('setup-format').value});
    showCopy();
  });
  byId('setup-copy').addEventListener('click', () => {
    byId('setup-out').select();
    navigator.clipboard?.writeText(byId('setup-out').value).then(() => {
      byId('setup-losses').textContent = t('copied');
    }, () => {});
  });
  byId('setup-variant').addEventListener('change', () => {
    showHandicaps(about);
    edit(about);
  });
  byId('setup-close').addEventListener('click', () => dialog.close());
  byId('setup-start').addEventListener('click', async () => {
    const variant = byId('setup-variant').value;
    remember({variant});
    await begin(variant, byId('setup-handicap').value);
    dialog.close();
    started();
  });
  byId('setup-read').addEventListener('click', async () => {
    if (await read(byId('setup-text').value, byId('setup-findings'))) {
      dialog.close();
      started();
    }
  });
  byId('editor').addEventListener('toggle', async () => {
    if (!editor) useEditor(await import('./editor.js'), about, looks, say);
  });
  byId('editor-use').addEventListener('click', async () => {
    if (editor && await read(editor.editedSfen(), byId('editor-findings'))) {
      dialog.close();
      started();
    }
  });
}

/**
 * @param {typeof import('./editor.js')} loaded
 * @param {About} about
 * @param {() => Looks} looks
 * @param {(text: string) => void} say
 */
function useEditor(loaded, about, looks, say) {
  if (editor) return;
  editor = loaded;
  editor.setUpEditor(about.variants, looks, say);
  edit(about);
}

/** @param {About} about */
const copies = ({formats}) => [{name: 'sfen', title: 'SFEN'}, ...formats,
  {name: 'diagram', title: t('Diagram in letters')}, {name: 'kanji', title: t('Diagram in kanji')}];

// The line up to the position shown, as text.
async function showCopy() {
  const {format} = settings;
  try {
    const {text, losses} = await get('/api/record', {...here(), format});
    // Another one was chosen meanwhile.
    if (format !== settings.format) return;
    byId('setup-out').value = text;
    byId('setup-losses').textContent = losses.length > 0 ? t('not expressed: {losses}', {losses: listed(losses)}) : '';
  } catch (error) {
    byId('setup-losses').textContent = error.message;
  }
}

/** @param {About} about */
function showHandicaps(about) {
  byId('setup-handicap').replaceChildren(html('option', {value: ''}, t('Even')),
      ...about.variants[byId('setup-variant').value].handicaps.map((name) => html('option', {value: name}, t(name))));
}

/**
 * The start position of a game, with a handicap unless that is ''.
 * @param {string} variant
 * @param {string} handicap
 */
export async function begin(variant, handicap) {
  if (!handicap) return setLine({variant, start: 'startpos'});
  const isWanted = expectLine();
  const answer = await get('/api/position', {variant, handicap});
  return isWanted() ? setLine({variant, start: answer.sfen}) : undefined;
}

/** @param {string} text @param {HTMLElement} list */
async function read(text, list) {
  try {
    const {position, findings, form} = await post('/api/read', text, {variant: byId('setup-variant').value});
    const shown = findings.filter(({severity}) => severity !== 'note' || !position);
    list.replaceChildren(
      ...shown.map((finding) => html('li', {}, `${finding.line}:${finding.column}: ${finding.message}`,
                     finding.excerpt ? caretBelow(finding) : '')));
    if (!position) {
      if (shown.length === 0) list.replaceChildren(html('li', {}, t('this is no position and no record')));
      return false;
    }
    const moves = position.line.map(({usi}) => usi);
    const bad = shown.some(({severity}) => severity === 'error');
    await setLine({
      variant: position.variant,
      start: position.start,
      moves,
      ply: form === 'sfen' || form === 'diagram' ? 0 : moves.length
    });
    return !bad;
  } catch (error) {
    list.replaceChildren(html('li', {}, error.message));
    return false;
  }
}
