// What all components draw with.

/** @typedef {Record<string, unknown>} Attributes Strings and numbers; `true` for one without a value; `on…` to listen. */
/** @typedef {Node | string | number | Attributes | null | undefined} Part */

/**
 * An element, as `div.bar.pages`, with its attributes (plain objects) and children; strings become text nodes, never
 * markup.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag | `${Tag}.${string}`} name
 * @param {...Part} parts
 */
export function make(name, ...parts) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(/** @type {Tag} */ (tag));
  if (classes.length) element.className = classes.join(" ");
  if (element instanceof HTMLButtonElement) element.type = "button";
  for (const part of parts) {
    if (part === null || part === undefined || part === "") continue;
    if (part instanceof Node) element.append(part);
    else if (typeof part === "object") setAttributes(element, part);
    else element.append(String(part));
  }
  return element;
}

/** @type {(element: Element, attributes: Attributes) => void} */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) Object.assign(element, { [name]: value });
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
}

/** The attributes of what has a colour. @type {(hue: number | null) => Attributes} */
export const tint = (hue) => ({ style: hue === null ? null : `--hue: ${hue}` });

/** A text with values in the place of {names}. @type {(template: string, values: Record<string, unknown>) => string} */
export const fill = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/**
 * The entries by their keys, each of them once: of the same row twice, the second has another.
 *
 * @template Build
 * @param {Iterable<[string, Build]>} entries
 */
export function byKey(entries) {
  /** @type {Map<string, Build>} */
  const builds = new Map();
  for (const [name, build] of entries) {
    let key = name;
    while (builds.has(key)) key += "'";
    builds.set(key, build);
  }
  return builds;
}

/** @typedef {[key: string, build: () => Element]} Entry */
/** @type {WeakMap<Element, Map<string, Element>>} An element's children, by their keys. */
const shown = new WeakMap();

/**
 * Make the children of an element those of the entries. A child whose key was there before stays as it is, and where it
 * is: what moves up because one before it has gone is not drawn anew.
 *
 * @type {(parent: Element, entries: Iterable<Entry>) => void}
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

/** The one element of that selector, which is there. @type {(parent: ParentNode, selector: string) => HTMLElement} */
export function find(parent, selector) {
  const found = parent.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`There is no ${selector} here.`);
  return found;
}

/**
 * The element that an event happened in or on, of that selector.
 *
 * @type {(target: EventTarget | null | undefined, selector: string) => HTMLElement | null}
 */
export const closest = (target, selector) => (target instanceof Element ? target.closest(selector) : null);

/** What has the focus, also inside a shadow root. @param {Element} element */
export function focusedIn(element) {
  const root = element.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
}

/** Lead the Tab key from one of many to another, and go there. @type {(from: HTMLElement, to: HTMLElement) => void} */
export function moveFocus(from, to) {
  from.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}

/**
 * What a key does, by what the keys do here; undefined for nothing, as with a modifier.
 *
 * @template Move
 * @param {Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">} event
 * @param {Record<string, Move>} moves
 */
export function moveOf({ key, altKey, ctrlKey, metaKey }, moves) {
  return altKey || ctrlKey || metaKey || !Object.hasOwn(moves, key) ? undefined : moves[key];
}

/**
 * Put a text into the clipboard. Without https a browser lends none: then the box shows it, selected.
 *
 * @type {(text: string, box: HTMLInputElement | HTMLTextAreaElement) => Promise<boolean>}
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
