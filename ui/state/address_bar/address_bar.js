// Keeps the address up with what was chosen, says the page's language, and tells where a player stood when a link leads to another page.

import { NAVIGATION_GROUP, NAVIGATION_LINK } from "../../base/streamlit_internals/selectors.js";
import { isPlainClick } from "../../components/dom.js";
import { onPlayerLeft, announceLinks } from "../../components/link.js";
import { setPageLanguage } from "./language.js";
import { withQuery } from "./query.js";

/** @import {AddressBar} from "../../components/contract" */
/** @import {Component} from "../../components/streamlit" */

let told = ""; // the place that was told last

/** @type {Component<AddressBar>} */
export default function ({ data: [data], setStateValue }) {
  write(data);
  markGroup(data.group);
  markPage(data.within);
  announceLinks(data);
  setPageLanguage(data.language);
  const onClick = (/** @type {MouseEvent} */ event) => {
    const link = event.composedPath().find((element) => element instanceof HTMLAnchorElement && element.href);
    if (!(link instanceof HTMLAnchorElement)) return;
    if (!isPlainClick(event)) return;
    const place = onPlayerLeft();
    if (!place || JSON.stringify(place) === told) return;
    told = JSON.stringify(place);
    event.preventDefault();
    event.stopImmediatePropagation();
    setStateValue("left", place);
    // Streamlit tells what it was told in a task of its own: told after the new page, it would lead back to this one.
    setTimeout(() => link.click());
  };
  document.addEventListener("click", onClick, true);
  return () => document.removeEventListener("click", onClick, true);
}

/** @param {AddressBar} data */
function write({ page, query, played }) {
  // What a page wrote that has been left meanwhile comes too late.
  if ((location.pathname.split("/").pop() || "home") !== page) return;
  const address = withQuery(location.href, query, played);
  if (address !== location.href) history.replaceState(history.state, "", address);
}

/** Show in which group of the navigation the page is, also while the group is closed. @param {string} group */
function markGroup(group) {
  const groups = [...document.querySelectorAll(NAVIGATION_GROUP)];
  // Those that have no room stay in the document, and one more button, the last, has their pages.
  const shown = groups.filter((button) => !button.closest('[aria-hidden="true"]'));
  const named = shown.find((button) => button.firstElementChild?.textContent === group);
  const holding = group ? (named ?? shown.at(-1)) : null;
  for (const button of groups) {
    if (button === holding) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

/** Show which page of the navigation has the part that is shown. @param {string} name of a page, or empty */
function markPage(name) {
  for (const link of document.querySelectorAll(NAVIGATION_LINK)) {
    const holds = link instanceof HTMLAnchorElement && new URL(link.href).pathname.split("/").pop() === name;
    if (name && holds) link.setAttribute("aria-current", "true");
    else if (link.getAttribute("aria-current") === "true") link.removeAttribute("aria-current");
  }
}
