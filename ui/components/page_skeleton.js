// Shows a page when all of it is drawn, and until then where it will stand: from the click on a link that leads to it,
// and from the start. Streamlit shows each part as it comes, and what comes later moves what is there.

import { isPlainClick, make } from "./dom.js";
import {
  APP,
  COMPONENT,
  CONNECTED,
  CONNECTION,
  EXPLANATION,
  HAS_RUN,
  SCROLLED,
  TO_COME,
} from "../base/streamlit_internals/selectors.js";

const CLIPS = "data-bpe-clipped"; // attribute of the document's element
const MOST_MS = 8_000; // after its first part; on a slow line, what is there is better than what will be
const NOTICED_MS = 250; // Streamlit has begun to ask for the page, or it never will
const LOOK_MS = 20; // between two looks while something is to come: each frame that is asked for is drawn
const FRAMES = 2; // after that, in which nothing comes: a script of Streamlit's that is loaded is drawn in the next
const PART = ".st-key-bpe_lab_stage";

/** @type {(() => void) | undefined} */
let hide;

let path = ""; // of the page that is shown; empty before the first

/** Show the skeleton of the page that loads, unless it comes with something to see, and of each that is chosen. */
export function watchPages(/** @type {boolean} */ comesWithSomething) {
  if (path || !globalThis.document) return;
  path = location.pathname;
  if (!comesWithSomething) show(0);
  const open = (/** @type {string} */ to) => to && show(NOTICED_MS, to.slice(to.lastIndexOf("/") + 1));
  document.addEventListener("click", (event) => isPlainClick(event) && open(leadsAway(event)), true);
  addEventListener("popstate", () => location.pathname !== path && open(location.pathname));
}

/** Cut all of a page off, or show it; what stands in it can have the focus. */
export function clipPage(/** @type {boolean} */ isOn) {
  document.documentElement.toggleAttribute(CLIPS, isOn);
}

/** Return the path of the other page that a click leads to, if any. @param {Event} event */
export function leadsAway(event) {
  const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement && one.href);
  if (!(link instanceof HTMLAnchorElement) || link.target || link.download) return "";
  const [from, to] = [location, new URL(link.href)].map(({ origin, pathname }) => origin + pathname);
  const folder = (/** @type {string} */ address) => address.slice(0, address.lastIndexOf("/"));
  return to !== from && folder(to) === folder(from) ? to : "";
}

/**
 * Hide what is there until the next page is drawn, but for its title, which the styles have.
 * @param {number} least milliseconds, unless it is seen to come @param {string} [page] its name, where one is shown already
 */
function show(least, page) {
  hide?.();
  const title = make("div", { "data-bpe-page": page });
  const skeleton = make("div.bpe-skeleton", { "aria-hidden": "true" }, title, make("div"));
  const began = performance.now();
  let [comes, quiet, frame, timer, first] = [false, 0, 0, 0, 0];
  hide = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    clipPage(false);
    skeleton.remove();
    path = location.pathname;
    hide = undefined;
  };
  const look = () => {
    const now = performance.now();
    if (document.querySelector(PART)) first ||= now;
    const isDrawn = isAllDrawn();
    comes ||= !isDrawn;
    quiet = first && isDrawn && (comes || now - began > least) ? quiet + 1 : 0;
    if (quiet > FRAMES || (first && now - first > MOST_MS) || (comes && document.querySelector(EXPLANATION))) hide?.();
    else if (quiet) frame = requestAnimationFrame(look);
    else timer = window.setTimeout(look, LOOK_MS);
  };
  clipPage(true);
  document.body.append(skeleton);
  look();
}

function isAllDrawn() {
  return (
    document.querySelector(`${APP}[${CONNECTION}=${CONNECTED}]${HAS_RUN}`) !== null &&
    !document.querySelector(SCROLLED)?.querySelector(TO_COME) &&
    [...document.querySelectorAll(COMPONENT)].every(({ shadowRoot }) => shadowRoot && hasContent(shadowRoot)) &&
    document.fonts.status === "loaded"
  );
}

/** Whether a component has drawn something, and nothing that it shows is still being loaded. @param {ShadowRoot} root */
function hasContent(root) {
  return root.querySelector("[class] > *") !== null && !root.querySelector("[aria-busy=true]");
}
