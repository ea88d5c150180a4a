// On every page: while a class is open in this browser, players and questions lead it, and a sign says so.

import { component } from "../../components/component.js";
import { closest, findOne, make, typedMove, setAttributes } from "../../components/dom.js";
import { hall } from "../../player/audience.js";
import { TEXT_FIELDS } from "../../player/keyboard.js";
import { publishNote } from "./slide_note.js";
import { openClass } from "./open_class.js";
import { PlannedQuestion } from "./planned_question.js";
import { QuestionClassPanel, SlideClassPanel, PlayerClassPanel } from "./class_panels.js";
import { spacedCode } from "./question_flow.js";

/** @import {Asker, Class} from "../../player/audience.js" */
/** @import {Player} from "../../player/player.js" */
/** @import {TeacherView} from "./contract" */
/** @import {OpenClass} from "./open_class.js" */

/** @type {Led | undefined} */ let led;

export default component(".teaching", (root, /** @type {{data: TeacherView}} */ { data }) => {
  const one = openClass();
  const seats = (led ??= leadClass(one, data));
  const gone = new AbortController();
  const link = make("a", { href: data.page, target: "bpe-lab-class" });
  const place = make("span", seats.place().element);
  findOne(root.parentNode ?? root, ".teaching").replaceChildren(place);
  const draw = () => {
    const { opened, count, line } = one;
    const isShown = opened && !location.pathname.endsWith(`/${data.page}`);
    place.replaceChildren(seats.place().element, ...(isShown ? [link] : [])); // else there is nothing that a key could reach
    const { texts } = data;
    const here = count.here.toLocaleString(texts.locale);
    link.textContent = opened
      ? `${texts.class} ${spacedCode(opened.code)} · ${line === "connected" ? here : texts[line === "lost" ? "lost" : "connecting"]}`
      : "";
    setAttributes(link, { classes: { lost: line === "lost" } });
  };
  const forget = one.listen(draw);
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.repeat || !typedMove(event, { a: true })) return;
    if (!closest(event.composedPath()[0], TEXT_FIELDS)) seats.place().ask(); // a player has the key first
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
      publishNote(data.note);
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

/** @typedef {Class & {place: () => SlideClassPanel, give: (given: TeacherView) => void}} Led */

/** Lead a class from this page. @param {OpenClass} one @param {TeacherView} given @returns {Led} */
function leadClass(one, given) {
  /** @type {Map<Player, PlayerClassPanel>} */ const players = new Map();
  /** @type {Map<Asker, QuestionClassPanel>} */ const askers = new Map();
  const planned = new PlannedQuestion(one);
  planned.note = given.note;
  const isCrowded = () => [...askers.values()].some(({ asker }) => asker.root.isConnected);
  const isAlone = () => !isCrowded() && ![...players.keys()].some(({ root }) => root.isConnected);
  const placed = () => new SlideClassPanel(given, one, planned, isAlone);
  let place = placed();
  const seated = (/** @type {Player} */ player) => {
    players.set(player, new PlayerClassPanel(given, one, planned, player, isCrowded));
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
      askers.set(asker, new QuestionClassPanel(given, one, planned, asker));
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
