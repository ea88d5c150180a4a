// The player on a page of Streamlit's.

import { component } from "../components/component.js";
import { pageAddress } from "./address.js";
import { Player } from "./player.js";

/** @import {Component} from "../components/streamlit" */
/** @import {Lesson} from "./contract" */
/** @import {Place} from "./player.js" */

/** @type {Component<Lesson>} */
export default component(".player", (root, given) => {
  /** @type {Player | undefined} */
  let player;
  let { setTriggerValue } = given;
  /** @type {Place} */
  const place = {
    want: (step) => setTriggerValue("want", step),
    tie: (rule) => setTriggerValue("tie", rule),
    address: pageAddress,
  };
  return {
    update(given) {
      setTriggerValue = given.setTriggerValue;
      if (player) player.update(given.data);
      else player = new Player(root, given.data, place);
    },
    stop: () => player?.leave(),
  };
});
