// Tells when its place is looked at.

import { find, make } from "../dom.js";

/** @import {Component} from "../streamlit" */

const MOMENT_MS = 250; // what is only passed, or stands here until the page above it is drawn, is not looked at

/** @type {Component<string>} */
export default function ({ data, parentElement, setTriggerValue }) {
  const place = find(parentElement, ".coming");
  place.replaceChildren(make("p", data));
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let moment;
  const observer = new IntersectionObserver((entries) => {
    clearTimeout(moment);
    if (!entries[entries.length - 1].isIntersecting) return;
    moment = setTimeout(() => {
      observer.disconnect();
      setTriggerValue("seen", true);
    }, MOMENT_MS);
  });
  observer.observe(place);
  return () => {
    clearTimeout(moment);
    observer.disconnect();
  };
}
