// @ts-check
// Changing a stored game: comments, glyphs, variations and tags, and taking changes back.

import {ask, get, post} from './api.js';
import {byId, html} from './dom.js';
import {isJapanese, resultText, t} from './language.js';
import {remember, settings} from './settings.js';
import {openedGame, state} from './state.js';
import {judgements, moveLabel} from './tree.js';

let writes = false;
/**
 * @typedef {{comment: string, before: string}} Texts
 * @typedef {{id: number, moves: string[], fields: Texts, saw: Texts, refused?: number}} Draft
 */

/** @type {() => unknown} */
let readAgain;
/**
 * Whose comment and tags the fields have: what is typed stays while another part is changed.
 * @type {{game: ShownGame | null, node: GameNode | null | undefined}}
 */
let shown = {game: null, node: null};
/**
 * What was typed and is not stored yet, by game and moves: {id, moves, fields, saw}, the last being what stood there
 * when somebody began to type. It stays when another move is shown, until it is stored.
 * @type {Map<string, Draft>}
 */
const drafts = new Map();
/** @type {Promise<unknown>} */
let saving = Promise.resolve();
/** Nobody reads in fewer milliseconds that a comment was changed elsewhere. */
const readingTime = 1000;

/**
 * `onChange` reads the game again.
 * @param {About} server
 * @param {() => unknown} onChange
 */
export function setUpEdits(server, onChange) {
  writes = server.writes;
  readAgain = onChange;
  byId('edit').hidden = byId('add-line').hidden = !writes;
  if (!writes) return;
  byId('edit').open = settings.editing;
  byId('edit').addEventListener('toggle', () => remember({editing: byId('edit').open}));
  byId('note-glyphs').append(...Object.entries(judgements).reverse().map(([glyph, words]) => {
    const button = html('button', {
      'type': 'button',
      'aria-pressed': 'false',
      'title': t(words),
      'aria-label': `${glyph} ${t(words)}`,
      'data-glyph': glyph
    },
      glyph);
    button.addEventListener('click', () => toggle(glyph));
    return button;
  }));
  byId('note-form').addEventListener('submit', (event) => {
    event.preventDefault();
    saveNote();
  });
  for (const id of ['note-comment', 'note-before']) {
    byId(id).addEventListener('input', keepDraft);
    // Whoever leaves the field has written: the comment saves itself.
    byId(id).addEventListener('change', saveNote);
  }
  window.addEventListener('pagehide', () => {
    for (const draft of drafts.values())
      ask(`/api/games/${draft.id}/notes`, {method: 'POST', body: bodyOf(draft), keepalive: true}).catch(() => {});
  });
  byId('note-comment').addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    saveNote();
  });
  byId('edit-form').addEventListener('submit', saveTags);
  byId('undo').addEventListener('click', undo);
  byId('add-line').addEventListener('click', () => changeLine('add', t('variation added')));
  byId('promote').addEventListener('click', () => changeLine('promote', t('variation promoted')));
  byId('remove').addEventListener('click', removeMoves);
}

/**
 * Fills the fields for the move shown; `node` is undefined outside of the game.
 * @param {OpenedGame} game
 * @param {GameNode | undefined} node
 */
export function showEdits(game, node) {
  if (!writes) return;
  if (game !== shown.game) showTags(game.stored);
  byId('note-form').hidden = !node;
  if (node && node !== shown.node) showNote(node);
  shown = {game, node};
}

/** @param {GameNode} node */
function showNote(node) {
  byId('note-legend').textContent = node.text ? moveLabel(node) : t('Start');
  const {comment, before} = drafts.get(nameOf(node))?.fields || textsOf(node);
  byId('note-comment').value = comment;
  byId('note-before').value = before;
  byId('note-before').labels[0].hidden = !before;
  byId('note-glyphs').hidden = byId('remove').hidden = !node.text;
  for (const button of byId('note-glyphs').querySelectorAll('button')) {
    button.setAttribute('aria-pressed', (node.glyphs || []).includes(button.dataset.glyph || '') ? 'true' : 'false');
  }
  byId('promote').hidden = Boolean(node.is_main);
  byId('remove').textContent = t(node.is_main ? 'Cut the game here' : 'Remove from here');
}

const line = () => state.moves.slice(0, state.ply);
/** @param {string} what */
const address = (what) => `/api/games/${openedGame().stored.game}/${what}`;

// One judgement at a time; glyphs that are no judgement ("$14") stay.
/** @param {string} glyph */
function toggle(glyph) {
  const old = shown.node?.glyphs || [];
  const others = old.filter((other) => !(other in judgements));
  const glyphs = old.includes(glyph) ? others : [glyph, ...others];
  return change(() => post(address('notes'), JSON.stringify({moves: line(), glyphs})), t('saved'));
}

/** @param {{comment?: string, before?: string}} node @returns {Texts} */
const textsOf = (node) => ({comment: node.comment || '', before: node.before || ''});

/** @param {GameNode} node */
function movesTo(node) {
  const moves = [];
  for (let at = node; at.before_it; at = at.before_it) moves.unshift(at.move);
  return moves;
}

/** @param {GameNode} node */
const nameOf = (node) => `${openedGame().stored.game} ${movesTo(node).join(' ')}`;
/** @param {Draft} draft */
const bodyOf = ({moves, fields, saw}) => JSON.stringify({moves, ...fields, saw});

function keepDraft() {
  const {node} = shown;
  if (!node) return;
  const name = nameOf(node);
  const fields = {comment: byId('note-comment').value, before: byId('note-before').value};
  const {saw, refused} = drafts.get(name) || {saw: textsOf(node)};
  if (JSON.stringify(fields) === JSON.stringify(saw)) drafts.delete(name);
  else drafts.set(name, {id: openedGame().stored.game, moves: movesTo(node), fields, saw, refused});
}

// One after the other: what leaving the field has stored is not stored again by the button.
function saveNote() {
  if (!shown.node) return saving;
  const name = nameOf(shown.node);
  saving = saving.then(() => saveDraft(name));
  return saving;
}

/** @param {string} name */
async function saveDraft(name) {
  const draft = drafts.get(name);
  if (!draft) {
    byId('edit-state').textContent = t('saved');
    return undefined;
  }
  // A click on the button leaves the field first: what was just refused is not written by the same click.
  if (performance.now() - (draft.refused || -readingTime) < readingTime) return undefined;
  return change(async () => {
    try {
      const answer = await post(`/api/games/${draft.id}/notes`, bodyOf(draft));
      if (drafts.get(name) === draft) drafts.delete(name);
      return answer;
    } catch (error) {
      if (error.status !== 409) throw error;
      // Theirs is shown above the field; who saves again has seen it.
      await readAgain();
      draft.refused = performance.now();
      if (state.game?.stored.game === draft.id) draft.saw = textsOf(nodeAt(draft.moves));
      throw new Error(t(
        'Not saved: this comment was changed elsewhere meanwhile. That text is shown with the move; save again to replace it by yours.'));
    }
  }, t('saved'));
}

/** @param {string[]} moves */
function nodeAt(moves) {
  /** @type {GameNode | undefined} */
  let node = openedGame().root;
  for (const usi of moves) node = node?.children.find(({move}) => move === usi);
  return node || {};
}

/** @param {string} kind @param {string} done */
function changeLine(kind, done) {
  return change(() => post(address('variations'), JSON.stringify({moves: line(), change: kind})), done);
}

function removeMoves() {
  return changeLine('remove', t('removed: {move} and what follows', {move: shown.node ? moveLabel(shown.node) : ''}));
}

const results = ['*', '1-0', '0-1', '1/2-1/2'];
/**
 * The fields and what the game has in them.
 * @param {StoredGame} game
 * @returns {Record<string, string>}
 */
const stored = ({tags, result}) => ({Black: '', White: '', Event: '', Date: '', Site: '', ...tags, Result: result});

/** What the fields were filled from: what somebody types there stays while another change of the game is read back. */
let filledFrom = '';
/** @param {StoredGame} game */
function showTags(game) {
  const from = JSON.stringify([game.game, stored(game)]);
  if (from === filledFrom) return;
  filledFrom = from;
  /** @param {string} name @param {HTMLElement} control */
  const field = (name, control) => html('label', {}, html('span', {}, t(name)), control);
  byId('edit-fields')
    .replaceChildren(...Object.entries(stored(game))
                       .map(([name, value]) => field(name,
                              name === 'Result' ?
                                html('select', {name},
                                  ...results.map((result) => html('option', {value: result, selected: result === value},
                                                   isJapanese ? resultText(result) || '*' : result))) :
                                html('input', {name, value, autocomplete: 'off'}))),
      field('Another tag', html('input', {id: 'edit-more', placeholder: 'Round=3', autocomplete: 'off'})));
}

/** @param {SubmitEvent} event */
async function saveTags(event) {
  event.preventDefault();
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = byId('edit-fields').querySelectorAll('[name]');
  const tags = stored(openedGame().stored);
  const changed = [...fields].map(({name, value}) => [name, value]).filter(([name, value]) => value !== tags[name]);
  const [, name, value] = byId('edit-more').value.match(/^\s*([^=]*?)\s*=\s*(.*)$/) || [];
  if (name) changed.push([name, value]);
  if (changed.length === 0) return;
  await change(() => post(address('tags'), JSON.stringify(Object.fromEntries(changed))), t('saved'));
}

function undo() {
  return change(async () => ({undone: (await post('/api/undo', '')).what}), '');
}

/** @param {() => Promise<Changed>} work @param {string} done */
async function change(work, done) {
  const status = byId('edit-state');
  try {
    const {undone, contradictions = []} = await work();
    await readAgain();
    status.textContent = undone ? t('taken back: {what}', {what: undone}) : [done, ...contradictions].join('; ');
    await showLastChange();
  } catch (error) {
    status.textContent = error.parameter ? `${t(error.parameter)}: ${error.message}` : error.message;
  }
}

async function showLastChange() {
  const [last] = (await get('/api/journal')).changes;
  byId('undo').disabled = !last;
  byId('undo').title = last ? last.what : '';
}
