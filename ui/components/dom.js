// Helpers to build and query the DOM, for all components.

// Values of attributes: strings and numbers; booleans for presence; functions for `on…`; `classes`: name -> presence.
/** @typedef {Record<string, unknown>} Attributes */
/** @typedef {Node | string | number | Attributes | null | undefined} Part */

/** Whether an element shows a token, an id or code, which browsers must not translate. @type {(tag: string, classes: string[]) => boolean} */
export const isLiteral = (tag, classes) =>
  ["code", "pre"].includes(tag) || classes.some((name) => ["token", "id", "piece"].includes(name));

// Create an element, such as `div.bar.pages`, with attributes (plain objects) and children; strings become text nodes,
// never markup.
/** @template {keyof HTMLElementTagNameMap} Tag @param {Tag | `${Tag}.${string}`} name @param {...Part} parts */
export function make(name, ...parts) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(/** @type {Tag} */ (tag));
  if (classes.length) element.className = classes.join(" ");
  if (isLiteral(tag, classes)) element.translate = false;
  if (element instanceof HTMLButtonElement) element.type = "button";
  for (const part of parts) {
    if (part === null || part === undefined || part === "") continue;
    if (part instanceof Node) element.append(part);
    else if (typeof part === "object") setAttributes(element, part);
    else element.append(String(part));
  }
  return element;
}

// GPT-2, GPT-3.5, UTF-8, <|endoftext|>; ▁ and ··, which stand for spaces
const NAME = /([A-Z][A-Za-z\d.]*-\d[A-Za-z\d]*(?:\.\d+)?|<\|\w+\|>|▁+|·{2,})/;

/** Return a text in parts of which every second one is a name that no line may break at its hyphen, code, or spaces as they are drawn. @param {string} text */
export const nameParts = (text) => text.split(NAME);

/** @type {Record<string, "code.unbroken" | "span.spaces">} */
const NAME_TAGS = { "<": "code.unbroken", "·": "code.unbroken", "▁": "span.spaces" };

/** Return a text as children of an element, in which names such as GPT-2 stay in one line, <|endoftext|> is code, and neither ▁ looks like a bar nor ·· like one dot. @param {string} text */
export const withUnbrokenNames = (text) =>
  nameParts(text).map((part, place) => (place % 2 ? make(NAME_TAGS[part[0]] ?? "span.unbroken", part) : part));

/** @type {(element: Element, attributes: Attributes) => void} */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) Object.assign(element, { [name]: value });
    // Policies without unsafe-inline refuse the attribute itself.
    else if (name === "style" && typeof value === "string") Object(element).style.cssText = value;
    else if (name === "classes") Object.entries(Object(value)).forEach((one) => element.classList.toggle(...one));
    else if (typeof value === "boolean" && !name.startsWith("aria-")) element.toggleAttribute(name, value);
    // Even the same value would cause a new layout: that of a slider, for example.
    else if (value !== null && value !== undefined && element.getAttribute(name) !== String(value))
      element.setAttribute(name, String(value));
  }
}

/** Return the attributes that give an element its hue. @type {(hue: number | null) => Attributes} */
export const tint = (hue) => ({ style: hue === null ? null : `--hue: ${hue}` });

/** Whether two values are equal as JSON. @type {(one: unknown, other: unknown) => boolean} */
export const isEqual = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1eeff}]/u;

/** Whether a text has letters written from right to left. @param {string} text */
export const isRightToLeft = (text) => RIGHT_TO_LEFT.test(text);

// Isolate a right-to-left text within a sentence, so that neither reorders the other. The same as `isolate` in
// ui/base/text_direction.py.
/** @param {string} text */
export const isolate = (text) => (text.startsWith("\u2068") || !isRightToLeft(text) ? text : `\u2068${text}\u2069`);

/** Fill in values for the {names} in a template. @type {(template: string, values: Record<string, unknown>) => string} */
export const fillTemplate = (template, values) =>
  template.replace(/\{(\w+)\}/g, (_, name) => isolate(String(values[name])));

// Set an element's text only if it changes: even the same text would cause a new layout.
/** @type {(element: Element, text: string) => void} */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Format byte counts in megabytes. @param {string} language @param {{done: number, all: number}} bytes */
export function megabytes(language, { done, all }) {
  const inMegabytes = (/** @type {number} */ bytes) =>
    (bytes / 1e6).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return { done: inMegabytes(done), all: inMegabytes(all) };
}

/** Return the element with that selector. Throws if there is none. @type {(parent: ParentNode, selector: string) => HTMLElement} */
export function findOne(parent, selector) {
  const found = parent.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`There is no ${selector} here.`);
  return found;
}

// Return the element with that selector that an event happened in, if any.
/** @type {(target: EventTarget | null | undefined, selector: string) => HTMLElement | null} */
export const closest = (target, selector) => (target instanceof Element ? target.closest(selector) : null);

/** Resolve after the next frame is painted and pending events, such as another key, were handled. */
export const nextPaint = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 4));
  });

/** Return a checkbox with its label. @param {string} text @param {(on: boolean) => void} onToggle */
export function checkbox(text, onToggle) {
  const box = make("input", { type: "checkbox", onchange: () => onToggle(box.checked) });
  return { box, element: make("label", box, text) };
}

/** Whether a click opens a link in the same tab. @param {MouseEvent} event */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }) =>
  !(button || ctrlKey || metaKey || shiftKey || altKey);

/** @typedef {Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">} Key */

// Return the move of a pressed key, if any; a key with a modifier has none.
/** @template Move @param {Key} pressed @param {Record<string, Move>} moves */
export function moveForKey({ key, altKey, ctrlKey, metaKey }, moves) {
  return altKey || ctrlKey || metaKey || !Object.hasOwn(moves, key) ? undefined : moves[key];
}

// Copy a text. Without https, browsers have no clipboard: the box then shows the text, selected.
/** @type {(text: string, box: HTMLInputElement | HTMLTextAreaElement) => Promise<boolean>} */
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
