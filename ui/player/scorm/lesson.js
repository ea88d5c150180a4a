// The player in a package for a learning platform: predictions make up the score, the last step completes the lesson,
// and a returning learner continues at the same step. In a chapter, only its question and its exercise count.

import { findOne } from "../../components/dom.js";
import { readPlayerQuery, urlWithState } from "../player_query.js";
import { Player } from "../player.js";
import { unpack } from "../unpack.js";
import { Attempt, findScormApi } from "./attempt.js";
import { startQuestions, predictionInput, predictableSteps, questionNames } from "./package_questions.js";

/** @import {LessonFile} from "../../lessons/contract" */
/** @import {PlayerHost} from "../host" */

/** @type {LessonFile} */
const { rule, lessons } = await unpack(findOne(document, "#lesson").textContent);
const lesson = lessons[rule];
// A chapter has its own questions around the lesson. If there are any, they count instead of predictions.
const questions = questionNames(document);
const predictions = questions.length ? [] : predictableSteps(lesson);
const attempt = new Attempt(findScormApi(window), [questions.length ? questions : predictions]);

const notKept = findOne(document, "#not-kept");
const warn = (/** @type {boolean} */ isKept) => (notKept.hidden = isKept);
warn(attempt.isKept);

/** @type {PlayerHost} */
const place = {
  requestFrames: () => {}, // all frames are here
  chooseTieRule: () => {}, // another rule would be another lesson
  address: {
    isImmediate: true,
    read: () => readPlayerQuery(attempt.here || (predictions.length ? "?predict=1" : `?step=${lesson.step}`)),
    about: () => "",
    write: (here) => {
      const { search } = new URL(urlWithState("https://lesson/", { ...here, present: false }));
      warn(attempt.move(search || "?", here.step, !questions.length && here.step >= lesson.steps));
    },
    link: () => location.href,
    listen: ({ leaving }, signal) => {
      const leave = () => {
        leaving();
        attempt.leave();
      };
      addEventListener("pagehide", leave, { signal });
    },
  },
};

const root = findOne(document, ".player");
root.replaceChildren();

const guessed = (/** @type {Event} */ event) => {
  const guess = predictionInput(event, root, lesson);
  if (guess) warn(attempt.answer(guess.step, guess.isRight));
};
if (predictions.length) root.addEventListener("click", guessed, { capture: true });

startQuestions(attempt, (isKept) => {
  warn(isKept);
  if (questions.every((name) => attempt.answers.has(name))) warn(attempt.finish());
});

new Player(root, lesson, place);
