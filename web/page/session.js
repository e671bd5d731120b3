// What the page came with, and who asks: the key of the server, which every request but those for the page itself carries. It is
// kept for this origin, whose port is part of it: unlike a cookie, no other server of this machine gets it.

/**
 * What the page came with: whether there is a password, the conditions on games, and positions at the start by game, as the API answers them. `about` is
 * asked for before anything else.
 */
export const given = JSON.parse(document.getElementById('given').textContent);

const place = 'yari-key';
/** Where the browser keeps nothing. */
let kept = '';

function key() {
  try {
    return localStorage.getItem(place) || kept;
  } catch {
    return kept;
  }
}

function keep(text) {
  kept = text;
  try {
    localStorage.setItem(place, text);
  } catch { /* it is kept until the page is closed */ }
}

export const hasKey = () => key() !== '';

/** The headers that let a request in. With a password the browser adds its own. */
export const authorization = () => (hasKey() && !given.password ? {Authorization: `Bearer ${key()}`} : {});

export const isOver = 'This page has no access any more: “yari serve” was started again, or the page was opened in another way. Open the address that it printed.';

/** The one-time code in the address; '' without one, and where a password lets people in. */
export const codeInAddress = () => (!given.password && new URLSearchParams(location.hash.slice(1)).get('code')) || '';

function removeCode() {
  const parts = new URLSearchParams(location.hash.slice(1));
  parts.delete('code');
  history.replaceState(null, '', `${parts}` === '' ? location.pathname : `#${parts}`);
}

/** fetch(), whose TypeError means that nobody answers: then the Error says so, and is `unreachable`. */
export async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw Object.assign(new Error('The server does not answer: is “yari serve” still running?'), {unreachable: true});
  }
}

/**
 * Trades the code in the address for the key; false when it was used before. A server that fails has not taken it: then it stays in
 * the address, for another try.
 */
export async function tradeCode() {
  const answer = await reach('/api/session', {method: 'POST', body: JSON.stringify({code: codeInAddress()})});
  if (!answer.ok && answer.status !== 403) throw new Error(`the server answered ${answer.status}: open the address again`);
  removeCode();
  if (answer.ok) keep((await answer.json()).key);
  return answer.ok;
}
