// Who asks: the key of the server, which every request but those for the page itself carries. It is kept for this origin, whose
// port is part of it: unlike a cookie, no other server of this machine gets it.

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
export const authorization = () => (hasKey() ? {Authorization: `Bearer ${key()}`} : {});

export const isOver = 'This page is let in no longer: “yari serve” was started again, or the page was opened in another way. Open the address that it printed.';

/** The one-time code in the address, which is removed from there; '' without one. */
export function takeCode() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const code = parts.get('code') || '';
  if (!parts.has('code')) return '';
  parts.delete('code');
  history.replaceState(null, '', `${parts}` === '' ? location.pathname : `#${parts}`);
  return code;
}

/** Trades the code for the key; false when it was used before. */
export async function trade(code) {
  const answer = await fetch('/api/session', {method: 'POST', body: JSON.stringify({code})});
  if (answer.ok) keep((await answer.json()).key);
  return answer.ok;
}
