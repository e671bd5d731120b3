// @ts-check
// What the reader chose, remembered by this browser: for the report page and for `yari serve`.

const settingsKey = 'yari';

/** @returns {Settings} */
function loadSettings() {
  try {
    return JSON.parse(localStorage.getItem(settingsKey) || '{}');
  } catch {
    return JSON.parse('{}');
  }
}

/** Of what was never chosen, nothing is here: `supply` gives it. */
export const settings = loadSettings();

/**
 * What counts where the reader has chosen nothing.
 * @param {Partial<Settings>} defaults
 */
export function supply(defaults) {
  Object.assign(settings, {...defaults, ...settings});
}

/**
 * Another tab may have remembered something since this one was opened: only the changes are added.
 * @param {Partial<Settings>} changes
 */
export function remember(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(settingsKey, JSON.stringify({...loadSettings(), ...changes}));
  } catch { /* a browser that keeps nothing */ }
}

/**
 * The text of a move or a line in the notation chosen.
 * @param {Named} named
 * @returns {string}
 */
export const inNotation = (named) =>
  (settings.notation === 'japanese' ? named.japanese : named.move ?? named.moves) ?? '';
