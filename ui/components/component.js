// Adapts components to Streamlit, which calls them again with every run.

import { findOne, isEqual } from "./dom.js";

/** @import {Component, ComponentArgs, MountedComponent} from "./streamlit" */

/**
 * Return a component in the element with that selector: `mount` runs once per place, `update` with all data.
 *
 * @template Data
 * @param {string} selector
 * @param {(root: HTMLElement, args: ComponentArgs<Data>) => MountedComponent<Data>} mount
 * @returns {Component<Data>}
 */
export function component(selector, mount) {
  /** @type {WeakMap<object, MountedComponent<Data>>} */ const mounted = new WeakMap();
  return ({ data: [data], ...rest }) => {
    const args = { data, ...rest };
    const parent = args.parentElement;
    const instance = mounted.get(parent) ?? mount(findOne(parent, selector), args);
    mounted.set(parent, instance);
    instance.update(args);
    return () => {
      instance.stop?.();
      mounted.delete(parent);
    };
  };
}

/**
 * Return a component with no element of its own. What it starts in a run, it stops before the next one.
 *
 * @template Data
 * @param {(args: ComponentArgs<Data>) => () => void} start
 * @returns {Component<Data>}
 */
export function listening(start) {
  /** @type {WeakMap<object, () => void>} */ const stops = new WeakMap();
  return ({ data: [data], ...rest }) => {
    const parent = rest.parentElement;
    stops.get(parent)?.();
    const stop = start({ data, ...rest });
    stops.set(parent, stop);
    return stop;
  };
}

/**
 * Return a component that is redrawn only when its data changes. `draw` may return a function to stop what it drew.
 *
 * @template Data
 * @param {string} selector
 * @param {(root: HTMLElement, data: Data, drawn: Data | null) => void | (() => void)} draw
 * @returns {Component<Data>}
 */
export function drawOnChange(selector, draw) {
  return component(selector, (root) => {
    /** @type {Data | null} */ let drawn = null;
    /** @type {void | (() => void)} */ let stop;
    const update = (/** @type {ComponentArgs<Data>} */ { data }) => {
      if (isEqual(data, drawn)) return;
      stop?.();
      stop = draw(root, data, drawn);
      drawn = data;
    };
    return { update, stop: () => stop?.() };
  });
}
