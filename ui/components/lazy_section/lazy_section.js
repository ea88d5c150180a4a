// Reports when its place comes into view, or is about to be printed.

import { findOne, make } from "../dom.js";

/** @import {Component} from "../streamlit" */
/** @import {LazySectionLabels} from "../contract" */

const MOMENT_MS = 250; // ignores places that are only scrolled past, or in view only while the page loads

/** @type {Component<LazySectionLabels>} */
export default function ({ data: [{ drawing, again }], parentElement, setTriggerValue }) {
  const place = findOne(parentElement, ".upcoming");
  place.replaceChildren(make("p.drawing", drawing), make("p.again", again));
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const report = () => {
    observer.disconnect();
    lifetime.abort();
    setTriggerValue("seen", true);
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let timer;
  const observer = new IntersectionObserver((entries) => {
    clearTimeout(timer);
    if (entries[entries.length - 1].isIntersecting) timer = setTimeout(report, MOMENT_MS);
  });
  observer.observe(place);
  // Browsers do not wait before printing: the paper says so, and the next print has it.
  addEventListener("beforeprint", report, { signal });
  return () => {
    clearTimeout(timer);
    lifetime.abort();
    observer.disconnect();
  };
}
