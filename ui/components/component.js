// Adapts components to Streamlit, which calls them again with every run.

import { findOne, isEqual } from "./dom.js";

/** @import {Component, Given, Shown} from "./streamlit" */

/**
 * Return a component in the element with that selector: `begin` runs once per place, `update` with all data.
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
 * Return a component that is redrawn only when its data changes. `draw` may return a function to stop what it drew.
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
