// The heading of a game and its record's own tags.

/** Heading and facts of a game, and its record's own tags. */
function showHeading(game) {
  const row = overview.games[game.number - 1];
  byId('players').replaceChildren(
      html('bdi', {}, row.black || 'Black'), html('span', {class: 'against'}, ' – '), html('bdi', {}, row.white || 'White'));
  const facts = [overview.variants[game.variant].name, game.start, game.rules && `Rules: ${game.rules}`,
    row.event, row.date, `${row.result === '*' ? '' : row.result + ' '}${game.outcome}`].filter(Boolean);
  byId('facts').replaceChildren(...facts.flatMap((fact, i) => [i > 0 ? ' · ' : '', html('bdi', {}, fact)]));
  byId('about').hidden = game.tags.length === 0;
  byId('about').querySelector('dl').replaceChildren(...game.tags.flatMap(
      ([name, value]) => [html('dt', {}, name), html('dd', {}, html('bdi', {}, value))]));
  byId('unread').hidden = !game.unread;
  byId('unread').replaceChildren('The record cannot be read on from here: ', html('q', {}, game.unread || ''));
}
