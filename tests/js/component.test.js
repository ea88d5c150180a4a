import assert from "node:assert/strict";
import { test } from "node:test";

import { listening } from "../../ui/components/component.js";

test("a component's previous run is cleaned up before the next, in its own element only", () => {
  /** @type {string[]} */ const calls = [];
  const component = listening((/** @type {any} */ { data }) => {
    calls.push(`begin ${data}`);
    return () => calls.push(`end ${data}`);
  });
  const [firstParent, secondParent] = [{}, {}];
  const run = (/** @type {object} */ parentElement, /** @type {string} */ data) =>
    component(/** @type {any} */ ({ data: [data], parentElement }));
  run(firstParent, "a");
  run(secondParent, "b");
  const stop = /** @type {() => void} */ (run(firstParent, "c"));
  assert.deepEqual(calls, ["begin a", "begin b", "end a", "begin c"]);
  stop();
  assert.equal(calls.at(-1), "end c");
});
