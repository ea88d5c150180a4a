// The player on a page of Streamlit's.

import { component } from "../components/component.js";
import { pageAddress } from "./address.js";
import { takeOver } from "./first.js";
import { isAlone, tellHeight } from "./framed.js";

/** @import {Component} from "../components/streamlit" */
/** @import {Lesson} from "./contract" */
/** @import {Place} from "./place" */
/** @import {Player} from "./player.js" */

/** @type {(page: string) => HTMLElement | null} */
const linkTo = (page) => document.querySelector(`[data-testid="stPageLink-NavLink"][href="${page}"]`);

/** @type {Component<Lesson>} */
export default component(".player", (root) => {
  /** @type {Player | undefined} */ let player;
  const gone = new AbortController();
  if (isAlone(location.search)) tellHeight(root, gone.signal);
  return {
    update({ data, setTriggerValue: tell }) {
      /** @type {Place} */
      const place = {
        want: (step) => tell("want", step),
        tie: (rule) => tell("tie", rule),
        // To another page, its own link leads as from anywhere else: one entry in the history, and nothing loaded anew.
        go: (to) => (linkTo(to) ? linkTo(to)?.click() : tell("go", to)),
        file: () => document.querySelector(".st-key-file_lesson button"),
        address: pageAddress,
      };
      if (player) player.update(data, place);
      else player = takeOver(root, data, place);
    },
    stop: () => {
      gone.abort();
      player?.leave();
    },
  };
});
