// The note of a plan: the tab that presents it tells the teacher's page, which stands in another tab.

/** @import {SlideNote} from "./contract" */

const NAME = "bpe_lab_class_note";
let isOurs = false; // this tab presents

/** @param {SlideNote | null} note */
export function publishNote(note) {
  try {
    if (note) localStorage.setItem(NAME, JSON.stringify(note));
    else if (isOurs) localStorage.removeItem(NAME);
    isOurs = note !== null;
  } catch {
    // a browser may keep nothing
  }
}

/** @returns {SlideNote | null} */
export function currentNote() {
  try {
    const { title, note, text, next, place, step, asks } = JSON.parse(localStorage.getItem(NAME) ?? "null");
    const said = { title: String(title), note: String(note), text: String(text), next: String(next) };
    return { ...said, place: Number(place), step: Number(step), asks: asks?.told ? asks : null };
  } catch {
    return null; // there is none
  }
}

/** Be told of another, until the signal. @param {() => void} tell @param {AbortSignal} signal */
export const onNote = (tell, signal) =>
  addEventListener("storage", ({ key }) => (key === NAME || key === null) && tell(), { signal });
