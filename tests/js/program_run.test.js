import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { ProgramRun } from "../../ui/components/editor/program_run.js";

const ignore = { onLoading() {}, onRunning() {}, onPrinted() {} };
const program = { sources: [], calls: [] };
const SECONDS = 5;

const failure = (message = "") => Object.assign(new Event("error"), { message });

/** A worker that a test controls. */
class FakeWorker {
  /** @type {any} */ message = null;
  isEnded = false;
  /** @type {(event: any) => void} */ onmessage = () => {};
  /** @type {(event: any) => void} */ onerror = () => {};
  /** @param {any} message */
  postMessage(message) {
    this.message = message;
  }
  terminate() {
    this.isEnded = true;
  }
  /** @param {object} data */
  sends = (data) => this.onmessage({ data: { id: this.message.id, ...data } });
}

/** @returns {[ProgramRun, FakeWorker[]]} */
function newRun() {
  /** @type {FakeWorker[]} */ const workers = [];
  const begin = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return /** @type {any} */ (worker);
  };
  return [new ProgramRun("https://lab/python/", SECONDS, begin), workers];
}

test("a program that ends leaves the worker for the next one", async () => {
  const [run, workers] = newRun();
  /** @type {string[]} */ const printed = [];
  const first = run.run(program, { ...ignore, onPrinted: (text) => printed.push(text) });
  workers[0].sends({ isRunning: true });
  workers[0].sends({ text: "ug" });
  workers[0].sends({ answer: '{"values":[1]}' });
  assert.deepEqual(await first, { values: [1] });
  assert.deepEqual(printed, ["ug"]);
  const second = run.run(program, ignore);
  workers[0].sends({ answer: '{"values":[2]}' });
  assert.deepEqual(await second, { values: [2] });
  assert.equal(workers.length, 1);
});

test("the time limit starts with the program, not with loading, and ends the worker", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const [run, workers] = newRun();
  const slow = run.run(program, ignore);
  workers[0].sends({ progress: { done: 1, all: 2 } });
  mock.timers.tick(100 * SECONDS * 1000);
  assert.equal(workers[0].isEnded, false);
  workers[0].sends({ isRunning: true });
  mock.timers.tick(SECONDS * 1000);
  assert.equal(await slow, "slow");
  assert.equal(workers[0].isEnded, true);
  const next = run.run(program, ignore);
  assert.equal(workers.length, 2);
  workers[1].sends({ isRunning: true });
  workers[1].sends({ answer: "{}" });
  await next;
  mock.timers.tick(SECONDS * 1000); // its time is over with it
  assert.equal(workers[1].isEnded, false);
  mock.timers.reset();
});

test("stopped and failing programs are reported, and their late messages are ignored", async () => {
  const [run, workers] = newRun();
  const first = run.run(program, ignore);
  const second = run.run(program, ignore); // which ends the first
  assert.equal(await first, "stopped");
  assert.equal(workers[0].isEnded, true);
  workers[0].sends({ answer: '{"values":["late"]}' });
  workers[1].sends({ problem: "no memory", why: "ended" });
  assert.equal(await second, "ended");
  const third = run.run(program, ignore);
  workers[2].onerror(failure()); // as where the worker's script does not come
  assert.equal(await third, "loading");
  const fourth = run.run(program, ignore);
  workers[3].onerror(failure("SyntaxError")); // in a script that the browser cannot read
  assert.equal(await fourth, "unsupported");
  const fifth = run.run(program, ignore);
  workers[4].sends({ isRunning: true });
  workers[4].onerror(failure("out of memory"));
  assert.equal(await fifth, "ended");
  const refused = new ProgramRun("https://lab/python/", SECONDS, () => {
    throw new Error("no workers here");
  });
  assert.equal(await refused.run(program, ignore), "unsupported");
});
