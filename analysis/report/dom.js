// @ts-check
'use strict';
// Elements are made here and nowhere else: text of records only ever becomes text nodes.

/**
 * The element of the page; those that may be missing are asked for with document.getElementById().
 *
 * @template {string} Id
 * @param {Id} id
 * @returns {ElementOf<Id>}
 */
export const byId = (id) => /** @type {any} */ (document.getElementById(id));

/**
 * @template {Element} Made
 * @param {Made} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : `${value}`);
  }
  for (const child of children) if (child !== undefined && child !== '') element.append(child);
  return element;
}

/**
 * An HTML element with attributes (undefined and false ones are left out) and children.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * The same for SVG.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

/**
 * A part of `host` that is always there.
 *
 * @param {ParentNode} host
 * @param {string} selector
 */
export const within = (host, selector) => /** @type {HTMLElement} */ (host.querySelector(selector));

/**
 * The element around the target of an event that `selector` means.
 *
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const around = ({target}, selector) => (target instanceof Element ? target.closest(selector) : null);
