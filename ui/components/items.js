// Items of a list: redrawn where they change, scrolled to, and hovered or focused one at a time.

import { closest } from "./dom.js";

// Return a Map of entries, making repeated keys unique with apostrophes.
/** @template Build @param {Iterable<[string, Build]>} entries */
export function buildByKey(entries) {
  /** @type {Map<string, Build>} */ const builds = new Map();
  for (const [name, build] of entries) {
    let key = name;
    while (builds.has(key)) key += "'";
    builds.set(key, build);
  }
  return builds;
}

/** @typedef {[key: string, build: () => Element]} Entry */
/** @type {WeakMap<Element, Map<string, Element>>} An element's children by key. */
const childrenByKey = new WeakMap();

// Replace an element's children with those of the entries. A child whose key stays is kept as it is, not redrawn.
/** @type {(parent: Element, entries: Iterable<Entry>) => void} */
export function patch(parent, entries) {
  const previous = childrenByKey.get(parent) ?? new Map();
  const builds = buildByKey(entries);
  for (const [key, child] of previous) if (!builds.has(key)) child.remove();
  const current = new Map();
  let next = parent.firstElementChild;
  for (const [key, build] of builds) {
    const child = previous.get(key) ?? build();
    if (child === next) next = child.nextElementSibling;
    else parent.insertBefore(child, next);
    current.set(key, child);
  }
  childrenByKey.set(parent, current);
}

// Scroll an item into view within its box, never the page: to the top, or by `share` of the remaining height lower.
/** @type {(box: Element, item: Element | null, share?: number) => void} */
export function scrollIntoBox(box, item, share = 0) {
  if (!item || box.scrollHeight <= box.clientHeight) return;
  const [itemRect, boxRect] = [item.getBoundingClientRect(), box.getBoundingClientRect()];
  if (itemRect.top >= boxRect.top && itemRect.bottom <= boxRect.bottom) return;
  box.scrollTop += itemRect.top - boxRect.top - share * (boxRect.height - itemRect.height);
}

/** Return the focused element, also within a shadow root. @param {Element} element */
export function focusedIn(element) {
  const root = element.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
}

// Report the item that is hovered or, else, focused; null for none. A click focuses the item.
/** @type {(element: HTMLElement, selector: string, callback: (item: HTMLElement | null) => void) => void} */
export function onHover(element, selector, callback) {
  const itemAt = (/** @type {EventTarget | null} */ target) => {
    const item = closest(target, selector);
    return element.contains(item) ? item : null;
  };
  let lastPosition = "";
  element.onpointerover = (event) => {
    const position = `${event.clientX} ${event.clientY}`;
    if (position === lastPosition) return; // scrolling by keyboard under a pointer that does not move
    lastPosition = position;
    callback(itemAt(event.target) ?? itemAt(focusedIn(element)));
  };
  element.onpointerleave = () => callback(itemAt(focusedIn(element)));
  element.onclick = (event) => itemAt(event.target)?.focus();
  element.addEventListener("focusin", (event) => callback(itemAt(event.target)));
  element.addEventListener("focusout", () => callback(null));
}

/** Make another item the Tab stop of its group, and focus it. @type {(from: HTMLElement, to: HTMLElement) => void} */
export function moveFocus(from, to) {
  from.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}
