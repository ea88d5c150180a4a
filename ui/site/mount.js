// A component of the app on a page of the site: drawn by the same script, with the same styles, apart from the page's.

import { make } from "../components/dom.js";
import { ROOT } from "./site_urls.js";

/** @import {Component} from "../components/streamlit" */
/** @import {Picture} from "./custom_text_page.js" */
/** @import {Answer} from "./python/contract" */

/** An element with styles of its own, and what it holds. @param {string} sheet @param {HTMLElement} inner */
export function shadowElement(sheet, inner) {
  const host = make("div");
  const root = host.attachShadow({ mode: "open" });
  root.append(make("link", { rel: "stylesheet", href: new URL(`styles/${sheet}.css`, ROOT).href }), inner);
  return { host, root };
}

/**
 * A component in a new element. What it tells goes to the functions in `told`, by its names.
 *
 * @template Data
 * @param {string} sheet
 * @param {HTMLElement} inner
 * @param {Component<Data>} component
 * @param {Record<string, (value: any) => void>} told
 */
export function mountComponent(sheet, inner, component, told = {}) {
  const { host, root } = shadowElement(sheet, inner);
  const tell = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    new Map(Object.entries(told)).get(name)?.(value);
  /** @param {Data} data */
  const show = (data) => component({ data: [data], parentElement: root, setStateValue: tell, setTriggerValue: tell });
  return { host, show };
}

/**
 * The same as a picture of what an answer has.
 *
 * @template Data
 * @param {string} sheet
 * @param {HTMLElement} inner
 * @param {Component<Data>} component
 * @param {(answer: Partial<Answer>) => Data | undefined} of
 * @param {Record<string, (value: any) => void>} told
 * @returns {Picture}
 */
export function mountView(sheet, inner, component, of, told = {}) {
  const { host, show } = mountComponent(sheet, inner, component, told);
  /** @type {void | (() => void)} */ let stop;
  return {
    element: host,
    show(answer) {
      const data = of(answer);
      if (data) stop = show(data);
    },
    leave: () => stop?.(),
  };
}
