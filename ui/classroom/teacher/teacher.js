// On every page: while a class is open in this browser, players and questions lead it, and a sign shows that.

import { component } from "../../components/component.js";
import { closest, findOne, make, moveForKey, setAttributes } from "../../components/dom.js";
import { hall } from "../../player/audience.js";
import { TEXT_FIELDS } from "../../player/keyboard.js";
import { publishNote } from "./slide_note.js";
import { openClass } from "./open_class.js";
import { PlannedQuestion } from "./planned_question.js";
import { CodeCover, DeckClassPanel, QuestionClassPanel, SlideClassPanel, PlayerClassPanel } from "./class_panels.js";
import { spacedCode } from "./question_flow.js";

/** @import {Asker, Class, Deck} from "../../player/audience.js" */
/** @import {Player} from "../../player/player.js" */
/** @import {TeacherView} from "./contract" */
/** @import {OpenClass} from "./open_class.js" */

/** @type {Led | undefined} */ let led;

export default component(".teaching", (root, /** @type {{data: TeacherView}} */ { data }) => {
  const one = openClass();
  const seats = (led ??= leadClass(one, data));
  const gone = new AbortController();
  const code = make("button.code", { onclick: () => seats.showCode(), title: data.texts.showCode });
  const leads = make("span.leads", { role: "status" });
  const takeOver = make("button.take", { onclick: () => one.takeOver() }, data.texts.takeOver);
  const sign = make("div.sign", code, leads, takeOver);
  const place = make("span", seats.place().element);
  findOne(root.parentNode ?? root, ".teaching").replaceChildren(place);
  const draw = () => {
    const { opened, count, line } = one;
    const isShown = opened && !location.pathname.endsWith(`/${data.page}`);
    // Otherwise there is nothing for the keyboard to reach.
    place.replaceChildren(seats.place().element, ...(isShown ? [seats.cover(), sign] : []));
    const { texts } = data;
    const here = count.here.toLocaleString(texts.locale);
    code.textContent = opened
      ? `${texts.class} ${spacedCode(opened.code)} · ${line === "connected" ? here : texts[line === "lost" ? "lost" : "connecting"]}`
      : "";
    setAttributes(sign, { classes: { lost: line === "lost" } });
    const role = one.isLed ? texts.leads : one.mayLead ? "" : texts.othersLead;
    if (leads.textContent !== role) leads.textContent = role;
    takeOver.hidden = one.mayLead;
    takeOver.textContent = texts.takeOver;
  };
  const forget = one.listen(draw);
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.repeat || !moveForKey(event, { a: true })) return;
    if (!closest(event.composedPath()[0], TEXT_FIELDS)) seats.place().ask(); // players get the key first
  };
  addEventListener("keydown", onKey, { signal: gone.signal });
  /** Send phones the text of a slide without a player, which nothing else would send. */
  const say = () => {
    const text = seats.spoken() || data.note?.text;
    if (one.isOpen && text) one.move({ data: null, step: 0, isTold: true, text });
    // If two windows present a plan, the one that leads the class updates the teacher's page.
    if (!one.isOpen || one.mayLead) publishNote(data.note);
  };
  let wasLed = one.isLed;
  const forgetLead = one.listen(() => {
    const isNew = one.isLed && !wasLed;
    wasLed = one.isLed;
    if (isNew) say();
  });
  return {
    update(given) {
      data = given.data;
      say();
      one.language = data.language;
      seats.give(data);
      draw();
    },
    stop: () => {
      forget();
      forgetLead();
      gone.abort();
    },
  };
});

/** @typedef {Class & {place: () => SlideClassPanel, give: (given: TeacherView) => void, spoken: () => string, showCode: () => void, cover: () => Element}} Led */

/** Lead a class from this page. @param {OpenClass} one @param {TeacherView} given @returns {Led} */
function leadClass(one, given) {
  /** @type {Map<Player, PlayerClassPanel>} */ const players = new Map();
  /** @type {Map<Asker, QuestionClassPanel>} */ const askers = new Map();
  /** @type {Map<Deck, DeckClassPanel>} */ const decks = new Map();
  let spoken = { place: "", text: "" }; // text of the screen, and its slide
  const shownPlace = () => new URLSearchParams(location.search).get("place") ?? "";
  const planned = new PlannedQuestion(one);
  planned.note = given.note;
  const isCrowded = () => [...askers.values()].some(({ asker }) => asker.root.isConnected);
  const isAlone = () => !isCrowded() && ![...players.keys()].some(({ root }) => root.isConnected);
  const placed = () => new SlideClassPanel(given, one, planned, isAlone);
  let place = placed();
  let code = new CodeCover(given, one, planned);
  const seats = () => [code, place, ...decks.values(), ...players.values(), ...askers.values()];
  // Esc removes the code, without ending a presentation below it.
  const onCovered = (/** @type {KeyboardEvent} */ event) => {
    const isOn = event.key === "PageDown" || event.key === "ArrowRight";
    const isCovered = [code, ...decks.values()].some((seat) => seat.over.sheet);
    if (event.key !== "Escape" && !(isOn && isCovered)) return;
    if (!seats().filter((seat) => seat.clear()).length) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("keydown", onCovered, { capture: true });
  const seated = (/** @type {Player} */ player) => {
    spoken = { place: "", text: "" }; // phones show its lesson
    players.set(player, new PlayerClassPanel(given, one, planned, player, isCrowded));
    place.update();
  };
  /** @type {Led} */
  const hasClass = {
    place: () => place,
    spoken: () => (spoken.place === shownPlace() ? spoken.text : ""),
    showCode: () => code.show(),
    cover: () => code.element,
    give: (now) => {
      const isSame = JSON.stringify(now) === JSON.stringify(given);
      given = now;
      planned.note = given.note;
      if (isSame) return;
      for (const player of players.keys()) seated(player);
      const before = place;
      place = placed();
      code = new CodeCover(given, one, planned);
      before.element.replaceWith(place.element);
      for (const seat of askers.values()) seat.update();
      for (const deck of decks.keys()) hasClass.stages(deck);
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
      spoken = { place: "", text: "" }; // about the same chapter
      place.update();
    },
    turns: (asker, press) => askers.get(asker)?.turns(press) ?? false,
    leads: (press, mayAsk) => place.leads(press, mayAsk),
    says: (text, goesOn) => {
      if (goesOn && one.mayLead && one.question?.phase === "revealed") void one.turn("on");
      spoken = { place: shownPlace(), text };
      if (one.isOpen) one.move({ data: null, step: 0, isTold: true, text });
    },
    stages: (deck) => {
      decks.get(deck)?.leave();
      decks.set(deck, new DeckClassPanel(given, one, planned, deck));
    },
    leavesStage: (deck) => {
      decks.get(deck)?.leave();
      decks.delete(deck);
      spoken = { place: "", text: "" };
    },
    draws: (player) => players.get(player)?.draws(),
    presses: (player, press, isHeld) => players.get(player)?.presses(press, isHeld) ?? false,
    asksElse: (lesson, step) => [...players.values()].some((seat) => seat.asksElse(lesson, step)),
    keeps: (lesson, step) =>
      one.keeps(lesson, step) ?? (one.mayLead && !isCrowded() && planned.keeps(lesson, step) ? true : null),
  };
  one.listen(() => {
    for (const seat of seats()) seat.update();
  });
  hall.begin(hasClass);
  return hasClass;
}
