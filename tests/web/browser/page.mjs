// What the tests of the page do with it.

export const phone = {width: 390, height: 844}, desk = {width: 1280, height: 900};
export const shogiStart = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';
export const at = (variant, sfen) => `#${new URLSearchParams({variant, sfen})}`;

// Where a square, or a piece in hand ("P*") of the side below, is drawn.
export async function placeOf(page, place, {files = 7, below = true} = {}) {
  if (place[1] === '*') {
    const box = await page.locator(`#board .hand[data-side=${below ? 'b' : 'w'}] [data-held=${place[0]}] .wedge, #board .hand[data-side=${below ? 'b' : 'w'}] [data-held=${place[0]}]`).first().boundingBox();
    return {x: box.x + box.width / 2, y: box.y + box.height / 2};
  }
  const box = await page.locator('#board .grid').boundingBox();
  return {x: box.x + (files - Number(place[0]) + 0.5) / files * box.width, y: box.y + ('abcdefghi'.indexOf(place[1]) + 0.5) / 9 * box.height};
}

export async function click(page, place, options) {
  const {x, y} = await placeOf(page, place, options);
  await page.mouse.click(x, y);
}

// Frames may be drawn rarely where much runs at once.
const often = {polling: 50};

export const sfen = (page) => page.evaluate(async () => (await import('/state.js')).state.position.sfen);
// What waitForFunction() is given must not be async: a promise counts as true.
const keepState = (page) => page.evaluate(async () => { window.stateOfTests = (await import('/state.js')).state; });

/** Waits until the page is as its scripts make it: what they fill in late is there. */
export const isReady = (page) => page.locator('[role=tabpanel]:visible').waitFor();

export async function reload(page) {
  await page.reload();
  await isReady(page);
}

/** Waits until the board shows a position whose SFEN begins so. */
export async function shows(page, wanted) {
  await keepState(page);
  await page.waitForFunction((text) => window.stateOfTests.position?.sfen.startsWith(text), wanted, often);
}

/** Waits until the page shows a game. */
export async function showsGame(page, number) {
  await keepState(page);
  await page.waitForFunction((wanted) => window.stateOfTests.game?.stored.game === wanted, number, often);
}
export const tab = (page, name) => page.getByRole('tab', {name, exact: true}).click();
export const says = (page, id, pattern) => page.waitForFunction(
    ([place, text]) => new RegExp(text).test(document.getElementById(place).innerText), [id, pattern.source], often);

/** Puts records into the server's database. */
export async function importText(page, text, file = 'a.psn') {
  await page.evaluate(async ([body, name]) => {
    const {address, ask} = await import('/api.js');
    await ask(address('/api/import', {name}), {method: 'POST', body});
  }, [text, file]);
}

const longName = 'Maximiliana Wolfeschlegelsteinhausenbergerdorff-Hohenzollern von und zu der Aue <b>XIV</b>';
export const springOpen = ['Ann', 'Bob', longName].flatMap((black, i, all) => all.slice(i + 1).map((white, j) =>
  `[Black "${black}"]\n[White "${white}"]\n[Event "Spring Open"]\n[Date "2001-05-0${j + 1}"]\n[BlackElo "${1500 + 100 * i}"]\n[WhiteElo "1900"]\n[Round "${i + j + 1}"]\n[Result "1-0"]\n\n1. P-7f P-3d 2. P-${6 - i}f 1-0\n`)).join('\n');

export const filterBy = async (page, fields) => {
  if (!await page.locator('#filters details').evaluate(({open}) => open)) await page.locator('#filters summary').click();
  for (const [label, value] of Object.entries(fields)) await page.locator('#filters').getByLabel(label, {exact: true}).fill(value);
};
