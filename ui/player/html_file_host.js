// The player in a file of its own, with all that it shows. Where the learner is stands behind the # of the address,
// which any browser lets a file write. A link may say the same behind a question mark.

import { find } from "../components/dom.js";
import { readSearch, withHere } from "./player_query.js";
import { isAlone, tellHeight } from "./embedding.js";
import { Player } from "./player.js";
import { unpacked } from "./unpack.js";

/** @import {Here} from "./player_query.js" */
/** @import {LessonFile} from "../lessons/contract" */
/** @import {Place} from "./host" */

const said = () => location.hash.slice(1) || location.search.slice(1);

/** @type {LessonFile} */ const file = await unpacked(find(document, "#lesson").textContent);

/** The rule that the address names, where the file has it. */
function ruleSaid() {
  const rule = new URLSearchParams(said()).get("tie") ?? "";
  return Object.hasOwn(file.lessons, rule) ? rule : file.rule;
}

let rule = ruleSaid();

/** @param {Here} here */
function link(here) {
  const { searchParams } = new URL(withHere(`file:///?${said()}`, here));
  if (rule === file.rule) searchParams.delete("tie");
  else searchParams.set("tie", rule);
  return `${location.href.split("#")[0]}#${searchParams}`;
}

/** Show the lesson under a rule. @param {string} wanted */
function choose(wanted) {
  if (wanted === rule) return;
  rule = wanted;
  player.update(file.lessons[rule], place);
}

/** @type {Place} */
const place = {
  want: () => {}, // all frames are here
  tie: choose,
  address: {
    read: () => readSearch(`?${said()}`),
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

const isFramed = parent !== window || isAlone(said());
document.documentElement.classList.toggle("alone", isFramed);
const root = find(document, ".player");
root.replaceChildren();
const player = new Player(root, file.lessons[rule], place);
if (isFramed) tellHeight(root, new AbortController().signal);
