// Finds and compiles the module of this folder, in a browser and in node.
import {connect} from './yaribase.js';

export {YaribaseError, connect} from './yaribase.js';

const beside = new URL('./yaribase.wasm', import.meta.url);

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const url = new URL(source);
  if (url.protocol === 'file:') {
    const {readFile} = await import('node:fs/promises');
    return WebAssembly.compile(await readFile(url));
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: the server answered ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

export async function load(source = beside) {
  return connect(await compile(source));
}
