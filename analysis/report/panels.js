// What stands around the board: the move shown, ways to go on, players in numbers, the record.

/** Links to the moves that the record knows after `node`, where it is more than one; the way back to the game. */
function branchParts(game, node) {
  const parts = node.children.length > 1 ? node.children.map((child) => moveLink(game, child, true)) : [];
  if (!node.is_main) {
    parts.push(html('a', {href: `#${game.number}/${mainAncestor(node).id}`, 'data-node': mainAncestor(node).id},
        'Back to the game'));
  }
  return parts;
}

/** Fills the table of both players. */
function showNumbers(section, game) {
  section.hidden = !game.players;
  if (!game.players) return;
  const rows = [
    ['Moves', 'moves'], ['Accuracy', 'accuracy', ' %'], ['Mean loss', 'loss', ' points'],
    ['Inaccuracies ?!', 'inaccuracies'], ['Mistakes ?', 'mistakes'], ['Blunders ??', 'blunders'],
    ['Missed mates', 'missed'], ['Allowed mates', 'allowed'], ['Only moves found', 'only'],
    ['Brilliant moves !!', 'brilliant'], ['Book moves', 'book']]
      .filter(([, key]) => !['only', 'brilliant', 'book'].includes(key) || game.players.some((p) => p[key] > 0))
      .map(([label, key, unit = '']) => [label, game.players.map((p) => (p[key] === null ? '–' : `${p[key]}${unit}`))]);
  ['opening', 'middlegame', 'endgame'].forEach((phase, i) => {
    if (game.players.every((p) => p.phases[i] === null)) return;
    rows.splice(rows.findIndex(([label]) => label === 'Mean loss'), 0,
        [`in the ${phase}`, game.players.map((p) => (p.phases[i] === null ? '–' : `${p.phases[i]} %`))]);
  });
  section.querySelector('thead').replaceChildren(html('tr', {}, html('td'),
      html('th', {scope: 'col'}, 'Black'), html('th', {scope: 'col'}, 'White')));
  section.querySelector('tbody').replaceChildren(...rows.map(([label, cells]) => html('tr', {},
      html('th', {scope: 'row'}, label), ...cells.map((value) => html('td', {}, value)))));
}

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

/** Fills the filter with the judgements and marks that the game has; hides it where there are none. */
function showFilter(game) {
  const counts = new Map();
  for (const node of game.main) {
    for (const sign of signsOf(node)) counts.set(sign, (counts.get(sign) || 0) + 1);
  }
  const glyphs = Object.keys(judgements).filter((glyph) => counts.has(glyph));
  const marks = [...counts.keys()].filter((sign) => /^\w/.test(sign)).sort();
  byId('filter').hidden = glyphs.length + marks.length === 0;
  byId('glyphs').replaceChildren(
      ...glyphs.map((glyph) => filterBox(glyph, ' ',
          html('span', {class: `glyph ${judgements[glyph]}`, 'aria-hidden': 'true'}, glyph),
          ` ${judgements[glyph]} (${counts.get(glyph)})`)),
      ...marks.map((mark) => filterBox(mark, ` ${mark} (${counts.get(mark)})`)));
}

function filterBox(value, ...label) {
  return html('label', {}, html('input', {type: 'checkbox', value}), ...label);
}
