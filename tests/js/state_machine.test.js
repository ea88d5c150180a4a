import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { ADDRESS, FETCH, Machine, PLAY } from "../../ui/player/state_machine.js";

/** @type {Record<string, [Record<string, Record<string, string | null>>, string]>} Each with the state that it begins in. */
const MACHINES = { PLAY: [PLAY, "stopped"], FETCH: [FETCH, "idle"], ADDRESS: [ADDRESS, "written"] };

for (const [name, [table, first]] of Object.entries(MACHINES)) {
  test(`${name}: every event in every state leads to a state that there is`, () => {
    const events = Object.keys(table[first]).sort();
    for (const [state, leads] of Object.entries(table)) {
      assert.deepEqual(Object.keys(leads).sort(), events, state);
      for (const to of Object.values(leads)) assert.ok(to === null || Object.hasOwn(table, to), `${state}: ${to}`);
    }
  });

  test(`${name}: every state is come to, and every state is left for the first`, () => {
    /** @type {(from: string) => Set<string>} */
    const reached = (from) => {
      const found = new Set([from]);
      for (const state of found) for (const to of Object.values(table[state])) if (to) found.add(to);
      return found;
    };
    assert.deepEqual([...reached(first)].sort(), Object.keys(table).sort());
    for (const state of Object.keys(table)) assert.ok(reached(state).has(first), state);
  });
}

/** A machine with states of given durations, and a log of its messages. @type {(name: string, lasts: Record<string, number>) => {machine: Machine<string, string>, log: string[]}} */
function timed(name, lasts) {
  /** @type {string[]} */ const log = [];
  const [table, first] = MACHINES[name];
  const entered = (/** @type {string} */ state, /** @type {string} */ event) => log.push(`${event}: ${state}`);
  return { machine: new Machine(table, first, (state) => lasts[state] ?? 0, entered), log: log };
}

test("a held key requests frames once", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { machine, log: told } = timed("FETCH", { due: 60, waiting: 3000 });
  for (let press = 0; press < 5; press++) {
    machine.on("ask");
    mock.timers.tick(20);
  }
  assert.deepEqual(told, ["ask: due", "over: waiting"]);
  machine.on("come");
  machine.on("ask");
  assert.deepEqual(told.slice(2), ["come: idle", "ask: due"]);
  mock.timers.reset();
});

test("a lost answer is no longer waited for", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { machine, log: told } = timed("FETCH", { due: 60, waiting: 3000 });
  machine.on("ask");
  mock.timers.tick(60);
  mock.timers.tick(3000);
  assert.deepEqual(told, ["ask: due", "over: waiting", "over: idle"]);
  mock.timers.reset();
});

test("the address is updated once the learner pauses", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { machine, log: told } = timed("ADDRESS", { due: 450 });
  for (let press = 0; press < 3; press++) {
    machine.on("move");
    mock.timers.tick(449);
  }
  assert.equal(machine.state, "due");
  mock.timers.tick(1);
  assert.deepEqual(told.at(-1), "over: written");
  machine.on("move");
  machine.end();
  mock.timers.tick(1000);
  assert.equal(machine.state, "due"); // a removed player writes nothing more
  mock.timers.reset();
});

test("an address of another lesson is unchanged until that arrives or the learner moves", () => {
  const { machine } = timed("ADDRESS", {});
  machine.on("return");
  machine.on("come");
  assert.equal(machine.state, "returning");
  machine.on("move");
  assert.equal(machine.state, "due");
});

test("a question pauses playing once", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { machine, log: told } = timed("PLAY", { playing: 100, pondering: 200 });
  machine.on("toggle");
  mock.timers.tick(100);
  machine.on("ponder");
  mock.timers.tick(199);
  assert.equal(machine.state, "pondering");
  machine.on("hurry"); // another speed: the time begins anew
  mock.timers.tick(199);
  assert.equal(machine.state, "pondering");
  mock.timers.tick(1);
  machine.on("stop");
  assert.deepEqual(told, [
    ...["toggle: playing", "over: playing", "ponder: pondering", "hurry: pondering"],
    ...["over: playing", "stop: stopped"],
  ]);
  mock.timers.reset();
});
