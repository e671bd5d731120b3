// What Tab reaches.
import assert from 'node:assert/strict';

/** Watches what takes the focus, and whether it is seen to have it. */
export async function watchFocus(page) {
  await page.evaluate(() => {
    window.focusPath = [];
    window.focusFaults = [];
    document.addEventListener('focusin', ({target}) => {
      window.focusPath.push(target);
      // The radio buttons to paint with are drawn by their labels.
      const drawn = target.matches('.brushes input') ? target.parentElement : target;
      const {outlineStyle, outlineWidth} = getComputedStyle(drawn);
      if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) window.focusFaults.push(`no outline: ${target.outerHTML.slice(0, 120)}`);
      const {left, right, top, bottom} = drawn.getBoundingClientRect();
      const at = document.elementFromPoint((left + right) / 2, Math.min((top + bottom) / 2, innerHeight - 2));
      const cover = at?.closest('#board-area');
      if (cover && !cover.contains(target)) window.focusFaults.push(`under the board: ${target.outerHTML.slice(0, 120)}`);
    });
  });
}

/** Everything in `root` that is visible and can be used takes the focus by Tab alone, in the order of `regions` (ids). */
export async function tabsThrough(page, place, root, regions) {
  const count = await page.evaluate((selector) => {
    const radios = new Set();
    window.usable = [...document.querySelector(selector).querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter((element) => {
      if (!element.checkVisibility({visibilityProperty: true}) || element.disabled || element.closest('[role=tablist], [role=grid], .list, #moves') && element.tabIndex < 0) return false;
      // Of radio buttons Tab reaches the one that is chosen, and arrow keys the others.
      if (element.type !== 'radio') return true;
      if (!element.checked || radios.has(element.name)) return false;
      radios.add(element.name);
      return true;
    });
    // From here Tab goes on.
    window.tabStart = Object.assign(document.createElement('span'), {tabIndex: -1});
    document.querySelector(selector).prepend(window.tabStart);
    window.tabStart.focus();
    window.focusPath = [];
    window.focusFaults = [];
    return window.usable.length;
  }, root);
  for (let i = 0; i < count + 3; ++i) await page.keyboard.press('Tab');
  const {missed, faults, order} = await page.evaluate((ids) => (window.tabStart.remove(), {
    missed: window.usable.filter((element) => !window.focusPath.includes(element)).map((element) => element.outerHTML.slice(0, 160)),
    faults: [...new Set(window.focusFaults)],
    order: window.focusPath.slice(0, window.usable.length).map((element) => ids.findIndex((id) => element.closest(`#${id}`))).filter((i) => i >= 0),
  }), regions);
  assert.deepEqual(missed, [], `${place}: Tab does not reach these`);
  assert.deepEqual(faults, [], `${place}: the focus is not seen`);
  assert.deepEqual(order, [...order].sort((a, b) => a - b), `${place}: the order of Tab is that of the page`);
}
