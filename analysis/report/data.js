// The games, read from the data blocks of the page. Rules are not needed: every node brings its position.

const overview = JSON.parse(byId('overview').textContent);
const games = new Map();  // by number, those opened so far

/** Game `number` (from 1) with its tree of moves, or null. */
function gameNumber(number) {
  if (!games.has(number)) {
    const block = byId(`game-${number}`);
    if (!block) return null;
    const data = JSON.parse(block.textContent);
    games.set(number, linkNodes({number, ...data, board: overview.variants[data.variant]}));
  }
  return games.get(number);
}
