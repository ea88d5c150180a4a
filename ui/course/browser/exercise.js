// An exercise: the field for its answer, and the response.

import { make } from "../../components/dom.js";
import { prose } from "../../components/prose.js";
import { checkAnswer } from "../../player/answer_check.js";

/** @import {CourseLabels, ExercisePayload} from "../contract" */
/** @typedef {(typed: string, isRight: boolean, isFirst: boolean) => void} OnAnswer Called with each readable answer. */

const LONGEST = 200; // characters of an answer

/** Return texts as paragraphs; what follows a line break is a numbered list or code. @type {(texts: string[]) => HTMLElement[]} */
export const paragraphs = (texts) =>
  texts.filter(Boolean).flatMap((text) => {
    const [sentence, code = ""] = text.split("\n");
    const lines = code.replaceAll("↵<", "↵\n<"); // each message of a chat has its own
    const list = code.startsWith("1. ") && code.split("↵").map((step) => make("li", ...prose(step.slice(3))));
    const rest = list ? [make("ol.course-text", ...list)] : lines ? [make("pre", { tabindex: 0 }, lines)] : [];
    return [make("p.course-text", ...prose(sentence)), ...rest];
  });

/** @param {ExercisePayload} exercise @param {string} text the exercise's text @param {string} label @param {CourseLabels} labels @param {string} kept the right answer from an earlier visit @param {OnAnswer} onAnswer @param {boolean} isOffered whether the answer can be shown */
export function exerciseForm(
  { kind, answer, hint, solution, wanted },
  text,
  label,
  labels,
  kept,
  onAnswer,
  isOffered = true,
) {
  const box = make("input", { autocomplete: "off", spellcheck: "false", maxLength: LONGEST, value: kept });
  const status = make("div.explanation", { role: "status" });
  const shown = isOffered ? make("details", make("summary", labels.show), ...paragraphs([solution])) : null;
  let isFirst = !kept;
  const look = () => {
    const verdict = box.value.trim() ? checkAnswer(kind, box.value, answer) : null;
    shown?.toggleAttribute("hidden", verdict === "right");
    if (!verdict) return status.replaceChildren();
    const texts = { right: [labels.right, solution], wrong: [labels.notYet, hint], unread: [wanted, ""] };
    const [first, second] = texts[verdict];
    status.replaceChildren(make(`p.course-verdict.${verdict}`, first), ...paragraphs([second]));
    if (verdict === "unread") return;
    onAnswer(box.value, verdict === "right", isFirst);
    isFirst = false;
  };
  box.onchange = look;
  if (kept) look();
  return make("div.exercise", ...paragraphs([text]), make("label.answer", make("span", label), box), status, shown);
}
