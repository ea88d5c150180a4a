// What stood in a page's text boxes is put back while a new server draws the page.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

/** A box as React draws it: what it shows is set where its class has the property. */
class Box extends EventTarget {
  disabled = false;
  isFocused = false;
  #value = "";
  /** @param {string} key */
  constructor(key) {
    super();
    this.key = key;
  }
  get value() {
    return this.#value;
  }
  set value(text) {
    this.#value = text;
  }
  matches() {
    return true;
  }
  closest() {
    return { className: `stElementContainer st-key-${this.key}` };
  }
  focus() {
    this.isFocused = true;
  }
}

class Page extends EventTarget {
  /** @type {Box[]} */ boxes = [];
  hasRun = true;
  body = {};
  get activeElement() {
    return this.boxes.find(({ isFocused }) => isFocused) ?? this.body;
  }
  querySelectorAll() {
    return this.boxes;
  }
  querySelector() {
    return this.hasRun ? {} : null;
  }
}

const page = new Page();
Object.assign(globalThis, { document: page, HTMLElement: Box, FocusEvent: Event });

const { UnsentInput } = await import("../../ui/state/persistence/unsent_input.js");

/** Draw the page, with a text in each box. @param {Record<string, string>} texts */
function draw(texts) {
  page.boxes = Object.entries(texts).map(([key, text]) => Object.assign(new Box(key), { value: text }));
}

const shown = () => page.boxes.map(({ value }) => value);

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setInterval"] });
  page.hasRun = true;
});

/** Return what watches the page, after the connection to a server with these texts came back. @param {Record<string, string>} texts */
function reconnected(texts) {
  draw(texts);
  const unsent = new UnsentInput();
  unsent.rememberInput();
  unsent.restore();
  return unsent;
}

test("a text unknown to the new server is restored, and the focus returns to its field", () => {
  draw({ merges: "u g", words: "hug" });
  const unsent = new UnsentInput();
  const typing = Object.defineProperty(new Event("focusin"), "target", { value: page.boxes[0] });
  page.dispatchEvent(typing);
  unsent.rememberInput();
  unsent.restore();
  draw({ merges: "", words: "hug" });
  mock.timers.tick(50);
  assert.deepEqual(shown(), ["u g", "hug"]);
  assert.deepEqual(
    page.boxes.map(({ isFocused }) => isFocused),
    [true, false],
  );
});

test("typing continues in a redrawn field, with the text or without", () => {
  draw({ merges: "u g" });
  const unsent = new UnsentInput();
  page.dispatchEvent(Object.defineProperty(new Event("focusin"), "target", { value: page.boxes[0] }));
  unsent.rememberInput();
  unsent.restore();
  for (const text of ["", "u g", ""]) {
    page.dispatchEvent(Object.defineProperty(new Event("focusout"), "target", { value: page.boxes[0] }));
    draw({ merges: text });
    mock.timers.tick(50);
    assert.deepEqual(shown(), ["u g"]);
    assert.equal(page.activeElement, page.boxes[0]);
  }
});

test("a page redrawn without the text gets it again", () => {
  page.hasRun = false;
  reconnected({ merges: "u g" });
  for (let run = 0; run < 3; run += 1) {
    draw({ merges: "" });
    mock.timers.tick(run * 1_000 + 50);
    assert.deepEqual(shown(), ["u g"], `run ${run}`);
  }
});

test("a server's changes to the text stay", () => {
  reconnected({ merges: "u g " });
  draw({ merges: "" });
  mock.timers.tick(50);
  page.boxes[0].value = "u g";
  mock.timers.tick(1_000);
  assert.deepEqual(shown(), ["u g"]);
});

test("a server that removes the text each time prevails", () => {
  page.hasRun = false;
  reconnected({ merges: "u g" });
  for (let run = 0; run < 20; run += 1) {
    draw({ merges: "" });
    mock.timers.tick(50);
  }
  assert.deepEqual(shown(), [""]);
});

test("a busy browser does not count time in which it could not draw", () => {
  page.hasRun = false;
  reconnected({ merges: "u g" });
  mock.timers.tick(50);
  page.hasRun = true;
  const later = Date.now() + 10_000;
  const clock = mock.method(Date, "now", () => later);
  mock.timers.tick(50);
  draw({ merges: "" });
  mock.timers.tick(50);
  clock.mock.restore();
  assert.deepEqual(shown(), ["u g"]);
});

test("nothing is restored once the page has been open for a while", () => {
  reconnected({ merges: "u g" });
  for (let passed = 0; passed < 3_200; passed += 50) mock.timers.tick(50);
  draw({ merges: "" });
  mock.timers.tick(50);
  assert.deepEqual(shown(), [""]);
});
