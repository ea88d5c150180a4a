// Draws the stages from text to ids.

import { drawing } from "../component.js";
import { make, tint } from "../dom.js";

/** @import {PipelineStage} from "../contract" */

export default drawing(".pipeline", (root, /** @type {{stages: PipelineStage[]}} */ { stages }) => {
  /** @type {(one: [string, number | null]) => HTMLElement} */
  const piece = ([text, hue]) => make(hue === null ? "span.piece" : "span.token", tint(hue), text);
  const items = stages.map(({ title, about, groups }) => {
    const words = groups.map((group) => make("span.word", ...group.map(piece)));
    return make("li.stage", make("h2", title), make("p", about), make("div.pieces", ...words));
  });
  root.replaceChildren(...items);
});
