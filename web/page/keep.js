// @ts-check
// What stays when the page is loaded again in the other language, beside what the address says: what was typed and
// unfolded, the dialog that was open, and how far lists were scrolled.

import {byId} from './dom.js';

const place = 'yari-kept';
/** @type {() => NodeListOf<HTMLInputElement>} */
const fields = () =>
  document.querySelectorAll('input[id]:not([type=file], [type=radio], [type=checkbox]), textarea[id]:not([readonly])');
/** @type {() => NodeListOf<HTMLDetailsElement>} */
const folds = () => document.querySelectorAll('details[id], [id] > details:only-of-type');
/** Lists by their ids, and the page itself. */
const scrolled = () => [...document.querySelectorAll('.list[id], #moves'), document.documentElement];

export function keep() {
  const kept = {
    texts: [...fields()].map(({id, value}) => [id, value]),
    open: [...folds()].map(({open}) => open),
    tops: scrolled().map(({scrollTop}) => scrollTop),
    dialog: document.querySelector('dialog[open]')?.id,
  };
  try {
    sessionStorage.setItem(place, JSON.stringify(kept));
  } catch { /* the address is kept */ }
}

function take() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(place) || 'null');
    sessionStorage.removeItem(place);
    return kept;
  } catch {
    return null;
  }
}

// Rows come after a while: until then there is nothing to scroll.
/** @param {Element} element @param {number} top */
async function scroll(element, top) {
  for (let tries = 0; tries < 100 && element.scrollHeight - element.clientHeight < top; ++tries)
    await new Promise((resolve) => setTimeout(resolve, 50));
  element.scrollTop = top;
}

/** Once the page is as its address says. */
export function restore() {
  const kept = take();
  if (!kept) return;
  if (kept.dialog) byId(`${kept.dialog}-open`)?.click();
  folds().forEach((fold, i) => { fold.open = kept.open[i]; });
  for (const [id, text] of kept.texts) {
    const field = [...fields()].find((one) => one.id === id);
    if (!field || field.value === text) continue;
    field.value = text;
    field.dispatchEvent(new Event('input', {bubbles: true}));
  }
  scrolled().forEach((element, i) => { if (kept.tops[i] > 0) scroll(element, kept.tops[i]); });
}
