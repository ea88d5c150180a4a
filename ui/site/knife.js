// Edit a vocabulary: the tokens of a text before and after.

import { make } from "../components/dom.js";
import tokenChanges from "../components/token_changes/token_changes.js";
import { mountView } from "./mount.js";
import { startCustomTextPage } from "./custom_text_page.js";

/** @import {TokenChanges} from "../components/contract" */
/** @import {PictureActions, Picture} from "./custom_text_page.js" */

/** @param {PictureActions} actions @returns {Picture} */
function draw({ use, form: { python } }) {
  /** @type {Record<string, string>} */ let toggled = {};
  return mountView(
    "token_changes",
    make("div.changes"),
    tokenChanges,
    (answer) => {
      toggled = answer.toggled ?? {};
      return answer.changes && (python ? answer.changes : unpressed(answer.changes));
    },
    { pick: (/** @type {number} */ id) => use("out", toggled[id]), undo: () => use("out", "") },
  );
}

/** Return changes without tokens to press, which only Python can remove. @param {TokenChanges} changes @returns {TokenChanges} */
const unpressed = ({ columns, labels, ...rest }) => ({
  ...rest,
  columns: columns.map(([before, after]) => [
    before.map(([text, id, hue, state]) => [
      text,
      id,
      hue,
      state === "out" ? "lost" : state === "kept" ? "base" : state,
    ]),
    after,
  ]),
  labels: { ...labels, hint: "" },
});

void startCustomTextPage({ of: "changes", draw });
