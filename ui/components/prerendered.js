// What comes with a page, before anything of the app is there: a part of the page, which can be used at once. The app's
// own takes its place, and goes on from where it stands.

import { findOne, make } from "./dom.js";
import { HAS_RUN, SCROLLED } from "../base/streamlit_internals/selectors.js";

/** @import {Prerendered} from "./contract" */
/** @import {Component} from "./streamlit" */
/** @typedef {Record<string, Component<any>>} Components By the paths of their modules. */
/** @typedef {{host: HTMLElement, app: HTMLElement, stop: () => void}} Shown */

const LOOK_MS = 400;
const LOOKS = 3; // between two runs that follow each other, too, a page has run

/** @type {Shown | undefined} */
let shown;

// All components, of which one is drawn at once, where it comes with the page.
/** @type {(components: Components) => Components} */
export function withPrerendered(components) {
  const given = globalThis.document?.querySelector("#bpe-lab-first");
  if (!given || !isNew()) return components;
  /** @type {Prerendered} */
  const first = JSON.parse(given.textContent ?? "");
  if (Number(new URLSearchParams(location.search).get("step")) > first.steps) return components; // the app tells of it
  const draw = components[first.component];
  shown = begin(first, draw);
  if (!shown) return components;
  handOver(first.keys.map((key) => `.st-key-${key}`).join());
  return { ...components, [first.component]: (means) => draw({ ...means, wasFirst: end() }) };
}

/** Whether this browser has nothing of the app yet: neither choices, by which the page is another, nor its files. */
function isNew() {
  try {
    return sessionStorage.length + localStorage.length === 0;
  } catch {
    return true;
  }
}

/** @type {(first: Prerendered, draw: Component<any>) => Shown | undefined} */
function begin({ title, language, styles, above, root, apart, isStage, data }, draw) {
  const host = make("div", { lang: language });
  const shadow = host.attachShadow({ mode: "open" });
  const text = above && make("textarea.above", { readonly: true, "aria-label": above[0] }, above[1]);
  const template = make("template");
  template.content.append(make("style", apart));
  const main = make(isStage ? "main" : "main.below", make("h1", title), text, make(`div.${root}`));
  shadow.append(make("style", styles), template, main);
  document.body.append(host);
  const none = () => {}; // nothing more comes, and nobody is told
  const app = findOne(document, "#root");
  const told = { setStateValue: none, setTriggerValue: none };
  try {
    const stop = draw({ data: [data], parentElement: shadow, ...told, isFirst: true });
    app.style.visibility = "hidden"; // laid out, but neither seen, nor read out, nor reached by the keyboard
    return { host, app, stop };
  } catch (error) {
    host.remove();
    reportError(error); // and the app comes as it does without
    return undefined;
  }
}

/** Where the app shows a page without that part, as one with an error, it is that page that is to be seen. */
function handOver(/** @type {string} */ itsPart) {
  let seen = 0;
  const timer = setInterval(() => {
    seen = document.querySelector(HAS_RUN) && !document.querySelector(itsPart) ? seen + 1 : 0;
    if (shown && seen < LOOKS) return;
    clearInterval(timer);
    leave();
  }, LOOK_MS);
}

/** The app's own part takes the place of the first: whether that had the focus; nothing where it has gone. */
function end() {
  if (!shown) return undefined;
  const isFocused = document.activeElement === shown.host;
  document.dispatchEvent(new CustomEvent("bpe-lab:leave")); // a player writes into the address where it stands
  leave();
  return { isFocused };
}

/** Show the app. */
function leave() {
  if (!shown) return;
  const { host, app, stop } = shown;
  shown = undefined;
  const { scrollTop } = host;
  app.style.visibility = ""; // before all that could fail
  host.remove();
  stop();
  requestAnimationFrame(() => document.querySelector(SCROLLED)?.scrollTo(0, scrollTop)); // once its own part is drawn
}
