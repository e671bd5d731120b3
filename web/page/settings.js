// What the reader chose, remembered by this browser.

const defaults = {pieces: 'kanji', notation: 'move', arrows: true, flipped: false, variant: '', tab: 'explorer', lines: 3, editing: false};
const key = 'yari';

function load() {
  try {
    return {...defaults, ...JSON.parse(localStorage.getItem(key) || '{}')};
  } catch {
    return {...defaults};
  }
}

export const settings = load();

export function remember(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch { /* a browser that keeps nothing */ }
}

/** The text of a move or a line in the notation chosen. */
export const inNotation = (named) => (settings.notation === 'japanese' ? named.japanese : named.move ?? named.moves);
