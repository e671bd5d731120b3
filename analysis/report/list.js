// The list of games: sorted by a click on a heading, narrowed by typing.

const columns = [
  {key: 'id', title: 'No.', numeric: true},
  {key: 'black', title: 'Black'},
  {key: 'white', title: 'White'},
  {key: 'result', title: 'Result', short: true},
  {key: 'ending', title: 'Ending', wide: true, short: true},
  {key: 'plies', title: 'Plies', numeric: true, wide: true},
  {key: 'date', title: 'Date', wide: true, short: true},
  {key: 'event', title: 'Event', wide: true},
  {key: 'black_accuracy', title: 'Black %', label: 'Accuracy of Black in percent', numeric: true, wide: true, digits: 1},
  {key: 'white_accuracy', title: 'White %', label: 'Accuracy of White in percent', numeric: true, wide: true, digits: 1},
  {key: 'mistakes', title: '?', label: 'Mistakes', numeric: true, wide: true},
  {key: 'blunders', title: '??', label: 'Blunders', numeric: true},
  {key: 'missed', title: 'Missed', label: 'Missed mates', numeric: true, wide: true},
];

class GameList {
  constructor() {
    this.rows = overview.games.map((game, i) => ({
      ...game, place: i + 1, black_accuracy: game.accuracy && game.accuracy[0],
      white_accuracy: game.accuracy && game.accuracy[1]}));
    this.columns = columns.filter(({key}) => this.rows.some((row) => (row[key] ?? '') !== ''));
    byId('list-title').textContent = reportTitle();
    byId('games').querySelector('thead').replaceChildren(html('tr', {}, ...this.columns.map((c) => this.heading(c))));
    byId('find').addEventListener('input', () => this.draw());
    new IntersectionObserver(([end]) => { if (end.isIntersecting) this.drawMore(); }, {rootMargin: '600px'}).observe(byId('list-end'));
    byId('games').addEventListener('click', (event) => {
      const row = event.target.closest('tbody tr');
      if (row) location.hash = `#${row.dataset.place}/0`;
    });
    this.sort('id');
  }

  heading(column) {
    const button = html('button', {'aria-label': column.label && t(column.label)}, t(column.title));
    button.addEventListener('click', () => this.sort(column.key));
    return html('th', {scope: 'col', 'data-key': column.key, class: this.classOf(column)}, button);
  }

  classOf({numeric, wide, short}) {
    return [numeric ? 'numeric' : 'text', wide && 'wide', (numeric || short) && 'short'].filter(Boolean).join(' ');
  }

  textOf(row, {key, digits}) {
    const value = row[key] ?? '';
    const text = {date: dateText, result: isJapanese ? resultText : undefined, ending: t}[key];
    if (text) return text(value);
    return digits && value !== '' ? value.toFixed(digits) : `${value}`;
  }

  /** By `key`; a second time, the other way round. Rows without a value come last. */
  sort(key) {
    this.down = this.key === key ? !this.down : false;
    this.key = key;
    const {numeric} = columns.find((column) => column.key === key);
    const missing = (row) => (row[key] ?? '') === '';
    const order = (a, b) => (numeric ? a[key] - b[key] : a[key].localeCompare(b[key]));
    this.rows.sort((a, b) => missing(a) - missing(b) || (missing(a) ? 0 : order(a, b) * (this.down ? -1 : 1)) ||
      a.place - b.place);
    for (const head of byId('games').querySelectorAll('th')) {
      head.setAttribute('aria-sort', head.dataset.key !== key ? 'none' : this.down ? 'descending' : 'ascending');
    }
    this.draw();
  }

  draw() {
    const wanted = byId('find').value.trim().toLowerCase();
    const rows = this.rows.filter((row) => this.columns.some(({key}) => String(row[key] ?? '').toLowerCase().includes(wanted)));
    byId('games').querySelector('tbody').replaceChildren();
    this.waiting = [...rows];
    this.drawMore();
    byId('found').textContent = wanted ?
      t('{n} of {all} games', {n: rows.length, all: this.rows.length}) : t('{n} {n|game|games}', {n: this.rows.length});
  }

  // A long list is drawn as far as the reader has scrolled.
  drawMore() {
    byId('games').querySelector('tbody').append(...this.waiting.splice(0, 100).map((row) => this.row(row)));
    byId('list-end').hidden = this.waiting.length === 0;
  }

  row(row) {
    return html('tr', {'data-place': row.place}, ...this.columns.map((column) => {
      const text = this.textOf(row, column);
      return html('td', {class: this.classOf(column)}, column.key === 'id' ?
        html('a', {href: `#${row.place}/0`, 'aria-label': t('Game {n}', {n: text})}, text) : html('bdi', {}, text));
    }));
  }
}
