// The conditions that the explorer and the list of games share.

import {byId} from './dom.js';

const names = ['player', 'side', 'opponent', 'event', 'date', 'result'];

/** The conditions as parameters of the API. */
export function filters() {
  const given = Object.fromEntries(names.map((name) => [name, byId(`filter-${name}`).value.trim()]));
  if (!given.player) delete given.side;
  return given;
}

/** Calls `changed` a moment after the reader stops typing. */
export function onFilter(changed) {
  let timer = 0;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(changed, 300);
  };
  for (const name of names) byId(`filter-${name}`).addEventListener('input', soon);
  byId('filters').addEventListener('reset', soon);
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
}

/** How many conditions there are, for the closed form. */
export function filterCount() {
  return Object.values(filters()).filter(Boolean).length;
}
