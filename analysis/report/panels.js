// @ts-check
// The heading of a game and its record's own tags.

import {overview} from './data.js';
import {byId, html, within} from './dom.js';
import {dateText, isJapanese, resultText, sideName, t} from './language.js';
import {outcomeText, startText} from './tree.js';

/**
 * Heading and facts of a game, and its record's own tags.
 * @param {ShownGame} game
 */
export function showHeading(game) {
  const row = overview.games[game.number - 1];
  byId('players').replaceChildren(html('bdi', {}, row.black || sideName('b')), html('span', {class: 'against'}, ' – '),
    html('bdi', {}, row.white || sideName('w')));
  const facts = [
    t(overview.variants[game.variant].name), startText(game), game.rules && t('Rules: {rules}', {rules: game.rules}),
    row.event, dateText(row.date),
    [isJapanese ? '' : resultText(row.result), outcomeText(game)].filter(Boolean).join(' ')
  ].filter(Boolean);
  byId('facts').replaceChildren(...facts.flatMap((fact, i) => [i > 0 ? ' · ' : '', html('bdi', {}, fact)]));
  byId('about').hidden = game.tags.length === 0;
  within(byId('about'), 'dl').replaceChildren(...game.tags.flatMap(
      ([name, value]) => [html('dt', {}, t(name)), html('dd', {}, html('bdi', {}, dateText(value)))]));
  byId('unread').hidden = !game.unread;
  byId('unread').replaceChildren(t('The record cannot be read on from here: '), html('q', {}, game.unread || ''));
}
