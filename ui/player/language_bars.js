// Draws what the text of each language takes, as bars beside the candidates, and whose turn it is.

import { make } from "../components/dom.js";
import { patch } from "../components/items.js";
import { hiddenCount } from "./token_text.js";

/** @import {Entry} from "../components/items.js" */
/** @import {LanguageRow} from "../lessons/contract" */
/** @import {View} from "./frame_view.js" */

export class Languages {
  #title = make("p.title");
  #bars = make("div.skyline", { "aria-hidden": true }); // of all languages; only the rows below are read out
  #list = make("ol");
  #more = make("p.more");
  element = make("div.languages", { hidden: true }, this.#title, this.#bars, this.#list, this.#more);

  draw(/** @type {View} */ { lesson, frame, version }) {
    const { languages = [], moreLanguages = 0, allLanguages = [], turnAt } = frame;
    const { labels } = lesson;
    this.element.hidden = !languages.length;
    this.#title.textContent = labels.languages;
    /** @type {Entry[]} */
    const entries = languages.map((row) => [
      `${version} ${JSON.stringify(row)}`,
      () => languageRow(row, labels.turn, labels.comma),
    ]);
    patch(this.#list, entries);
    this.#bars.hidden = !allLanguages.length;
    this.#bars.replaceChildren(
      ...allLanguages.map((share, at) =>
        make("span", { classes: { turn: at === turnAt }, style: `height: ${100 * share}%` }),
      ),
    );
    this.#more.textContent = hiddenCount(lesson, moreLanguages);
  }
}

/** @type {(row: LanguageRow, turn: string, comma: string) => Element} */
function languageRow({ name, value, spoken, share, turn }, turnLabel, comma) {
  return make(
    "li",
    { classes: { turn } },
    make("span.name", { "aria-hidden": true, dir: "auto", title: name }, name),
    make("span.screen-reader-text", turn ? `${spoken}${comma}${turnLabel}` : spoken),
    make("div.bars", make("div.bar", { style: `width: ${100 * share}%` })),
    make("span.says", { "aria-hidden": true }, turn ? turnLabel : ""),
    make("span.count", { "aria-hidden": true }, value),
  );
}
