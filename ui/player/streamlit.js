// The player on a page of Streamlit's.

import { find } from "../components/dom.js";
import { pageAddress } from "./address.js";
import { mount } from "./player.js";

/** @typedef {import("./contract").Lesson} Lesson */
/** @typedef {import("../components/streamlit").Given<Lesson>} Given */

/** @type {WeakMap<object, {place: import("./player.js").Place, player: import("./player.js").Player}>} */
const mounted = new WeakMap();

/** @param {Given} given */
export default function ({ data, parentElement, setTriggerValue }) {
  const offered = {
    want: (/** @type {number} */ step) => setTriggerValue("want", step),
    tie: (/** @type {string} */ rule) => setTriggerValue("tie", rule),
  };
  const before = mounted.get(parentElement);
  if (before) {
    Object.assign(before.place, offered);
    before.player.update(data);
  } else {
    const place = { ...offered, address: pageAddress };
    mounted.set(parentElement, { place, player: mount(find(parentElement, ".player"), data, place) });
  }
  return () => {
    mounted.get(parentElement)?.player.leave();
    mounted.delete(parentElement);
  };
}
