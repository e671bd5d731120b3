// @ts-check
// English or Japanese: what the reader chose, else what the browser prefers. Everything that a page says comes through
// here.

import {remember, settings} from './settings.js';
import {wordTable} from './words.js';

const known = ['en', 'ja'];
const preferred = navigator.languages.map((name) => name.slice(0, 2)).find((name) => known.includes(name)) || 'en';
const inAddress = new URLSearchParams(location.hash.slice(1)).get('lang') || '';

/** That of the address counts before the reader's choice: a link keeps its language. */
export const language = known.includes(inAddress) ? inAddress : settings.language || preferred;
export const isJapanese = language === 'ja';

/**
 * The language as a part of an address; nothing where every reader would get English anyway.
 * @type {Record<string, string>}
 */
export const languageAddress = isJapanese || preferred !== 'en' ? {lang: language} : {};

/**
 * A link may ask for another language than the page is in: then it begins anew.
 * @param {string | null} wanted
 */
export function followLanguage(wanted) {
  if (!wanted || !known.includes(wanted) || wanted === language) return false;
  location.reload();
  return true;
}

/** @type {Map<string, string>} */
const japanese = new Map();
/**
 * More of the table: parts of a page that come later bring their words.
 * @param {Record<string, string>} words
 */
export function addWords(words) {
  if (isJapanese) for (const [english, text] of Object.entries(words)) japanese.set(english, text);
}
addWords(wordTable);

/**
 * Several things one after another; what is empty is left out.
 * @param {(string | false | null | undefined | 0)[]} words
 */
export const listed = (words) => words.filter(Boolean).join(isJapanese ? '、' : ', ');

export const numberFormat = new Intl.NumberFormat(language);

/**
 * `english` as the reader reads it, with `values` in the places of {name}: numbers as they are written here, and
 * {n|game|games} by number. What stands after a # tells apart what is one word in English: "Games#number".
 * @param {string} english
 * @param {object} [values]
 * @returns {string}
 */
export function t(english, values = {}) {
  /** @type {Record<string, unknown>} */
  const named = {...values};
  const text = japanese.get(english) ?? english.replace(/#.*/, '');
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => {
    const value = named[name];
    if (one !== undefined) return value === 1 ? one : many;
    return typeof value === 'number' ? numberFormat.format(value) : `${value}`;
  });
}

/** Puts what stands in the page itself into the language: texts, titles, names for screen readers, placeholders. */
export function translatePage() {
  document.documentElement.lang = language;
  if (!isJapanese) return;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode());) {
    const {parentElement} = text, data = text.textContent || '';
    const translated = japanese.get(parentElement?.dataset.words || data.trim());
    if (!translated || parentElement?.closest('[translate=no]')) continue;
    text.textContent = data.replace(data.trim(), () => translated);
  }
  for (const name of ['title', 'aria-label', 'placeholder']) {
    const named = document.querySelectorAll(`[${name}]`);
    for (const element of named) element.setAttribute(name, t(element.getAttribute(name) || ''));
  }
}

/** Switches to the other language, for good. */
export function switchLanguage() {
  const other = isJapanese ? 'en' : 'ja';
  remember({language: other});
  history.replaceState(null, '', location.hash.replace(/\blang=\w+/, `lang=${other}`) || '#');
  location.reload();
}

/**
 * The button of the header that leads to the other language; it names that language in its own words.
 * @param {HTMLElement} button
 */
export function setUpLanguage(button) {
  button.textContent = isJapanese ? 'English' : '日本語';
  button.lang = isJapanese ? 'en' : 'ja';
  button.addEventListener('click', switchLanguage);
}

/** With a handicap, the sides have names of their own in Japanese. */
let isHandicap = false;
/** @param {string} start @param {string} even */
export function nameSidesOf(start, even) {
  const [rows, side, hands] = start.split(' ');
  const [evenRows] = even.split(' ');
  /** @param {string} text */
  const lower = (text) => text.split('/').slice(6).join('/');
  isHandicap = side === 'w' && hands === '-' && rows !== evenRows && lower(rows) === lower(evenRows);
}

/**
 * "Black", "先手"; `side` is "b", "w", "black" or "white".
 * @param {string} side
 */
export function sideName(side) {
  const isBlack = side[0] === 'b';
  if (isHandicap && isJapanese) return isBlack ? '下手' : '上手';
  return t(isBlack ? 'Black' : 'White');
}

/**
 * "2001-05-02", "2001.05.02" or a part of it, as dates are written.
 * @param {string} date
 */
export function dateText(date) {
  const found = isJapanese && /^(\d{4})(?:[-.](\d\d|\?\?)(?:[-.](\d\d|\?\?))?)?$/.exec(date);
  if (!found) return date;
  const [, year, month, day] = found;
  return `${Number(year)}年${Number(month) ? `${Number(month)}月${Number(day) ? `${Number(day)}日` : ''}` : ''}`;
}

/**
 * "1-0" or who won; "" where nobody knows.
 * @param {string} result
 */
export function resultText(result) {
  if (result === '*' || !result) return '';
  if (!isJapanese) return result.replace('1/2-1/2', '½');
  const winner = {'1-0': 'b', '0-1': 'w'}[result];
  return winner ? t('{side} wins', {side: sideName(winner)}) : t('Draw');
}

const kanjiRanks = '一二三四五六七八九';
/**
 * "7g", "７七".
 * @param {string} square
 */
export function squareName(square) {
  if (!isJapanese) return square;
  return String.fromCharCode(square.charCodeAt(0) + 0xFEE0) + kanjiRanks['abcdefghi'.indexOf(square[1])];
}
/**
 * The letter or number of a rank on the edge of the board.
 * @param {string} letter
 */
export const rankName = (letter) => (isJapanese ? kanjiRanks['abcdefghi'.indexOf(letter)] : letter);

/**
 * Pieces whose one or two kanji on the board are not their name.
 * @type {Record<string, string>}
 */
const spoken = {杏: '成香', 圭: '成桂', 全: '成銀', 龍: '竜', と: 'と金', 成桂: '成香桂', 成角: '成香角'};
/**
 * The name of a piece whose names are those of a game's table: [English, kanji, letters].
 * @param {PieceNames} names
 */
export const pieceName = ([english, kanji]) => (isJapanese ? spoken[kanji] || kanji : english);
