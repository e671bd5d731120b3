// @ts-check
// The accuracy of a player over the years as a line.

import {svg} from './dom.js';
import {t} from './language.js';
import './later_words.js';

const width = 600, height = 180, left = 40, right = 12, top = 12, bottom = 26;

/**
 * `years` have name and accuracy; the number of moves decides the size of the dots.
 * @param {(ProfileNumbers & {accuracy: number})[]} years
 */
export function accuracyChart(years) {
  const rows = [...years].sort((a, b) => Number(a.name) - Number(b.name));
  const begin = rows[0], end = rows[rows.length - 1];
  const first = Number(begin.name), last = Number(end.name);
  const low = Math.max(0, Math.floor(Math.min(...rows.map(({accuracy}) => accuracy)) / 10) * 10 - 5), high = 100;
  /** @param {string} year */
  const x = (year) => left + (Number(year) - first) / Math.max(1, last - first) * (width - left - right);
  /** @param {number} value */
  const y = (value) => top + (high - value) / (high - low) * (height - top - bottom);
  const most = Math.max(...rows.map(({moves}) => moves));
  const words = t('Accuracy by year: {years}',
    {years: rows.map(({name, accuracy}) => `${name} ${accuracy.toFixed(1)} %`).join(', ')});
  const steps = [low, (low + high) / 2, high];
  const labels = [...new Set([begin, rows[Math.floor(rows.length / 2)], end].map(({name}) => name))];
  return svg('svg',
    {'class': 'accuracy-chart', 'viewBox': `0 0 ${width} ${height}`, 'role': 'img', 'aria-label': words},
    ...steps.flatMap((value) => [svg('path', {class: 'axis', d: `M${left} ${y(value)}H${width - right}`}),
                       svg('text', {'x': left - 6, 'y': y(value) + 4, 'text-anchor': 'end'}, `${Math.round(value)}`)]),
    ...labels.map((name) => svg('text', {
      'x': x(name),
      'y': height - 8,
      'text-anchor': name === begin.name ? 'start' :
        name === end.name                ? 'end' :
                                           'middle'
    },
                    name)),
    svg('path', {
      class: 'line',
      d: rows.map(({name, accuracy}, i) => `${i === 0 ? 'M' : 'L'}${x(name).toFixed(1)} ${y(accuracy).toFixed(1)}`)
           .join('')
    }),
    ...rows.map(
      ({name, accuracy, moves}) => svg('circle',
        {'cx': x(name).toFixed(1), 'cy': y(accuracy).toFixed(1), 'r': (2 + 4 * Math.sqrt(moves / most)).toFixed(1)},
        svg('title', {}, t('{name}: {share} %, {n} moves', {name, share: accuracy.toFixed(1), n: moves})))));
}
