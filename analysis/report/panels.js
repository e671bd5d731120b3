// The heading of a game and its record's own tags.

/** Heading and facts of a game, and its record's own tags. */
function showHeading(game) {
  const row = overview.games[game.number - 1];
  byId('players').replaceChildren(
      html('bdi', {}, row.black || sideName('b')), html('span', {class: 'against'}, ' – '), html('bdi', {}, row.white || sideName('w')));
  const facts = [t(overview.variants[game.variant].name), startText(game), game.rules && t('Rules: {rules}', {rules: game.rules}),
    row.event, dateText(row.date), [isJapanese ? '' : resultText(row.result), outcomeText(game)].filter(Boolean).join(' ')].filter(Boolean);
  byId('facts').replaceChildren(...facts.flatMap((fact, i) => [i > 0 ? ' · ' : '', html('bdi', {}, fact)]));
  byId('about').hidden = game.tags.length === 0;
  byId('about').querySelector('dl').replaceChildren(...game.tags.flatMap(
      ([name, value]) => [html('dt', {}, t(name)), html('dd', {}, html('bdi', {}, dateText(value)))]));
  byId('unread').hidden = !game.unread;
  byId('unread').replaceChildren(t('The record cannot be read on from here: '), html('q', {}, game.unread || ''));
}
