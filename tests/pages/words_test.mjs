// The table of words in two languages: it is whole, everything that the pages say is in it, and nothing else is.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';

const [root] = process.argv.slice(2);
const read = (name) => readFileSync(join(root, name), 'utf8');
const filesOf = (folder, ending) => readdirSync(join(root, folder), {recursive: true})
    .filter((name) => ending.test(name)).map((name) => join(folder, name));

const {wordTable} = await import(`data:text/javascript,${encodeURIComponent(read('analysis/report/words/words.js'))}`);
const {laterWords} = await import(`data:text/javascript,${encodeURIComponent(read('web/page/later_words.js').replace(/^import .*|^addWords.*/gm, ''))}`);
Object.assign(wordTable, laterWords);
const rows = Object.entries(wordTable);
const scripts = [...filesOf('web/page', /\.js$/), ...filesOf('analysis/report', /\.js$/)].filter((name) => !/words\.js|outlines\.js/.test(name));
const pages = ['web/page/index.html', 'analysis/report/page.html'];

/** What looks like English, and is none that anybody reads. */
const names = new Set(['use strict', 'Enter', 'Escape', 'Tab', 'Home', 'End', 'Backspace', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown',
  'AbortError', 'Files', 'English', 'Bearer', 'Variant', 'yari serve']);
const classes = /^(axis middle|grain strong|target taken|arrow drop \{\}|tbody tr|pair single|variation depth-\{\}|no mate|\{\} to move)$/;

/** The string literals of a script with whether they stand in the first argument of t(). Templates count as well. */
function literalsOf(text) {
  const found = [];
  const open = [];
  for (let i = 0; i < text.length; ++i) {
    const sign = text[i];
    if (text.startsWith('//', i) && text[i - 1] !== ':') i = text.indexOf('\n', i);
    else if (text.startsWith('/*', i)) i = text.indexOf('*/', i) + 1;
    else if (sign === '/' && /[(,=:[!&|?{};]\s*$/.test(text.slice(Math.max(0, i - 3), i))) i = text.slice(i + 1).search(/(?<=(?:^|[^\\])(?:\\\\)*)\//) + i + 1;
    else if (/['"`]/.test(sign)) {
      let end = i + 1;
      while (text[end] !== sign) end += text[end] === '\\' ? 2 : 1;
      found.push({text: text.slice(i + 1, end).replace(/\\(['"])/g, '$1').replace(/\$\{[^}]*\}/g, '{}'), said: open.at(-1) === 't', line: text.slice(0, i).split('\n').length});
      i = end;
    } else if (/[([{]/.test(sign)) {
      open.push(sign === '(' && /(?:^|[^\w.])t$/.test(text.slice(Math.max(0, i - 2), i)) ? 't' : sign);
    } else if (/[)\]}]/.test(sign)) open.pop();
    else if (sign === ',' && open.at(-1) === 't') open[open.length - 1] = '(';
  }
  return found;
}

const looksEnglish = (text) => !/^(input|select|textarea)\b/.test(text) && (/^[A-Z][a-z]{2,}[.:!?]?$/.test(text) || /(^|[ (])[A-Za-z']{2,},? [a-z']{2,}/.test(text));

function bothColumnsAreThere() {
  for (const [english, japanese] of rows) {
    assert.ok(english && japanese, `a column is missing: ${english} | ${japanese}`);
    const kept = (text) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    for (const name of kept(japanese)) assert.ok(kept(english).has(name), `{${name}} is not in the English of: ${japanese}`);
    for (const name of kept(english)) assert.ok(kept(japanese).has(name) || /^\{points\}|file|^\{n\}\. /.test(english) || japanese.includes(`{${name}}`), `{${name}} is lost: ${english}`);
  }
}

function scriptsSayWordsOfTheTable() {
  const missing = [];
  for (const file of scripts) {
    for (const {text, said, line} of literalsOf(read(file).replace(/' \+\n *'/g, ''))) {
      if (text in wordTable || names.has(text) || classes.test(text)) continue;
      if (said ? /[A-Za-z]{2}/.test(text) : looksEnglish(text)) missing.push(`${file}:${line}: ${text}`);
    }
  }
  assert.deepEqual(missing, []);
}

function pagesSayWordsOfTheTable() {
  const missing = [];
  const decode = (text) => text.replace(/&nbsp;/g, '\u00a0').replace(/&gt;/g, '>').replace(/&lt;/g, '<').replace(/&amp;/g, '&');
  for (const file of pages) {
    const body = read(file).replace(/^[^]*<body/, '<body').replace(/<(script|style)[^]*?<\/\1>/g, '').replace(/@\w+@/g, '');
    const attributes = [...body.matchAll(/ (?:title|aria-label|placeholder|data-words)="([^"]*)"/g)].map(([, text]) => text);
    const texts = [...body.replace(/<(\w+)[^>]*(?:data-words|translate="no")[^>]*>[^<]*/g, '<').matchAll(/>([^<]+)</g)].map(([, text]) => text.trim());
    missing.push(...[...attributes, ...texts].map(decode).filter((text) => /[A-Za-z]{2}/.test(text) && !(text in wordTable) && !/^(capture R|2001-)/.test(text)).map((text) => `${file}: ${text}`));
  }
  assert.deepEqual(missing, []);
}

function everyRowIsSaid() {
  const sources = [...scripts, ...pages, 'answers/conditions.cpp', 'answers/report_game.cpp', 'analysis/annotate/judge.cpp', 'analysis/report/data.cpp',
    ...filesOf('rules', /\.(h|cpp)$/), ...filesOf('record', /\.(h|cpp)$/), ...filesOf('notation', /\.(h|cpp)$/), ...filesOf('text', /\.h$/)];
  const all = sources.map(read).join('\n').replace(/\\'/g, "'").replace(/&nbsp;/g, ' ').replace(/"\s*\n\s*"/g, '').replace(/'\s*\+\s*\n?\s*'/g, '');
  assert.deepEqual(rows.map(([english]) => english).filter((english) => !all.includes(english) && english !== 'WhiteElo'), []);
}

let failures = 0;
for (const check of [bothColumnsAreThere, scriptsSayWordsOfTheTable, pagesSayWordsOfTheTable, everyRowIsSaid]) {
  try {
    check();
    console.log(`ok      ${check.name}`);
  } catch (error) {
    ++failures;
    console.log(`FAILED  ${check.name}\n${error.message}`);
  }
}
process.exit(failures === 0 ? 0 : 1);
