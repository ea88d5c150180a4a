// Playground: a text as tokens.

import { make } from "../components/dom.js";
import tokenView from "../components/token_view/token_view.js";
import { mountView } from "./mount.js";
import { startCustomTextPage } from "./custom_text_page.js";

/** @import {PictureActions, Picture} from "./custom_text_page.js" */

/** @param {PictureActions} actions @returns {Picture} */
function draw({ turn, form: { viewLabels: labels } }) {
  const view = mountView("token_view", make("div.token-view"), tokenView, ({ view }) => view && { ...view, labels }, {
    page: turn,
  });
  const facts = make("div.facts");
  return {
    ...view,
    element: make("div", facts, view.element),
    show(answer) {
      facts.replaceChildren(...(answer.facts ?? []).map((text) => make("p", text)));
      view.show(answer);
    },
  };
}

void startCustomTextPage({ of: "view", draw });
