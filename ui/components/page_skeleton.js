// Shows a page once all of it is drawn, and a skeleton until then: from the click on a link to it, and while the app
// starts. Streamlit shows each part as it arrives, and later parts would move earlier ones.

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

const CLIPPED = "data-bpe-clipped"; // attribute of the root element
const MAX_HIDDEN_MS = 8_000; // after its first part; on a slow connection, a part of the page is better than none
const REQUEST_MS = 250; // by then, Streamlit has requested the page, or never will
const CHECK_MS = 20; // while something is still to come: each requested frame is drawn
const QUIET_FRAMES = 2; // after which nothing more comes: what a loaded script of Streamlit's draws is in the next frame
const STAGE = ".st-key-bpe_lab_stage";

/** @type {(() => void) | undefined} */
let hide;

let path = ""; // of the page shown; empty before the first

/** Show a skeleton while the page loads, unless it comes with content, and for each page opened later. */
export function watchPages(/** @type {boolean} */ hasContent) {
  if (path || !globalThis.document) return;
  path = location.pathname;
  if (!hasContent) showSkeleton(0);
  const hideUntil = (/** @type {string} */ to) => to && showSkeleton(REQUEST_MS, to.slice(to.lastIndexOf("/") + 1));
  document.addEventListener("click", (event) => isPlainClick(event) && hideUntil(nextPagePath(event)), true);
  addEventListener("popstate", () => location.pathname !== path && hideUntil(location.pathname));
}

/** Clip the whole page, or show it; its elements can keep the focus. */
export function clipPage(/** @type {boolean} */ isOn) {
  document.documentElement.toggleAttribute(CLIPPED, isOn);
}

/** Return the path of the other page that a click leads to, if any. @param {Event} event */
export function nextPagePath(event) {
  const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement && one.href);
  if (!(link instanceof HTMLAnchorElement) || link.target || link.download) return "";
  const [from, to] = [location, new URL(link.href)].map(({ origin, pathname }) => origin + pathname);
  const folder = (/** @type {string} */ address) => address.slice(0, address.lastIndexOf("/"));
  return to !== from && folder(to) === folder(from) && isPage(to.slice(to.lastIndexOf("/") + 1)) ? to : "";
}

/** Whether the app has a page of that name, by the styles, which have the title of each. @param {string} name */
function isPage(name) {
  const probe = make("div", { "data-bpe-page": name || "home" });
  document.body.append(probe);
  const title = getComputedStyle(probe).getPropertyValue("--title");
  probe.remove();
  return title !== "";
}

/**
 * Hide the page until the next one is drawn, except its title, which the styles know.
 * @param {number} minimum milliseconds to wait, unless it is seen to load @param {string} [page] its name, if another page is shown
 */
function showSkeleton(minimum, page) {
  hide?.();
  const title = make("div", { "data-bpe-page": page });
  const skeleton = make("div.bpe-skeleton", { "aria-hidden": "true" }, title, make("div"));
  const startedAt = performance.now();
  let [isLoading, quietFrames, frame, timer, firstPartAt] = [false, 0, 0, 0, 0];
  hide = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    clipPage(false);
    skeleton.remove();
    path = location.pathname;
    hide = undefined;
  };
  const check = () => {
    const now = performance.now();
    if (document.querySelector(STAGE)) firstPartAt ||= now;
    const isDrawn = isAllDrawn();
    isLoading ||= !isDrawn;
    quietFrames = firstPartAt && isDrawn && (isLoading || now - startedAt > minimum) ? quietFrames + 1 : 0;
    if (
      quietFrames > QUIET_FRAMES ||
      (firstPartAt && now - firstPartAt > MAX_HIDDEN_MS) ||
      (isLoading && document.querySelector(EXPLANATION))
    )
      hide?.();
    else if (quietFrames) frame = requestAnimationFrame(check);
    else timer = window.setTimeout(check, CHECK_MS);
  };
  clipPage(true);
  document.body.append(skeleton);
  check();
}

function isAllDrawn() {
  return (
    document.querySelector(`${APP}[${CONNECTION}=${CONNECTED}]${HAS_RUN}`) !== null &&
    !document.querySelector(SCROLLED)?.querySelector(TO_COME) &&
    [...document.querySelectorAll(COMPONENT)].every(({ shadowRoot }) => shadowRoot && isDrawn(shadowRoot)) &&
    document.fonts.status === "loaded"
  );
}

/** Whether a component has drawn something, and nothing that it shows is still being loaded. @param {ShadowRoot} root */
function isDrawn(root) {
  return root.querySelector("[class] > *") !== null && !root.querySelector("[aria-busy=true]");
}
