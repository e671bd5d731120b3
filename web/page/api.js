// Asking the server. Every failure becomes an Error whose message is for the reader.

/** `path` with the parameters that have a value. */
export function address(path, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false);
  const query = new URLSearchParams(given.map(([name, value]) => [name, value === true ? '1' : `${value}`]));
  return given.length > 0 ? `${path}?${query}` : path;
}

async function failure(answer) {
  const text = await answer.text();
  let error = {message: `the server answered ${answer.status}`};
  try {
    error = JSON.parse(text).error;
  } catch { /* not JSON: the status is all that is known */ }
  return Object.assign(new Error(error.message), error, {status: answer.status});
}

async function ask(path, options) {
  const answer = await fetch(path, {credentials: 'same-origin', ...options});
  if (!answer.ok) throw await failure(answer);
  return answer;
}

/** What the page came with: {about, positions} as the API answers them, positions at the start by game. */
export const given = JSON.parse(document.getElementById('given').textContent);

/** One object. */
export async function get(path, parameters, signal) {
  return (await ask(address(path, parameters), {signal})).json();
}

/** How often something may have been stored: what was read before may be out of date. */
export let changes = 0;

export async function post(path, body, parameters) {
  const answer = await (await ask(address(path, parameters), {method: 'POST', body})).json();
  changes += 1;
  return answer;
}

export async function remove(path) {
  return (await ask(path, {method: 'DELETE'})).json();
}

/** Calls `each` for every object of a stream as it comes. */
export async function stream(path, parameters, each, signal, method = 'GET') {
  const reader = (await ask(address(path, parameters), {signal, method, body: method === 'POST' ? '' : undefined})).body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let part;
  do {
    part = await reader.read();
    const lines = (text + (part.value || '')).split('\n');
    text = lines.pop();
    for (const line of lines) each(JSON.parse(line));
  } while (!part.done);
}

/** Live events until `close()` of the result is called, or the server says that it is done. */
export function events(path, parameters, each, onEnd) {
  const source = new EventSource(address(path, parameters));
  const end = (error) => {
    source.close();
    onEnd(error);
  };
  source.onmessage = ({data}) => {
    const object = JSON.parse(data);
    if (object.done) end();
    else if (object.error) end(new Error(object.error.message));
    else each(object);
  };
  source.onerror = () => end(new Error('all engines are at work, or the server has gone'));
  return source;
}
