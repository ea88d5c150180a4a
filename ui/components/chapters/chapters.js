// Chapters as links. What was done in them, this browser keeps for the next visit.

import { component } from "../component.js";
import { fill, isPlain, isSame, make } from "../dom.js";
import { Progress } from "./progress.js";

/** @import {Chapters, ChaptersLabels} from "../contract" */
/** @import {Component} from "../streamlit" */

const WIDE = "(min-width: 46rem)"; // where a list of them leaves room for the one that is shown

const answers = new Progress(() => localStorage);

/** @type {Component<Chapters & {labels: ChaptersLabels}>} */
export default component(".chapters", (root) => {
  let told = ""; // the session that knows what is kept
  let shown = "";
  return {
    update({ data: { chapters, current, done, progress, held, session, labels }, setTriggerValue }) {
      const keys = chapters.map(({ key }) => key);
      const kept = answers.add(held, keys);
      if (told !== session && !isSame(kept, held)) setTriggerValue("kept", kept);
      told = session;
      const links = chapters.map(({ key, title, href }, place) => {
        const onclick = (/** @type {MouseEvent} */ event) => {
          if (!isPlain(event)) return;
          event.preventDefault();
          if (key !== current) setTriggerValue("go", key);
        };
        const attributes = { href, onclick, "aria-current": key === current ? "page" : null };
        const mark = done.includes(key) ? make("span.mark", { role: "img", "aria-label": labels.done }, "✓") : null;
        return make("li", make("a", attributes, `${place + 1}. ${title}`, mark));
      });
      const forget = () => {
        answers.forget(keys);
        setTriggerValue("forget", true);
      };
      const again = make("details", make("summary", labels.again), make("button", { onclick: forget }, labels.forget));
      const list = root.querySelector("details");
      const isOpen = list && shown === current ? list.open : matchMedia(WIDE).matches;
      shown = current;
      root.replaceChildren(
        make(
          "details",
          { open: isOpen },
          make("summary", fill(progress, { done: done.length, all: chapters.length })),
          make("ol", ...links),
          Object.values(held).some((one) => Object.keys(one).length) ? again : null,
        ),
      );
    },
  };
});
