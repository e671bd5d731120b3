// @ts-check
// What the page came with, and who asks: the key of the server, which every request but those for the page itself
// carries. It is kept for this origin, whose port is part of it: unlike a cookie, no other server of this machine gets
// it.

import {language, t} from './language.js';

/**
 * What the page came with: whether there is a password, the conditions on games, and positions at the start by game, as
 * the API answers them. `about` is asked for before anything else.
 * @type {Given}
 */
export const given = JSON.parse(document.getElementById('given')?.textContent || '');

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

/** @param {string} text */
function keep(text) {
  kept = text;
  try {
    localStorage.setItem(place, text);
  } catch { /* it is kept until the page is closed */ }
}

export const hasKey = () => key() !== '';

/**
 * The headers that let a request in, and ask for answers in the reader's language. With a password the browser adds its
 * own.
 */
export const headers = () =>
  ({'Accept-Language': language, ...(hasKey() && !given.password ? {Authorization: `Bearer ${key()}`} : {})});

export const isOver = () =>
  t('This page has no access any more: “yari serve” was started again, or the page was opened in another way. ' +
    'Open the address that it printed.');

/** The code in the address; '' without one, and where a password lets people in. */
export const codeInAddress = () => (!given.password && new URLSearchParams(location.hash.slice(1)).get('code')) || '';

function removeCode() {
  const parts = new URLSearchParams(location.hash.slice(1));
  parts.delete('code');
  history.replaceState(null, '', `${parts}` === '' ? location.pathname : `#${parts}`);
}

let onLost = () => {};
/**
 * `lost` is called whenever a server does not answer.
 * @param {() => void} lost
 */
export function whenLost(lost) { onLost = lost; }

/**
 * fetch(), whose TypeError means that nobody answers: then the Error says so, and is `unreachable`.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    onLost();
    const message = t('The server does not answer: is “yari serve” still running?');
    throw Object.assign(new Error(message), {unreachable: true});
  }
}

/**
 * Trades the code in the address for the key; false when the server does not know it. A server that fails has not taken
 * it: then it stays in the address, for another try.
 */
export async function tradeCode() {
  const answer = await reach('/api/session', {method: 'POST', body: JSON.stringify({code: codeInAddress()})});
  if (!answer.ok && answer.status !== 403) {
    throw new Error(t('the server answered {status}: open the address again', {status: `${answer.status}`}));
  }
  removeCode();
  if (answer.ok) {
    const {key: fresh, secret} = await answer.json();
    keep(fresh);
    if (secret) await keepProver(secret).catch(() => {});
  }
  return answer.ok;
}

// The secret by which this browser comes back is kept so that no script can read it, not even one of another server
// that
// takes this place: it can only answer a challenge, and each run of the server has another.
/**
 * @template {any} T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>}
 */
function proverStore(mode, work) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('yari', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('provers');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const request = work(opening.result.transaction('provers', mode).objectStore('provers'));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
      if (request.transaction) request.transaction.oncomplete = () => opening.result.close();
    };
  });
}

const algorithm = {name: 'HMAC', hash: 'SHA-256'};
/** @param {string} text */
const bytesOf = (text) => new TextEncoder().encode(text);

/** @param {string} secret */
async function keepProver(secret) {
  const prover = await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign']);
  await proverStore('readwrite', (provers) => provers.put(prover, 'server'));
}

/** @param {string} challenge */
async function proofOf(challenge) {
  const prover = await proverStore('readonly', (provers) => provers.get('server'));
  if (!prover) return null;
  const signed = new Uint8Array(await crypto.subtle.sign(algorithm.name, prover, bytesOf(challenge)));
  return [...signed].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Gets the key of a server that was started again, where this browser was let in before; whether it did. */
export async function comeBack() {
  try {
    const {challenge} = await (await reach('/api/session')).json();
    const proof = challenge && await proofOf(challenge);
    if (!proof) return false;
    const answer = await reach('/api/session', {method: 'POST', body: JSON.stringify({proof})});
    if (answer.ok) keep((await answer.json()).key);
    return answer.ok;
  } catch {
    return false;
  }
}

/** Ends when a server answers again. */
export async function serverIsBack() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    if (await reach('/api/session').then(() => true, () => false)) return;
  }
}
