// The player in a file of its own, with all its data. The learner's position is in the URL's fragment, which any
// browser lets a file change; a link may have it in the query instead.

import { findOne } from "../components/dom.js";
import { readPlayerQuery, urlWithState } from "./player_query.js";
import { isEmbedded, reportHeight } from "./embedding.js";
import { Player } from "./player.js";
import { unpack } from "./unpack.js";

/** @import {PlayerState} from "./player_query.js" */
/** @import {LessonFile} from "../lessons/contract" */
/** @import {PlayerHost} from "./host" */

const currentQuery = () => location.hash.slice(1) || location.search.slice(1);

/** @type {LessonFile} */ const file = await unpack(findOne(document, "#lesson").textContent);

/** Return the tie-breaking rule in the address, if the file has it, else the file's default. */
function ruleSaid() {
  const rule = new URLSearchParams(currentQuery()).get("tie") ?? "";
  return Object.hasOwn(file.lessons, rule) ? rule : file.rule;
}

let rule = ruleSaid();

/** @param {PlayerState} here */
function link(here) {
  const { searchParams } = new URL(urlWithState(`file:///?${currentQuery()}`, here));
  if (rule === file.rule) searchParams.delete("tie");
  else searchParams.set("tie", rule);
  return `${location.href.split("#")[0]}#${searchParams}`;
}

/** Show the lesson for a tie-breaking rule. @param {string} wanted */
function choose(wanted) {
  if (wanted === rule) return;
  rule = wanted;
  player.update(file.lessons[rule], host);
}

/** @type {PlayerHost} */
const host = {
  requestFrames: () => {}, // all frames are here
  chooseTieRule: choose,
  address: {
    read: () => readPlayerQuery(`?${currentQuery()}`),
    about: ruleSaid,
    write: (here) => history.replaceState(history.state, "", link(here)),
    link,
    listen: ({ returning, returned }, signal) => {
      const goBack = () => {
        returning();
        returned();
        choose(ruleSaid());
      };
      addEventListener("popstate", goBack, { signal });
    },
  },
};

const isFramed = parent !== window || isEmbedded(currentQuery());
document.documentElement.classList.toggle("embedded", isFramed);
const root = findOne(document, ".player");
root.replaceChildren();
const player = new Player(root, file.lessons[rule], host);
if (isFramed) reportHeight(root, new AbortController().signal);
