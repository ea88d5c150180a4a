// The end of the course: a certificate for the name that is typed, a card for each chapter with some of its tokens and
// its key points, marked with the progress stored in the browser, and where to go on. The name leaves only on paper.

import { isLastMissed } from "../progress/leitner.js";
import { Progress } from "../progress/progress.js";
import { sharedStorage } from "../storage.js";
import { drawOnChange } from "../component.js";
import { fillTemplate, make, tint } from "../dom.js";
import { prose } from "../prose.js";

/** @import {CourseProgress, ChapterKeyPoints, RecapPayload as Recap} from "../contract" */

/** @typedef {"done" | "missed"} State */

const NOTHING = { answers: {}, done: {}, boxes: {} };
const [DONE, MISSED] = /** @type {State[]} */ (["done", "missed"]);
const MARKS = { done: "✓ ", missed: "↺ " };

export default drawOnChange(".recap", (root, /** @type {Recap} */ recap) => {
  const { chapters, parts, labels } = recap;
  const storage = new Progress(sharedStorage);
  const keys = chapters.map(({ key }) => key);
  const progress = storage.add(NOTHING, keys);
  const stopped = storage.stopped(recap.parameter);
  const done = chapters.filter((chapter) => isDone(chapter, progress)).map(({ key }) => key);
  const items = chapters.map((chapter, place) => {
    const { key, title, href, tiles, texts } = chapter;
    const state = chapterProgress(chapter, progress);
    const marks = state ? [make(`span.${state}`, MARKS[state], labels[state])] : [];
    if (key === stopped) marks.push(make("span.stopped", "→ ", labels.stopped));
    const named = `${place + 1}. ${title}`;
    const heading = make("h3", make("a", { href }, named), make("b", named), ...marks); // links are of no use on paper
    const row = tiles.map(([text, hue]) => make(hue === null ? "b.token.unknown" : "b.token", tint(hue), text));
    return make(
      "li.card",
      { classes: { whole: state === DONE } },
      heading,
      make("p.tiles", { "aria-hidden": "true" }, ...row),
      make("ul", ...texts.map((text) => make("li", ...prose(text)))),
    );
  });
  const groups = parts.flatMap((title, number) => {
    const cards = items.filter((_item, place) => chapters[place].part === number);
    const all = chapters.filter(({ part }) => part === number);
    const count = fillTemplate(labels.inPart, {
      done: all.filter(({ key }) => done.includes(key)).length,
      all: all.length,
    });
    return all.length ? [make("section.part", make("h2", title, make("span.count", count)), make("ol", ...cards))] : [];
  });
  root.replaceChildren(certificate(recap, done), ...groups, furtherLinks(recap));
});

/** @param {Recap} recap */
function furtherLinks({ further, labels }) {
  const links = further.map(({ text, href }) => make("li", make("a", { href }, text)));
  return make("section.further", make("h2", labels.further), make("ul", ...links));
}

/** Draw the certificate. @param {Recap} recap @param {string[]} done keys of chapters */
function certificate({ chapters, abilities, labels }, done) {
  const named = make("strong.name");
  const box = make("input", { autocomplete: "name", maxlength: 80, oninput: () => (named.textContent = box.value) });
  const isAble = abilities.map(({ chapters }) => chapters.every((key) => done.includes(key)));
  const list = abilities.map(({ text }, place) => make(isAble[place] ? "li.able" : "li", text));
  // On paper, only what is done is listed.
  const title = make("h2", make("span.on-screen", isAble.every(Boolean) ? labels.abilities : labels.promised));
  if (isAble.some(Boolean)) title.append(make("b", labels.abilities));
  const today = new Date().toLocaleDateString(document.documentElement.lang || undefined, { dateStyle: "long" });
  return make(
    "section.certificate",
    make(
      "div",
      named,
      make("p.walked", fillTemplate(labels.walked, { done: done.length, all: chapters.length })),
      title,
      make("ul", ...list),
      make("p.date", today),
    ),
    make(
      "div.fill",
      make("label", make("span", labels.name), box),
      make("button", { onclick: () => print() }, labels.print),
      make("p", labels.private),
    ),
  );
}

/** Whether all exercises of a chapter were solved; if it has none, whether its question was answered. @type {(chapter: ChapterKeyPoints, progress: CourseProgress) => boolean} */
const isDone = ({ key, exercises }, { answers, done }) =>
  exercises.length ? exercises.every((name) => Object.hasOwn(done, name)) : Object.hasOwn(answers, key);

/** Return a chapter's state: missed if the last try at an exercise was wrong, or else whether it is done. @type {(chapter: ChapterKeyPoints, progress: CourseProgress) => State | null} */
export function chapterProgress(chapter, progress) {
  const isMissed = chapter.exercises.some(
    (name) => Object.hasOwn(progress.boxes, name) && isLastMissed(progress.boxes[name]),
  );
  return isMissed ? MISSED : isDone(chapter, progress) ? DONE : null;
}
