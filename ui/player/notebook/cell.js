// The player in a cell of a saved notebook: the frame contains the lesson too, so no kernel is needed.

import { findOne } from "../../components/dom.js";
import { reportHeight } from "../embedding.js";
import { Player } from "../player.js";
import { readPlayerQuery } from "../player_query.js";
import { unpack } from "../unpack.js";

/** @import {LessonFile} from "../../lessons/contract" */
/** @import {PlayerHost} from "../host" */

/** @type {PlayerHost} */
const place = {
  requestFrames: () => {}, // all frames are here
  chooseTieRule: () => {}, // another rule would need another training run
  address: {
    read: () => readPlayerQuery(""),
    about: () => "",
    write: () => {},
    link: () => document.baseURI, // of the notebook
    listen: () => {},
  },
};

// The surrounding page reports whether it is dark.
addEventListener("message", ({ source, data }) => {
  if (source !== parent || data.type !== "bpe-lab:look") return;
  document.documentElement.style.colorScheme = data.dark ? "dark" : "light";
});
/** @type {LessonFile} */ const file = await unpack(findOne(document, "#lesson").textContent);
document.documentElement.classList.add("embedded");
const root = findOne(document, ".player");
root.replaceChildren();
new Player(root, file.lessons[file.rule], place);
reportHeight(root, new AbortController().signal);
