// Passes a slide's note from the tab that presents the plan to the teacher's page in another tab.

/** @import {SlideNote} from "./contract" */

const NAME = "bpe_lab_class_note";
let isPresenting = false; // whether this tab presents

/** @param {SlideNote | null} note */
export function publishNote(note) {
  try {
    if (note) {
      const previous = isPresenting ? currentNote() : null;
      localStorage.setItem(NAME, JSON.stringify({ ...note, ...timesOf(note, previous, Date.now()) }));
    } else if (isPresenting) localStorage.removeItem(NAME);
    isPresenting = note !== null;
  } catch {
    // no storage
  }
}

/** @typedef {{since: number, begun: number}} NoteTimes When the slide and the plan began, by this browser's clock. */

// Return when a slide and its plan began, given the note before.
/** @type {(note: Pick<SlideNote, "place">, before: (Pick<SlideNote, "place"> & NoteTimes) | null, now: number) => NoteTimes} */
export const timesOf = ({ place }, before, now) => ({
  since: before?.place === place ? before.since : now,
  begun: before?.begun ?? now,
});

/** @returns {(SlideNote & NoteTimes) | null} */
export function currentNote() {
  try {
    const stored = JSON.parse(localStorage.getItem(NAME) ?? "null");
    const { title, note, text, next, place, step, asks, minutes, total, since, begun } = stored;
    const texts = { title: String(title), note: String(note), text: String(text), next: String(next) };
    const times = { minutes: Number(minutes) || 0, total: Number(total) || 0 };
    const starts = { since: Number(since) || Date.now(), begun: Number(begun) || Date.now() };
    const slides = slidesOf(stored.slides);
    return {
      ...texts,
      ...times,
      ...starts,
      slides,
      place: Number(place),
      step: Number(step),
      asks: asks?.told ? asks : null,
    };
  } catch {
    return null; // no note
  }
}

/** Return the titles and minutes of a plan's slides; earlier versions of the app stored none. @param {unknown} kept @returns {SlideNote["slides"]} */
export const slidesOf = (kept) =>
  Array.isArray(kept) ? kept.map(([title, minutes]) => [String(title), Number(minutes) || 0]) : [];

/** Call `callback` when the note changes, until the signal. @param {() => void} callback @param {AbortSignal} signal */
export const onNote = (callback, signal) =>
  addEventListener("storage", ({ key }) => (key === NAME || key === null) && callback(), { signal });
