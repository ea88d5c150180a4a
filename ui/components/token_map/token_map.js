// Draws a map of all tokens on a canvas. A click or a key moves the mark at once, and reports the token's id.

import { component } from "../component.js";
import { fillTemplate, findOne, isEqual, make, setText } from "../dom.js";
import { bytesFromBase64, inflate } from "../inflate.js";
import { followTheme } from "../../base/streamlit_internals/color_scheme.js";
import { cellAfter, cellAt, gridFor, idAt, middle } from "./grid.js";

/** @import {TokenMap, TokenMapLabels} from "../contract" */
/** @import {Component} from "../streamlit" */

const REST_MS = 250; // after the last key, before the token is requested
const FEW = 100; // so few marks are drawn large

/** @type {Component<TokenMap & {labels: TokenMapLabels}>} */
export default component(".map", (root) => {
  const canvas = make("canvas");
  const marker = make("span.marker");
  const field = make("div.field", { tabindex: 0, role: "application", "aria-describedby": "keys" }, canvas, marker);
  const title = make("h2");
  const reading = make("p.reading", { "aria-hidden": "true" });
  const status = make("p.screen-reader-text", { role: "status" });
  const keys = make("p.screen-reader-text", { id: "keys" });
  const key = make("ul");
  root.replaceChildren(make("header", title, reading), field, key, keys, status);

  /** @type {(TokenMap & {labels: TokenMapLabels}) | null} */ let data = null;
  let kinds = new Uint8Array();
  let grid = { columns: 1, rows: 1 };
  /** @type {number | null} */ let place = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let restTimer;
  /** @type {(id: number) => void} */ let pick = () => {};

  const describe = (/** @type {number | null} */ at) => {
    if (!data || at === null) return "";
    const kind = data.legend.find(([number]) => number === kinds[at])?.[1] ?? "";
    return fillTemplate(data.labels.at, { id: idAt(data.runs, at), kind });
  };

  const moveMarker = () => {
    marker.hidden = place === null;
    const [x, y] = middle(grid, place ?? 0);
    marker.style.left = `${100 * x}%`;
    marker.style.top = `${100 * y}%`;
    setText(reading, describe(place));
  };

  const draw = () => {
    const { width, height } = field.getBoundingClientRect();
    const context = canvas.getContext("2d");
    if (!data || !context || !width || !kinds.length) return;
    grid = gridFor(data.count, width, height);
    const [cell, tall] = [width / grid.columns, height / grid.rows];
    const [gap, gapBelow] = [cell, tall].map((side) => Math.min(2, side * 0.12));
    canvas.width = width * devicePixelRatio;
    canvas.height = height * devicePixelRatio;
    context.scale(devicePixelRatio, devicePixelRatio);
    for (const [number] of data.legend) {
      context.fillStyle = getComputedStyle(findOne(key, `.kind-${number}`)).backgroundColor;
      for (let at = kinds.indexOf(number); at >= 0; at = kinds.indexOf(number, at + 1)) {
        const [column, row] = [at % grid.columns, Math.floor(at / grid.columns)];
        context.fillRect(column * cell, row * tall, cell - gap, tall - gapBelow);
      }
    }
    const { color, backgroundColor } = getComputedStyle(field);
    const size = data.marked.length > FEW ? 2.5 : 5.5;
    Object.assign(context, { fillStyle: color, strokeStyle: backgroundColor, lineWidth: size > 3 ? 2.5 : 1 });
    for (const at of data.marked) {
      const [x, y] = middle(grid, at);
      context.beginPath();
      context.arc(x * width, y * height, size, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
    marker.style.setProperty("--cell", `${Math.max(cell, tall)}px`);
    moveMarker();
  };

  const select = (/** @type {number} */ to, /** @type {number} */ wait) => {
    clearTimeout(restTimer);
    place = to;
    moveMarker();
    setText(status, describe(place));
    restTimer = setTimeout(() => {
      restTimer = undefined;
      if (data) pick(idAt(data.runs, to));
    }, wait);
  };

  const cellUnder = (/** @type {MouseEvent} */ { clientX, clientY }) => {
    const { left, top, width, height } = field.getBoundingClientRect();
    return data && cellAt(grid, data.count, (clientX - left) / width, (clientY - top) / height);
  };

  field.onclick = (event) => {
    const at = cellUnder(event);
    if (at !== null) select(at, 0);
  };
  field.onpointermove = (event) => setText(reading, describe(cellUnder(event) ?? place));
  field.onpointerleave = () => setText(reading, describe(place));
  field.onkeydown = (event) => {
    const to =
      data && !event.altKey && !event.ctrlKey && !event.metaKey
        ? cellAfter(grid, data.count, place ?? 0, event.key)
        : null;
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (to !== place) select(to, REST_MS);
  };

  const resizeObserver = new ResizeObserver(draw);
  resizeObserver.observe(field);
  const lifetime = new AbortController();
  followTheme(() => requestAnimationFrame(draw), lifetime.signal); // once Streamlit has changed the colours

  return {
    stop() {
      clearTimeout(restTimer);
      resizeObserver.disconnect();
      lifetime.abort();
    },
    update({ data: next, setTriggerValue }) {
      pick = (id) => setTriggerValue("pick", id);
      const previous = data;
      data = next;
      if (restTimer === undefined && next.chosen !== previous?.chosen) place = next.chosen;
      if (!isEqual(previous?.legend, next.legend)) {
        key.replaceChildren(
          ...next.legend.map(([number, name, count]) => make("li", make(`i.kind-${number}`), `${name} ${count}`)),
        );
      }
      setText(title, next.title);
      field.setAttribute("aria-label", next.labels.map);
      setText(keys, next.labels.keys);
      if (previous?.kinds === next.kinds) return isEqual(previous.marked, next.marked) ? moveMarker() : draw();
      if (restTimer === undefined) place = next.chosen;
      void inflate(bytesFromBase64(next.kinds))
        .arrayBuffer()
        .then((bytes) => {
          if (data?.kinds !== next.kinds) return;
          kinds = new Uint8Array(bytes);
          draw();
        });
    },
  };
});
