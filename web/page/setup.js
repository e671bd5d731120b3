// Another start: a handicap, or something that was pasted.

import {post} from './api.js';
import {byId, html} from './dom.js';
import {remember} from './settings.js';
import {setLine, state} from './state.js';

export function setUpSetup(about, started) {
  const dialog = byId('setup');
  byId('setup-open').addEventListener('click', () => {
    byId('setup-variant').value = state.variant;
    showHandicaps(about);
    byId('setup-text').value = '';
    byId('setup-findings').replaceChildren();
    byId('setup-sfen').value = state.position.sfen;
    byId('setup-usi').value = `${state.start === 'startpos' ? 'startpos' : `sfen ${state.start}`}${state.ply > 0 ? ` moves ${state.moves.slice(0, state.ply).join(' ')}` : ''}`;
    dialog.showModal();
  });
  byId('setup-variant').addEventListener('change', () => showHandicaps(about));
  byId('setup-close').addEventListener('click', () => dialog.close());
  byId('setup-start').addEventListener('click', async () => {
    const variant = byId('setup-variant').value;
    remember({variant});
    await begin(variant, byId('setup-handicap').value);
    dialog.close();
    started();
  });
  byId('setup-read').addEventListener('click', async () => {
    if (await read(byId('setup-text').value)) {
      dialog.close();
      started();
    }
  });
  for (const button of dialog.querySelectorAll('[data-copy]')) {
    button.addEventListener('click', () => {
      const field = byId(button.dataset.copy);
      field.select();
      navigator.clipboard?.writeText(field.value);
    });
  }
}

function showHandicaps(about) {
  byId('setup-handicap').replaceChildren(html('option', {value: ''}, 'Even'),
      ...about.variants[byId('setup-variant').value].handicaps.map((name) => html('option', {value: name}, name)));
}

/** The start position of a game, with a handicap unless that is ''. */
export async function begin(variant, handicap) {
  if (!handicap) return setLine({variant, start: 'startpos'});
  const answer = await (await fetch(`/api/position?${new URLSearchParams({variant, handicap})}`)).json();
  return setLine({variant, start: answer.sfen});
}

async function read(text) {
  const list = byId('setup-findings');
  try {
    const {position, findings, form} = await post('/api/read', text, {variant: byId('setup-variant').value});
    const shown = findings.filter(({severity}) => severity !== 'note' || !position);
    list.replaceChildren(...shown.map((finding) => html('li', {}, `${finding.line}:${finding.column}: ${finding.message}`,
        finding.excerpt ? html('pre', {}, `${finding.excerpt}\n${' '.repeat(Math.max(0, finding.caret - 1))}^`) : '')));
    if (!position) {
      if (shown.length === 0) list.replaceChildren(html('li', {}, 'this is no position and no record'));
      return false;
    }
    const moves = position.line.map(({usi}) => usi);
    const bad = shown.some(({severity}) => severity === 'error');
    await setLine({variant: position.variant, start: position.start, moves, ply: form === 'sfen' || form === 'diagram' ? 0 : moves.length});
    return !bad;
  } catch (error) {
    list.replaceChildren(html('li', {}, error.message));
    return false;
  }
}
