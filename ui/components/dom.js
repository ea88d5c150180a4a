// What all components draw with.

/** @typedef {Record<string, unknown>} Attributes Strings and numbers; `true` for one without a value; `on…` to listen. */

/**
 * An element with a class, its attributes (plain objects) and children; strings become text nodes, never markup.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} [className]
 * @param {...(Node | string | number | Attributes | null | undefined)} parts
 */
export function make(tag, className, ...parts) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const part of parts) {
    if (part === null || part === undefined) continue;
    if (part instanceof Node) element.append(part);
    else if (typeof part === "object") setAttributes(element, part);
    else element.append(String(part));
  }
  return element;
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) Object.assign(element, { [name]: value });
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
}

/**
 * A text with values in the place of {names}.
 *
 * @param {string} template
 * @param {Record<string, unknown>} values
 */
export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/**
 * The entries by their keys, each of them once: of the same row twice, the second has another.
 *
 * @template Build
 * @param {Iterable<[string, Build]>} entries
 * @returns {Map<string, Build>}
 */
export function byKey(entries) {
  const builds = new Map();
  for (const [name, build] of entries) {
    let key = name;
    while (builds.has(key)) key += "'";
    builds.set(key, build);
  }
  return builds;
}

/** @type {WeakMap<Element, Map<string, Element>>} An element's children, by their keys. */
const shown = new WeakMap();

/**
 * Make the children of an element those of the entries, [key, build]. A child whose key was there before stays as it
 * is, and where it is: what moves up because one before it has gone is not drawn anew.
 *
 * @param {Element} parent
 * @param {Iterable<[string, () => Element]>} entries
 */
export function patch(parent, entries) {
  const before = shown.get(parent) ?? new Map();
  const builds = byKey(entries);
  for (const [key, child] of before) if (!builds.has(key)) child.remove();
  const now = new Map();
  let place = parent.firstElementChild;
  for (const [key, build] of builds) {
    const child = before.get(key) ?? build();
    if (child === place) place = child.nextElementSibling;
    else parent.insertBefore(child, place);
    now.set(key, child);
  }
  shown.set(parent, now);
}

/**
 * The one element of that selector, which is there.
 *
 * @param {ParentNode} parent
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function find(parent, selector) {
  const found = parent.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`There is no ${selector} here.`);
  return found;
}

/**
 * The element that an event happened in or on, of that selector.
 *
 * @param {EventTarget | null | undefined} target
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function closest(target, selector) {
  return target instanceof Element ? target.closest(selector) : null;
}

/**
 * What has the focus, also inside a shadow root.
 *
 * @param {Element} element
 */
export function focusedIn(element) {
  const root = element.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
}

/**
 * Put a text into the clipboard. Without https a browser lends none: then the box shows it, selected.
 *
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement} box
 */
export async function copyText(text, box) {
  box.hidden = true;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    box.hidden = false;
    box.value = text;
    box.select();
    return document.execCommand("copy");
  }
}
