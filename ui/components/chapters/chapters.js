// The chapters of the course as links. Which of them were done, this browser keeps for the next visit.

import { component } from "../component.js";
import { fill, make } from "../dom.js";
import { Progress } from "./progress.js";

/** @import {Chapters, ChaptersLabels} from "../contract" */
/** @import {Component} from "../streamlit" */

const progress = new Progress(browserStorage());

/** @type {Component<Chapters & {labels: ChaptersLabels}>} */
export default component(".chapters", (root) => ({
  update({ data: { chapters, current, done, labels }, setTriggerValue }) {
    const all = progress.add(done);
    const links = chapters.map(({ key, title, href }, place) => {
      const onclick = (/** @type {MouseEvent} */ event) => {
        if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        if (key !== current) setTriggerValue("go", key);
      };
      const attributes = { href, onclick, "aria-current": key === current ? "page" : null };
      const mark = all.has(key) ? make("span.mark", { role: "img", "aria-label": labels.done }, "✓") : null;
      return make("li", make("a", attributes, `${place + 1}. ${title}`, mark));
    });
    const count = chapters.filter(({ key }) => all.has(key)).length;
    root.setAttribute("aria-label", labels.list);
    root.replaceChildren(make("ol", ...links), make("p", fill(labels.progress, { done: count, all: chapters.length })));
  },
}));

/** What all tabs of this browser have; a browser may refuse it. */
function browserStorage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
