// What the tests of the page do with it.

export const phone = {width: 390, height: 844};
export const shogiStart = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';
export const at = (variant, sfen) => `#${new URLSearchParams({variant, sfen})}`;

// Where a square, or a piece in hand ("P*"), is drawn.
export async function placeOf(page, place, {files = 7, held = '', below = true} = {}) {
  const box = await page.locator('#board').boundingBox();
  const width = files * 60 + 60, height = 706;
  const scale = Math.min(box.width / width, box.height / height);
  const [left, top] = [box.x + (box.width - width * scale) / 2, box.y + (box.height - height * scale) / 2];
  const [x, y] = place[1] === '*' ? [30 + 62 + (held.indexOf(place[0]) + 0.5) * 60, below ? height - 33 : 33] :
    [30 + (files - Number(place[0]) + 0.5) * 60, 90 + ('abcdefghi'.indexOf(place[1]) + 0.5) * 60];
  return {x: left + x * scale, y: top + y * scale};
}

export async function click(page, place, options) {
  const {x, y} = await placeOf(page, place, options);
  await page.mouse.click(x, y);
}

export const sfen = (page) => page.evaluate(async () => (await import('/state.js')).state.position.sfen);
export const shows = (page, wanted) => page.waitForFunction(
    async (text) => (await import('/state.js')).state.position.sfen.startsWith(text), wanted);
export const tab = (page, name) => page.getByRole('tab', {name, exact: true}).click();
