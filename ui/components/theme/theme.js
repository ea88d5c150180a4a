// A button that makes the page dark or light.

import { component } from "../component.js";
import { findOne, setText } from "../dom.js";
import { followTheme, switchTheme } from "../../base/streamlit_internals/color_scheme.js";

/** @import {Component} from "../streamlit" */

/** @type {Component<string>} */
export default component(".theme", (button) => {
  const lifetime = new AbortController();
  const name = findOne(button, "span");
  button.onclick = switchTheme;
  followTheme((isDark) => button.setAttribute("aria-pressed", String(isDark)), lifetime.signal);
  return { update: ({ data }) => setText(name, data), stop: () => lifetime.abort() };
});
