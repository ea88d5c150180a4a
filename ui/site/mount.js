// A component of the app on a page of the site: the same script and styles, isolated from the page's own.

import { make } from "../components/dom.js";
import { ROOT } from "./site_urls.js";

/** @import {Component} from "../components/streamlit" */
/** @import {Picture} from "./custom_text_page.js" */
/** @import {Answer} from "./python/contract" */

/** Return a shadow host that contains an element and its style sheet. @param {string} sheet @param {HTMLElement} inner */
export function shadowElement(sheet, inner) {
  const host = make("div");
  const root = host.attachShadow({ mode: "open" });
  root.append(sheetLink(sheet), inner);
  return { host, root };
}

/** @param {string} sheet */
const sheetLink = (sheet) => make("link", { rel: "stylesheet", href: new URL(`styles/${sheet}.css`, ROOT).href });

/** Add another style sheet to a shadow root, and wait for it. @param {ShadowRoot} root @param {string} sheet */
export const addSheet = (root, sheet) =>
  new Promise((resolve) => {
    const link = sheetLink(sheet);
    link.onload = link.onerror = resolve;
    root.prepend(link);
  });

/**
 * Return a component in a new element. Its state and trigger values go to the functions in `handlers`, by name.
 *
 * @template Data
 * @param {string} sheet
 * @param {HTMLElement} inner
 * @param {Component<Data>} component
 * @param {Record<string, (value: any) => void>} handlers
 */
export function mountComponent(sheet, inner, component, handlers = {}) {
  const { host, root } = shadowElement(sheet, inner);
  const handle = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    new Map(Object.entries(handlers)).get(name)?.(value);
  /** @param {Data} data */
  const show = (data) =>
    component({ data: [data], parentElement: root, setStateValue: handle, setTriggerValue: handle });
  return { host, show };
}

/**
 * Return a component as a picture of a part of an answer.
 *
 * @template Data
 * @param {string} sheet
 * @param {HTMLElement} inner
 * @param {Component<Data>} component
 * @param {(answer: Partial<Answer>) => Data | undefined} of
 * @param {Record<string, (value: any) => void>} handlers
 * @returns {Picture}
 */
export function mountView(sheet, inner, component, of, handlers = {}) {
  const { host, show } = mountComponent(sheet, inner, component, handlers);
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
