// @ts-check
// The conditions that the explorer, the list of games and the search share.

import {get} from './api.js';
import {byId, html, within} from './dom.js';
import {t} from './language.js';
import {given} from './session.js';
import {state} from './state.js';

/** As the server reads them; the page has a switch for the game. */
const conditions = given.conditions.filter(({name}) => name !== 'variant');
const names = conditions.map(({name}) => name);
/** @param {string} name @returns {HTMLInputElement} */
const field = (name) => /** @type {HTMLInputElement} */ (byId(`filter-${name}`));

/** @param {Condition} condition */
function fieldOf({name, help, example, choices, offers}) {
  const common = {id: `filter-${name}`, title: t(help)};
  if (choices) return html('select', common, html('option', {value: ''}, t('any')),
      ...choices.map((choice) => html('option', {value: choice}, t(choice))));
  return html('input', {
    ...common,
    type: 'search',
    autocomplete: 'off',
    placeholder: example ? t(example) : undefined,
    list: offers ? `${offers}-names` : undefined
  });
}

/** Makes the form. Before anything else of this module is called. */
export function setUpFilters() {
  within(byId('filters'), '.fields').prepend(
    ...conditions.map((condition) => html('label', {}, html('span', {}, t(condition.label)), fieldOf(condition))));
}

/**
 * The conditions as parameters of the API.
 * @returns {Record<string, string>}
 */
export const filters = () => Object.fromEntries(names.map((name) => [name, field(name).value.trim()]));

/** The conditions for games of the kind that is on the board. */
export const filtersHere = () => ({...filters(), variant: state.variant});

/**
 * Marks the field that the server refused; what to say about an error.
 * @param {Failure} error
 */
export function faultOfFilter(error) {
  const {parameter = '', message} = error;
  if (!names.includes(parameter)) return message;
  field(parameter).setAttribute('aria-invalid', 'true');
  return `${field(parameter).labels?.[0].firstChild?.textContent}: ${message}`;
}

/**
 * Calls `changed` a moment after the reader stops typing.
 * @param {() => void} changed
 */
export function onFilter(changed) {
  let timer = 0;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(changed, 300);
    showChange();
  };
  for (const name of names) field(name).addEventListener('input', soon);
  byId('filters').addEventListener('reset', () => setTimeout(soon));
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
}

/**
 * Lets through what `wanted` says, by name of the field, and nothing else.
 * @param {Record<string, string>} wanted
 */
export function setFilter(wanted) {
  byId('filters').reset();
  for (const [name, value] of Object.entries(wanted)) field(name).value = value;
  within(byId('filters'), 'details').setAttribute('open', '');
  showChange();
}

/**
 * Puts the conditions that an address names into the form: those of `parameters` whose names begin with "f.".
 * @param {URLSearchParams} parameters
 */
export function setFilterFrom(parameters) {
  const wanted = Object.fromEntries(names.map((name) => [name, parameters.get(`f.${name}`) || '']));
  if (JSON.stringify(wanted) !== JSON.stringify(filters())) setFilter(wanted);
}

/** The conditions as parts of an address. */
export const filterAddress = () => Object.fromEntries(
  Object.entries(filters()).filter(([, value]) => value).map(([name, value]) => [`f.${name}`, value]));

// What was refused is no longer there. How many conditions there are stands on the closed form.
function showChange() {
  for (const name of names) field(name).removeAttribute('aria-invalid');
  const count = Object.values(filters()).filter(Boolean).length;
  byId('filter-count').textContent = count > 0 ? `(${count})` : '';
}

/** Offers the names of players and events while one is typed. */
export function completeNames() {
  for (const {name, offers} of conditions) {
    if (!offers) continue;
    let timer = 0;
    /** @param {string} text */
    const offer = async (text) => {
      if (text.length < 2) return;
      const rows = (await get(`/api/${offers}s`, {name: text, limit: 10}))[`${offers}s`];
      byId(`${offers}-names`)
        .replaceChildren(
          ...rows.map((row) => html('option', {value: row[offers]}, t('{n} {n|game|games}', {n: row.games}))));
    };
    field(name).addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => offer(field(name).value.trim()).catch(() => {}), 250);
    });
  }
}
