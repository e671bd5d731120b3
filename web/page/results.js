// @ts-check
// Numbers and bars of results, as the explorer and the pages of players show them.

import {html, svg} from './dom.js';

/** @param {number | null} share @param {number} [digits] */
export const percent = (share, digits = 0) => (share === null ? '–' : `${share.toFixed(digits)} %`);

/**
 * A bar of `parts`, pairs of a class and a number, out of `all`; `words` say the same.
 * @param {[string, number][]} parts
 * @param {number} all
 * @param {string} words
 */
export function resultBar(parts, all, words) {
  let x = 0;
  const shapes = parts.flatMap(([name, n]) => {
    const width = all > 0 ? n / all * 100 : 0;
    const shape = svg('rect', {class: `win-${name}`, x, y: 0, width, height: 14});
    x += width;
    return width > 0 ? [shape] : [];
  });
  return svg('svg',
    {'class': 'bar', 'viewBox': '0 0 100 14', 'preserveAspectRatio': 'none', 'role': 'img', 'aria-label': words},
    svg('title', {}, words), svg('rect', {class: 'win-none', x: 0, y: 0, width: 100, height: 14}), ...shapes);
}

/**
 * Where a finding stands in the line: characters of Japanese are twice as wide.
 * @param {{excerpt: string, caret: number}} place
 */
export const caretBelow = ({excerpt, caret}) => html('pre', {},
  `${excerpt}\n${[...excerpt].slice(0, caret - 1).map((sign) => (sign > '\u2E7F' ? '\u3000' : ' ')).join('')}^`);

/**
 * A name that is text, whatever its direction and length.
 * @param {string | null} text
 */
export const nameOf = (text) =>
  html('bdi', {class: `name${(text || '').length <= 12 ? ' short' : ''}`, title: text || undefined}, text || '?');
