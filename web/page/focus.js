// @ts-check
// How the focus came to where it is: arrow keys belong to what was reached by keyboard, and step through the game
// otherwise.

let pointing = false;
let byKeyboard = true;

document.addEventListener('pointerdown', () => {
  pointing = true;
  byKeyboard = false;
}, true);
for (const name of ['pointerup', 'pointercancel'])
  document.addEventListener(name, () => setTimeout(() => {
    pointing = false;
  }),
    true);
document.addEventListener('focusin', () => { byKeyboard = !pointing; }, true);

/** Whether the reader came to the element in focus by keyboard. */
export const cameByKeyboard = () => byKeyboard;
