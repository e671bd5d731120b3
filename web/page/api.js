// @ts-check
// Asking the server. Every failure becomes an Error whose message is for the reader.

import {t} from './language.js';
import {comeBack, given, headers, isOver, reach} from './session.js';

/**
 * `path` with the parameters that have a value.
 * @param {string} path
 * @param {Wanted} [parameters]
 */
export function address(path, parameters = {}) {
  const wanted = Object.entries(parameters).filter(([,
    value]) => value !== undefined && value !== null && value !== '' && value !== false);
  const query = new URLSearchParams(wanted.map(([name, value]) => [name, value === true ? '1' : `${value}`]));
  return wanted.length > 0 ? `${path}?${query}` : path;
}

/** @param {Response} answer @returns {Promise<Failure>} */
async function failure(answer) {
  if (answer.status === 401 && !given.password) return Object.assign(new Error(isOver()), {status: 401});
  const text = await answer.text();
  let error = {message: t('the server answered {status}', {status: `${answer.status}`})};
  try {
    error = JSON.parse(text).error;
  } catch { /* not JSON: the status is all that is known */ }
  return Object.assign(new Error(error.message), error, {status: answer.status});
}

/**
 * What fetch() gives. A server that was started again lets the page in by itself.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function ask(path, options) {
  let answer = await reach(path, {...options, headers: headers()});
  if (answer.status === 401 && !given.password && await comeBack()) {
    answer = await reach(path, {...options, headers: headers()});
  }
  if (!answer.ok) throw await failure(answer);
  return answer;
}

/**
 * One object.
 * @template {string} Path
 * @param {Path} path
 * @param {Wanted} [parameters]
 * @param {AbortSignal} [signal]
 * @returns {Promise<AnswerOf<Path>>}
 */
export async function get(path, parameters, signal) {
  return (await ask(address(path, parameters), {signal})).json();
}

let changes = 0;
/** How often something may have been stored: what was read before may be out of date. */
export const changeCount = () => changes;
/** What was read before is read again, whatever it was. */
export function countChange() {
  changes += 1;
}

/**
 * @template {string} Path
 * @param {Path} path
 * @param {BodyInit} body
 * @param {Wanted} [parameters]
 * @returns {Promise<PostedOf<Path>>}
 */
export async function post(path, body, parameters) {
  const answer = await (await ask(address(path, parameters), {method: 'POST', body})).json();
  countChange();
  return answer;
}

/** @param {string} path */
export async function remove(path) {
  return (await ask(path, {method: 'DELETE'})).json();
}

/**
 * Calls `each` for every object of a stream as it comes. In a stream of events an object stands after "data: ".
 * @template {string} Path
 * @param {Path} path
 * @param {Wanted} parameters
 * @param {(object: StreamedOf<Path>) => void} each
 * @param {AbortSignal} [signal]
 * @param {string} [method]
 * @returns {Promise<void>}
 */
export async function stream(path, parameters, each, signal, method = 'GET') {
  const {body} = await ask(address(path, parameters), {signal, method, body: method === 'POST' ? '' : undefined});
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let part;
  do {
    part = await reader.read();
    const lines = (text + (part.value || '')).split('\n');
    text = lines.pop() || '';
    for (const line of lines) if (line) each(JSON.parse(line.replace(/^data: /, '')));
  } while (!part.done);
}

/**
 * Live objects until `close()` of the result is called, or the server says that it is done.
 * @template {string} Path
 * @param {Path} path
 * @param {Wanted} parameters
 * @param {(object: StreamedOf<Path>) => void} each
 * @param {(error?: Error) => void} onEnd
 */
export function events(path, parameters, each, onEnd) {
  const running = new AbortController();
  let open = true;
  /** @param {Failure} [error] */
  const end = (error) => {
    if (open) onEnd(error);
    open = false;
    running.abort();
  };
  stream(path, parameters,
    (object) => {
      if (!open) return;
      if ('done' in object && object.done) end();
      else if ('error' in object && object.error) end(new Error(object.error.message));
      else each(object);
    },
    running.signal)
    .then(() => end(new Error(t('the server has gone'))),
      (error) => end(error.unreachable || error instanceof TypeError ? new Error(t('the server has gone')) : error));
  return {close() {
    open = false;
    running.abort();
  }};
}
