// Tells when its place is looked at, or is to be printed.

import { findOne, make } from "../dom.js";

/** @import {Component} from "../streamlit" */
/** @import {LazySectionLabels} from "../contract" */

const MOMENT_MS = 250; // what is only passed, or stands here until the page above it is drawn, is not looked at

/** @type {Component<LazySectionLabels>} */
export default function ({ data: [{ drawing, again }], parentElement, setTriggerValue }) {
  const place = findOne(parentElement, ".coming");
  place.replaceChildren(make("p.drawing", drawing), make("p.again", again));
  const gone = new AbortController();
  const { signal } = gone;
  const tell = () => {
    observer.disconnect();
    gone.abort();
    setTriggerValue("seen", true);
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let moment;
  const observer = new IntersectionObserver((entries) => {
    clearTimeout(moment);
    if (entries[entries.length - 1].isIntersecting) moment = setTimeout(tell, MOMENT_MS);
  });
  observer.observe(place);
  // A browser that prints waits for nothing: paper says so, and the next time it is there.
  addEventListener("beforeprint", tell, { signal });
  return () => {
    clearTimeout(moment);
    gone.abort();
    observer.disconnect();
  };
}
