// The player in the frame of a notebook's cell. The surrounding page sends lessons, and receives the learner's
// position.

import { findOne } from "../../components/dom.js";
import { readPlayerQuery } from "../player_query.js";
import { reportHeight } from "../embedding.js";
import { Player } from "../player.js";

/** @import {Lesson} from "../../lessons/contract" */
/** @import {PlayerHost} from "../host" */

const send = (/** @type {string} */ type, /** @type {object} */ values = {}) =>
  parent.postMessage({ type: `bpe-lab:${type}`, ...values }, "*");

/** @type {Player | undefined} */ let player;
let firstStep = 0; // the step at which the cell was left

/** @type {PlayerHost} */
const place = {
  requestFrames: (step) => send("want", { step }),
  chooseTieRule: () => {}, // another rule would need another training run
  address: {
    read: () => readPlayerQuery(`?step=${firstStep}`),
    about: () => "",
    write: ({ step }) => send("here", { step }),
    link: () => document.baseURI, // of the notebook
    listen: () => {},
  },
};

addEventListener("message", ({ source, data }) => {
  if (source !== parent || data.type !== "bpe-lab:lesson") return;
  const { style, classList } = document.documentElement;
  classList.add("embedded");
  style.colorScheme = data.dark ? "dark" : "light";
  /** @type {Lesson} */ const lesson = data.lesson;
  if (player) return player.update(lesson, place);
  firstStep = Math.min(data.step, lesson.steps);
  const root = findOne(document, ".player");
  player = new Player(root, lesson, place);
  reportHeight(root, new AbortController().signal);
});
send("ready");
