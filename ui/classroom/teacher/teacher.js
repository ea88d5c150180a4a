// On every page: while a class is open in this browser, players and questions lead it, and its code is in a corner.

import { component } from "../../components/component.js";
import { closest, findOne, make, moveForKey, setAttributes } from "../../components/dom.js";
import { classHub } from "../../player/audience.js";
import { TEXT_FIELDS } from "../../player/keyboard.js";
import { publishNote } from "./slide_note.js";
import { openClass } from "./open_class.js";
import { PlannedQuestion } from "./planned_question.js";
import { CodeCover, DeckClassPanel, QuestionClassPanel, SlideClassPanel, PlayerClassPanel } from "./class_panels.js";
import { spacedCode } from "./question_flow.js";

/** @import {PageQuestion, Class, Deck} from "../../player/audience.js" */
/** @import {Player} from "../../player/player.js" */
/** @import {TeacherView} from "./contract" */
/** @import {OpenClass} from "./open_class.js" */

/** @type {PageClass | undefined} */ let pageClass;

export default component(".teaching", (root, /** @type {{data: TeacherView}} */ { data }) => {
  const liveClass = openClass();
  const page = (pageClass ??= leadClass(liveClass, data));
  const lifetime = new AbortController();
  const code = make("button.code", { onclick: () => page.showCode(), title: data.texts.showCode });
  const role = make("span.leads", { role: "status" });
  const takeOver = make("button.take", { onclick: () => liveClass.takeOver() }, data.texts.takeOver);
  const sign = make("div.sign", code, role, takeOver);
  const container = make("span", page.slidePanel().element);
  findOne(root.parentNode ?? root, ".teaching").replaceChildren(container);
  const draw = () => {
    const { opened, count, connection } = liveClass;
    const isShown = opened && !location.pathname.endsWith(`/${data.page}`);
    // Removed rather than hidden, so that the keyboard reaches nothing there.
    container.replaceChildren(page.slidePanel().element, ...(isShown ? [page.codeCover(), sign] : []));
    const { texts } = data;
    const phones = count.here.toLocaleString(texts.locale);
    code.textContent = opened
      ? `${texts.class} ${spacedCode(opened.code)} · ${connection === "connected" ? phones : texts[connection === "lost" ? "lost" : "connecting"]}`
      : "";
    setAttributes(sign, { classes: { lost: connection === "lost" } });
    const roleText = liveClass.isLed ? texts.leads : liveClass.mayLead ? "" : texts.othersLead;
    if (role.textContent !== roleText) role.textContent = roleText;
    takeOver.hidden = liveClass.mayLead;
    takeOver.textContent = texts.takeOver;
  };
  const stopListening = liveClass.onChange(draw);
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.repeat || !moveForKey(event, { a: true })) return;
    if (!closest(event.composedPath()[0], TEXT_FIELDS)) page.slidePanel().ask(); // players get the key first
  };
  addEventListener("keydown", onKey, { signal: lifetime.signal });
  /** Send phones the text of a slide without a player; nothing else sends it. */
  const sendText = () => {
    const text = page.screenText() || data.note?.text;
    if (liveClass.isOpen && text) liveClass.moveTo({ data: null, step: 0, isTold: true, text });
    // If two windows present a plan, the one that leads the class updates the teacher's page.
    if (!liveClass.isOpen || liveClass.mayLead) publishNote(data.note);
  };
  let wasLed = liveClass.isLed;
  const stopLeadListener = liveClass.onChange(() => {
    const isNew = liveClass.isLed && !wasLed;
    wasLed = liveClass.isLed;
    if (isNew) sendText();
  });
  return {
    update(args) {
      data = args.data;
      sendText();
      liveClass.language = data.language;
      page.setView(data);
      draw();
    },
    stop: () => {
      stopListening();
      stopLeadListener();
      lifetime.abort();
    },
  };
});

/** @typedef {Class & {slidePanel: () => SlideClassPanel, setView: (view: TeacherView) => void, screenText: () => string, showCode: () => void, codeCover: () => Element}} PageClass */

/** Lead a class from this page. @param {OpenClass} liveClass @param {TeacherView} view @returns {PageClass} */
function leadClass(liveClass, view) {
  /** @type {Map<Player, PlayerClassPanel>} */ const players = new Map();
  /** @type {Map<PageQuestion, QuestionClassPanel>} */ const questionPanels = new Map();
  /** @type {Map<Deck, DeckClassPanel>} */ const decks = new Map();
  let screen = { place: "", text: "" }; // text of the screen, and its slide
  const currentPlace = () => new URLSearchParams(location.search).get("place") ?? "";
  const planned = new PlannedQuestion(liveClass);
  planned.note = view.note;
  const isCrowded = () => [...questionPanels.values()].some(({ pageQuestion }) => pageQuestion.root.isConnected);
  const isAlone = () => !isCrowded() && ![...players.keys()].some(({ root }) => root.isConnected);
  const newSlidePanel = () => new SlideClassPanel(view, liveClass, planned, isAlone);
  let slidePanel = newSlidePanel();
  let codeCover = new CodeCover(view, liveClass, planned);
  const panels = () => [codeCover, slidePanel, ...decks.values(), ...players.values(), ...questionPanels.values()];
  // Esc removes the code, without ending a presentation below it.
  const onCoveredKey = (/** @type {KeyboardEvent} */ event) => {
    const isForward = event.key === "PageDown" || event.key === "ArrowRight";
    const isCovered = [codeCover, ...decks.values()].some((panel) => panel.overlay.cover);
    if (event.key !== "Escape" && !(isForward && isCovered)) return;
    if (!panels().filter((panel) => panel.clear()).length) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("keydown", onCoveredKey, { capture: true });
  const addPlayer = (/** @type {Player} */ player) => {
    screen = { place: "", text: "" }; // phones show its lesson
    players.set(player, new PlayerClassPanel(view, liveClass, planned, player, isCrowded));
    slidePanel.update();
  };
  /** @type {PageClass} */
  const pageClass = {
    slidePanel: () => slidePanel,
    screenText: () => (screen.place === currentPlace() ? screen.text : ""),
    showCode: () => codeCover.show(),
    codeCover: () => codeCover.element,
    setView: (next) => {
      const isSame = JSON.stringify(next) === JSON.stringify(view);
      view = next;
      planned.note = view.note;
      if (isSame) return;
      for (const player of players.keys()) addPlayer(player);
      const previous = slidePanel;
      slidePanel = newSlidePanel();
      codeCover = new CodeCover(view, liveClass, planned);
      previous.element.replaceWith(slidePanel.element);
      for (const panel of questionPanels.values()) panel.update();
      for (const deck of decks.keys()) pageClass.addDeck(deck);
    },
    addPlayer,
    removePlayer: (player) => {
      players.delete(player);
      slidePanel.update();
    },
    addQuestion: (pageQuestion) => {
      questionPanels.set(pageQuestion, new QuestionClassPanel(view, liveClass, planned, pageQuestion));
      slidePanel.update();
    },
    removeQuestion: (pageQuestion) => {
      questionPanels.get(pageQuestion)?.leave();
      questionPanels.delete(pageQuestion);
      screen = { place: "", text: "" }; // about the same chapter
      slidePanel.update();
    },
    handleQuestionPress: (pageQuestion, press) => questionPanels.get(pageQuestion)?.onPress(press) ?? false,
    handleSlidePress: (press, mayAsk) => slidePanel.onPress(press, mayAsk),
    showText: (text, replacesQuestion) => {
      if (replacesQuestion && liveClass.mayLead && liveClass.question?.phase === "revealed") void liveClass.act("on");
      screen = { place: currentPlace(), text };
      if (liveClass.isOpen) liveClass.moveTo({ data: null, step: 0, isTold: true, text });
    },
    addDeck: (deck) => {
      decks.get(deck)?.leave();
      decks.set(deck, new DeckClassPanel(view, liveClass, planned, deck));
    },
    removeDeck: (deck) => {
      decks.get(deck)?.leave();
      decks.delete(deck);
      screen = { place: "", text: "" };
    },
    onDraw: (player) => players.get(player)?.onStepDrawn(),
    handlePress: (player, press, isHeld) => players.get(player)?.onPress(press, isHeld) ?? false,
    asksOtherQuestion: (lesson, step) => [...players.values()].some((panel) => panel.asksOtherQuestion(lesson, step)),
    hidesNext: (lesson, step) =>
      liveClass.hidesNext(lesson, step) ??
      (liveClass.mayLead && !isCrowded() && planned.hidesNext(lesson, step) ? true : null),
  };
  liveClass.onChange(() => {
    for (const panel of panels()) panel.update();
  });
  classHub.connect(pageClass);
  return pageClass;
}
