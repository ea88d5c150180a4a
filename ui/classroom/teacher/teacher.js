// On every page: while a class is open in this browser, players and questions lead it, and a sign says so.

import { component } from "../../components/component.js";
import { closest, find, make, moveOf, setAttributes } from "../../components/dom.js";
import { hall } from "../../player/audience.js";
import { TYPING } from "../../player/keyboard.js";
import { tellNote } from "./slide_note.js";
import { theClass } from "./open_class.js";
import { Planned } from "./planned_question.js";
import { AskerSeat, PlaceSeat, PlayerSeat } from "./class_panels.js";
import { grouped } from "./question_flow.js";

/** @import {Asker, Class} from "../../player/audience.js" */
/** @import {Player} from "../../player/player.js" */
/** @import {Teacher} from "./contract" */
/** @import {OpenClass} from "./open_class.js" */

/** @type {Led | undefined} */ let led;

export default component(".teaching", (root, /** @type {{data: Teacher}} */ { data }) => {
  const one = theClass();
  const seats = (led ??= lead(one, data));
  const gone = new AbortController();
  const link = make("a", { href: data.page, target: "bpe-lab-class" });
  const place = make("span", seats.place().element);
  find(root.parentNode ?? root, ".teaching").replaceChildren(place);
  const draw = () => {
    const { opened, count, line } = one;
    const isShown = opened && !location.pathname.endsWith(`/${data.page}`);
    place.replaceChildren(seats.place().element, ...(isShown ? [link] : [])); // else there is nothing that a key could reach
    const { texts } = data;
    const here = count.here.toLocaleString(texts.locale);
    link.textContent = opened
      ? `${texts.class} ${grouped(opened.code)} · ${line === "connected" ? here : texts[line === "lost" ? "lost" : "connecting"]}`
      : "";
    setAttributes(link, { classes: { lost: line === "lost" } });
  };
  const forget = one.listen(draw);
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.repeat || !moveOf(event, { a: true })) return;
    if (!closest(event.composedPath()[0], TYPING)) seats.place().ask(); // a player has the key first
  };
  addEventListener("keydown", onKey, { signal: gone.signal });
  /** Of a place of the plan without a player, nothing else would tell phones. */
  const say = () => {
    const text = data.note?.text;
    if (one.isOpen && text) one.move({ data: null, step: 0, isTold: true, text });
  };
  return {
    update(given) {
      data = given.data;
      tellNote(data.note);
      say();
      one.language = data.language;
      seats.give(data);
      draw();
    },
    stop: () => {
      forget();
      gone.abort();
    },
  };
});

/** @typedef {Class & {place: () => PlaceSeat, give: (given: Teacher) => void}} Led */

/** Lead a class from this page. @param {OpenClass} one @param {Teacher} given @returns {Led} */
function lead(one, given) {
  /** @type {Map<Player, PlayerSeat>} */ const players = new Map();
  /** @type {Map<Asker, AskerSeat>} */ const askers = new Map();
  const planned = new Planned(one);
  planned.note = given.note;
  const isCrowded = () => [...askers.values()].some(({ asker }) => asker.root.isConnected);
  const isAlone = () => !isCrowded() && ![...players.keys()].some(({ root }) => root.isConnected);
  const placed = () => new PlaceSeat(given, one, planned, isAlone);
  let place = placed();
  const seated = (/** @type {Player} */ player) => {
    players.set(player, new PlayerSeat(given, one, planned, player, isCrowded));
    place.update();
  };
  /** @type {Led} */
  const hasClass = {
    place: () => place,
    give: (now) => {
      const isSame = JSON.stringify(now) === JSON.stringify(given);
      given = now;
      planned.note = given.note;
      if (isSame) return;
      for (const player of players.keys()) seated(player);
      const before = place;
      place = placed();
      before.element.replaceWith(place.element);
      for (const seat of askers.values()) seat.update();
    },
    enter: seated,
    leave: (player) => {
      players.delete(player);
      place.update();
    },
    asks: (asker) => {
      askers.set(asker, new AskerSeat(given, one, planned, asker));
      place.update();
    },
    ends: (asker) => {
      askers.get(asker)?.leave();
      askers.delete(asker);
      place.update();
    },
    turns: (asker, press) => askers.get(asker)?.turns(press) ?? false,
    leads: (press) => place.leads(press),
    draws: (player) => players.get(player)?.draws(),
    presses: (player, press, isHeld) => players.get(player)?.presses(press, isHeld) ?? false,
    keeps: (lesson, step) => one.keeps(lesson, step) ?? (!isCrowded() && planned.keeps(lesson, step) ? true : null),
  };
  one.listen(() => {
    for (const seat of [place, ...players.values(), ...askers.values()]) seat.update();
  });
  hall.begin(hasClass);
  return hasClass;
}
