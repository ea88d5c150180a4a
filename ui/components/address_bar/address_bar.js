// Keeps the address up with what was chosen, and tells where a player stood when a link leads to another page.

import { tellOfLinks } from "../link.js";
import { withQuery } from "./query.js";

/** @import {AddressBar, Left} from "../contract" */
/** @import {Component} from "../streamlit" */

let told = ""; // the place that was told last

/** @type {Component<AddressBar>} */
export default function ({ data, setStateValue }) {
  write(data);
  markGroup(data.group);
  tellOfLinks(data);
  const onClick = (/** @type {MouseEvent} */ event) => {
    const link = event.composedPath().find((element) => element instanceof HTMLAnchorElement && element.href);
    if (!(link instanceof HTMLAnchorElement)) return;
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    /** @type {CustomEvent<{place?: Left}>} */ const leaving = new CustomEvent("bpe-lab:leave", { detail: {} });
    document.dispatchEvent(leaving); // a player writes its step into the address, and says where it stands
    const place = leaving.detail.place;
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
  const groups = [...document.querySelectorAll('[data-testid="stTopNavSection"]')];
  // Those that have no room stay in the document, and one more button, the last, has their pages.
  const shown = groups.filter((button) => !button.closest('[aria-hidden="true"]'));
  const named = shown.find((button) => button.firstElementChild?.textContent === group);
  const holding = group ? (named ?? shown.at(-1)) : null;
  for (const button of groups) {
    if (button === holding) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}
