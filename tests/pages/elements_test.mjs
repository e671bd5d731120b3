// The elements that web/page/shapes.d.ts gives types to are in the pages, as those elements: the compiler does not read
// HTML, and believes it.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';

const source = process.argv[2];
const read = (name) => readFileSync(join(source, name), 'utf8');
const shapes = read('web/page/shapes.d.ts');
const pages = ['web/page/index.html', 'analysis/report/page.html'].map(read).join('\n');
const scripts = readdirSync(join(source, 'web/page/panels')).filter((name) => name.endsWith('.js')).map((name) => read(`web/page/panels/${name}`)).join('\n');

/** "HTMLTextAreaElement" is a textarea. */
const tagOf = (type) => ({HTMLAnchorElement: 'a'}[type] || type.replace(/^(HTML|SVG)|Element$/g, '').toLowerCase());
const listed = (name, tag) => [...shapes.match(new RegExp(`type ${name} =([^;]*);`))[1].matchAll(/'([^']+)'/g)].map(([, id]) => [id, tag]);
const typed = [...listed('InputId', 'input'), ...listed('ButtonId', 'button'),
  ...[...shapes.matchAll(/^ {2}'([\w-]+)': ((?:HTML|SVG)\w+);/gm)].map(([, id, type]) => [id, tagOf(type)])];

assert.ok(typed.length > 50);
const wrong = typed.filter(([id, tag]) =>
  !new RegExp(`<${tag}(\\s[^<>]*)?\\sid="${id}"`).test(pages) && !scripts.includes(`html('${tag}', {id: '${id}'`));
assert.deepEqual(wrong, []);
console.log(`ok      ${typed.length} elements`);
