// Shows a component that comes with the page's HTML, usable before the app is ready. The app's own component then
// replaces it, in the same state.

import { findOne, make } from "./dom.js";
import { clipPage, watchPages } from "./page_skeleton.js";
import { HAS_RUN, SCROLLED } from "../base/streamlit_internals/selectors.js";

/** @import {Prerendered} from "./contract" */
/** @import {Component} from "./streamlit" */
/** @typedef {Record<string, Component<any>>} Components By the paths of their modules. */
/** @typedef {{host: HTMLElement, app: HTMLElement, stop: () => void}} MountedPart */

const CHECK_MS = 400;
const CHECKS = 3; // the script also stops briefly between two consecutive runs
const SETTLE_MS = 2000; // by then a page is as long as it will be

/** @type {MountedPart | undefined} */
let mounted;

// Return the components of a bundle; draw the prerendered one at once, if it is among them.
/** @type {(components: Components) => Components} */
export function withPrerendered(components) {
  const payload = globalThis.document?.querySelector("#bpe-lab-first");
  const isPrerendered = payload && isFirstVisit();
  watchPages(Boolean(isPrerendered));
  if (!isPrerendered) return components;
  /** @type {Prerendered} */
  const prerendered = JSON.parse(payload.textContent ?? "");
  if (Number(new URLSearchParams(location.search).get("step")) > prerendered.steps) return components; // the app explains
  const draw = components[prerendered.component];
  if (!draw) return components; // another bundle has it
  mounted = mount(prerendered, draw);
  if (!mounted) return components;
  showAppWithout(prerendered.keys.map((key) => `.st-key-${key}`).join());
  return { ...components, [prerendered.component]: (args) => draw({ ...args, prerendered: replacePrerendered() }) };
}

/** Whether this browser stores nothing of the app yet: neither settings, which change the page, nor its files. */
function isFirstVisit() {
  try {
    return sessionStorage.length + localStorage.length === 0;
  } catch {
    return true;
  }
}

/** @type {(prerendered: Prerendered, draw: Component<any>) => MountedPart | undefined} */
function mount({ title, language, styles, above, root, apart, isStage, data }, draw) {
  const host = make("div", { lang: language });
  const shadow = host.attachShadow({ mode: "open" });
  const box = above && make("textarea", { readonly: true, "aria-label": above[0] }, above[1]);
  const text = above && make("div.above", make("div", above[0], make("span", above[2])), box);
  const template = make("template");
  template.content.append(make("style", apart));
  const heading = title ? make("h1", title) : null; // otherwise the drawn page has its own
  const main = make(
    "main",
    { classes: { below: title && !isStage, bare: !title } },
    heading,
    text,
    make(`div.${root}`),
  );
  shadow.append(make("style", styles), template, main);
  document.body.append(host);
  const ignore = () => {}; // there are no runs yet to report to
  const app = findOne(document, "#root");
  const setters = { setStateValue: ignore, setTriggerValue: ignore };
  try {
    const stop = draw({ data: [data], parentElement: shadow, ...setters, isPrerendered: true });
    app.style.visibility = "hidden"; // laid out, but hidden from eyes, screen readers and keyboard
    clipPage(true); // what browsers count as moved, though nobody sees it
    return { host, app, stop };
  } catch (error) {
    host.remove();
    reportError(error); // the app loads as it would without this
    return undefined;
  }
}

/** Hand over also if the app shows the page without that part, such as with an error. */
function showAppWithout(/** @type {string} */ selector) {
  let misses = 0;
  const timer = setInterval(() => {
    misses = document.querySelector(HAS_RUN) && !document.querySelector(selector) ? misses + 1 : 0;
    if (mounted && misses < CHECKS) return;
    clearInterval(timer);
    showApp();
  }, CHECK_MS);
}

/** Replace the component by the app's own; returns whether it had the focus, undefined if it was gone. */
function replacePrerendered() {
  if (!mounted) return undefined;
  const isFocused = document.activeElement === mounted.host;
  document.dispatchEvent(new CustomEvent("bpe-lab:leave")); // a player writes its step to the address
  showApp();
  return { isFocused };
}

/** Show the app. */
function showApp() {
  if (!mounted) return;
  const { host, app, stop } = mounted;
  mounted = undefined;
  const { scrollTop } = host;
  app.style.visibility = ""; // first, as the rest could fail
  clipPage(false);
  host.remove();
  stop();
  scrollApp(scrollTop, performance.now() + SETTLE_MS);
}

/** Scroll the app as far down, in the first frame in which it is long enough. @param {number} top @param {number} until */
function scrollApp(top, until) {
  requestAnimationFrame((now) => {
    const main = document.querySelector(SCROLLED);
    main?.scrollTo(0, top);
    if (now < until && (main?.scrollTop ?? 0) < top - 1) scrollApp(top, until);
  });
}
