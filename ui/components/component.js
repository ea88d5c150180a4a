// What Streamlit calls to draw a component, again with each of its runs.

import { findOne, isEqual } from "./dom.js";

/** @import {Component, Given, Shown} from "./streamlit" */

/**
 * A component in the element of that selector: begun once in each place, then given whatever comes.
 *
 * @template Data
 * @param {string} selector
 * @param {(root: HTMLElement, given: Given<Data>) => Shown<Data>} begin
 * @returns {Component<Data>}
 */
export function component(selector, begin) {
  /** @type {WeakMap<object, Shown<Data>>} */ const all = new WeakMap();
  return ({ data: [data], ...means }) => {
    const given = { data, ...means };
    const place = given.parentElement;
    const shown = all.get(place) ?? begin(findOne(place, selector), given);
    all.set(place, shown);
    shown.update(given);
    return () => {
      shown.stop?.();
      all.delete(place);
    };
  };
}

/**
 * A component that is drawn anew when it has other data, and only then. What was drawn may return how to stop it.
 *
 * @template Data
 * @param {string} selector
 * @param {(root: HTMLElement, data: Data, before: Data | null) => void | (() => void)} draw
 * @returns {Component<Data>}
 */
export function drawing(selector, draw) {
  return component(selector, (root) => {
    /** @type {Data | null} */ let before = null;
    /** @type {void | (() => void)} */ let stop;
    const update = (/** @type {Given<Data>} */ { data }) => {
      if (isEqual(data, before)) return;
      stop?.();
      stop = draw(root, data, before);
      before = data;
    };
    return { update, stop: () => stop?.() };
  });
}
