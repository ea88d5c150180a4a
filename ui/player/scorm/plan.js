// A plan in a package for a learning platform: its slides in order, each as in the app. Predictions and answers make up
// the score; all slides that ask something count the same. A returning learner continues at the same slide.

import { closest, findOne } from "../../components/dom.js";
import { readPlayerQuery, urlWithState } from "../player_query.js";
import { Player } from "../player.js";
import { unpack } from "../unpack.js";
import { Attempt, findScormApi } from "./attempt.js";
import { startQuestions, predictionInput, predictableSteps, questionNames, showAnswer } from "./package_questions.js";

/** @import {PlanPackage} from "../../lessons/contract" */
/** @import {PlayerHost} from "../host" */

/** @type {PlanPackage} */
const { lessons, places } = await unpack(findOne(document, "#lesson").textContent);
const sections = [...document.querySelectorAll("section.place")].filter((part) => part instanceof HTMLElement);
const lessonAt = (/** @type {number} */ index) =>
  places[index].lesson === null ? null : lessons[places[index].lesson];
const questionsBySection = sections.map(questionNames);
const predictions = places.map(({ step, counts }, index) => {
  const lesson = lessonAt(index);
  return lesson && counts ? predictableSteps(lesson, step).map((name) => `${index}.${name}`) : [];
});
const isScored = (/** @type {string} */ name) => document.querySelector(`[data-verdict="${name}"]`) !== null;
const groups = sections.map((_, index) => [...predictions[index], ...questionsBySection[index].filter(isScored)]);
const attempt = new Attempt(
  findScormApi(window),
  groups,
  questionsBySection.flat().filter((name) => !isScored(name)),
);

const notKept = findOne(document, "#not-kept");
const warn = (/** @type {boolean} */ isKept) => (notKept.hidden = isKept);
warn(attempt.isKept);

const where = /** @type {HTMLSelectElement} */ (findOne(document, "#where"));
const [backButton, nextButton] = ["#back", "#next"].map((name) => findOne(document, name));

// The learner's position on each slide, as the query of an address.
const positions = places.map(({ step }, index) => `?${predictions[index].length ? "predict=1&" : ""}step=${step}`);
let at = 0;
/** @type {Player | null} */ let player = null;
let leaving = () => {};

/** Keep the learner's position; at the end, with all questions answered, complete the attempt. */
function keep() {
  const lesson = lessonAt(at);
  const { step } = readPlayerQuery(positions[at]);
  const isEnd = at === places.length - 1 && (!lesson || (step ?? 0) >= lesson.steps);
  const isAnswered = questionsBySection.flat().every((name) => attempt.answers.has(name));
  const search = new URLSearchParams(positions[at]);
  search.set("place", String(at + 1));
  warn(attempt.move(`?${search}`, at + 1, isEnd && isAnswered));
}

/** @type {(index: number) => PlayerHost} */
const placeAt = (index) => ({
  requestFrames: () => {}, // all frames are here
  chooseTieRule: () => {}, // another rule would be another lesson
  goToLesson: (by) => go(index + by),
  address: {
    isImmediate: true,
    read: () => readPlayerQuery(positions[index]),
    about: () => "",
    write: (here) => {
      const url = new URL(urlWithState("https://lesson/", { ...here, present: false }));
      if (!url.searchParams.has("step")) url.searchParams.set("step", "0");
      positions[index] = url.search;
      keep();
    },
    link: () => location.href,
    listen: (callbacks) => {
      leaving = callbacks.leaving;
    },
  },
});

/** Go to a slide; returns whether there is one. @param {number} index */
function go(index) {
  if (index < 0 || index >= places.length) return false;
  leaving();
  leaving = () => {};
  player?.leave();
  player = null;
  at = index;
  sections.forEach((section, place) => (section.hidden = place !== at));
  where.value = String(at);
  backButton.toggleAttribute("disabled", at === 0);
  nextButton.toggleAttribute("disabled", at === places.length - 1);
  const lesson = lessonAt(at);
  if (lesson) {
    const root = findOne(sections[at], ".player");
    root.replaceChildren();
    player = new Player(root, lesson, placeAt(at));
  }
  scrollTo(0, 0);
  keep();
  return true;
}

sections.forEach((section, index) => {
  const guessed = (/** @type {Event} */ event) => {
    const lesson = lessonAt(index);
    const guess = lesson && predictionInput(event, section, lesson);
    if (!guess || !predictions[index].includes(`${index}.${guess.step}`)) return;
    warn(attempt.answer(`${index}.${guess.step}`, guess.isRight));
    showAnswer(`${index}.${guess.step}`, attempt);
  };
  section.addEventListener("click", guessed, { capture: true });
});
startQuestions(attempt, (isKept) => {
  warn(isKept);
  keep();
});

backButton.onclick = () => go(at - 1);
nextButton.onclick = () => go(at + 1);
where.onchange = () => go(Number(where.value));
// A clicker works even if no player has the keys.
addEventListener("keydown", (event) => {
  if (player || closest(event.target, "input, select")) return;
  if (event.key === "PageDown" && go(at + 1)) event.preventDefault();
  if (event.key === "PageUp" && go(at - 1)) event.preventDefault();
});
addEventListener("pagehide", () => {
  leaving();
  attempt.leave();
});

const storedPosition = new URLSearchParams(attempt.here);
const last =
  Math.min(places.length, Math.max(1, Number(storedPosition.get("place") ?? storedPosition.get("step") ?? 1))) - 1;
if (storedPosition.has("place") && lessonAt(last)) positions[last] = attempt.here;
go(last);
