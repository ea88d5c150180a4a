import assert from "node:assert/strict";
import { test } from "node:test";

import { listening } from "../../ui/components/component.js";

test("what a component began in one run ends before the next, in its own place only", () => {
  /** @type {string[]} */ const heard = [];
  const component = listening((/** @type {any} */ { data }) => {
    heard.push(`begin ${data}`);
    return () => heard.push(`end ${data}`);
  });
  const [here, there] = [{}, {}];
  const run = (/** @type {object} */ parentElement, /** @type {string} */ data) =>
    component(/** @type {any} */ ({ data: [data], parentElement }));
  run(here, "a");
  run(there, "b");
  const stop = /** @type {() => void} */ (run(here, "c"));
  assert.deepEqual(heard, ["begin a", "begin b", "end a", "begin c"]);
  stop();
  assert.equal(heard.at(-1), "end c");
});
