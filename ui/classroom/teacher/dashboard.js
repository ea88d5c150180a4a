// The teacher's page: how to join, who is here, the current vote, what the phones show, and the results.

import { component } from "../../components/component.js";
import { copyText, fillTemplate, isPlainClick, make, setAttributes, tint } from "../../components/dom.js";
import { withCurrentNames } from "../phone/stored_lesson.js";
import { ClassQuestionView, rightText } from "./question_view.js";
import { onNote, currentNote } from "./slide_note.js";
import { openClass } from "./open_class.js";
import { CustomQuestion } from "./custom_question.js";
import { PlannedQuestion } from "./planned_question.js";
import { problemText, actionButtons } from "./class_panels.js";
import { formatDuration, nextAction } from "./question_flow.js";
import { JoinPanel } from "./join_panel.js";
import { SeatList } from "./seat_list.js";

/** @import {QuestionToAsk, QuestionResult, SlideNote, TeacherView, Texts} from "./contract" */
/** @import {Lesson} from "../../lessons/contract" */
/** @import {OpenClass} from "./open_class.js" */
/** @import {ComponentArgs} from "../../components/streamlit" */

const MAX_PHONES = 64;
const MODES = /** @type {const} */ (["follow", "free", "frozen"]);

export default component(".class", (root, /** @type {ComponentArgs<TeacherView>} */ { data }) => {
  /** @type {(name: string, value: unknown) => void} */ let trigger = () => {};
  const openPage = (/** @type {string} */ href) => trigger("go", href);
  let dashboard = new Dashboard(root, data, openClass(), openPage);
  return {
    update(args) {
      trigger = args.setTriggerValue;
      const isSame = JSON.stringify(args.data) === JSON.stringify(data);
      data = args.data;
      if (isSame) return;
      dashboard.stop(); // the language has changed
      dashboard = new Dashboard(root, data, openClass(), openPage);
    },
    stop: () => dashboard.stop(),
  };
});

class Dashboard {
  #problem = make("p.problem", { role: "alert" });
  #closedView;
  #openView;
  #connection = make("p.line", { role: "status" });
  #phoneCount = make("p.phone-count");
  #crowd = make("div.crowd", { "aria-hidden": true });
  #modeButtons;
  #modeHelp = make("p.subdued");
  #steps = make("div.steps");
  #voteTime = make("p.subdued");
  #actions = make("div.turns");
  #noQuestion;
  #plannedQuestion;
  #askPlannedButton;
  #results = make("div.table");
  #note = make("section.note");
  #slides = make("section.slides");
  #plans;
  #endClass = make("div.closing");
  #clock = make("p.clock");
  /** @type {{since: number, begun: number, minutes: number, total: number} | null} */ #noteTimes = null;
  #questionView;
  #joinPanel;
  #customQuestion;
  #seatList;
  /** @type {Map<string, Lesson | undefined>} Those asked about; undefined until they are here. */ #lessons = new Map();
  #drawnActions = "";
  #drawnSteps = "";
  #drawnResults = "";
  #stop;

  /** @param {HTMLElement} root @param {TeacherView} view @param {OpenClass} liveClass @param {(href: string) => void} openPage */
  constructor(root, view, liveClass, openPage) {
    const { texts, language } = view;
    this.liveClass = liveClass;
    this.texts = texts;
    liveClass.language = language;
    const openButton = make("button.main", { onclick: () => void liveClass.open() }, texts.open);
    this.#closedView = closedClass(view, openButton, openPage);
    this.#plans = plansCard(view, openPage);
    this.#joinPanel = new JoinPanel(texts, liveClass);
    this.#questionView = new ClassQuestionView(texts);
    this.#customQuestion = new CustomQuestion(texts, language, (question) => liveClass.ask(question));
    this.#seatList = new SeatList(texts, liveClass);
    this.#plannedQuestion = new PlannedQuestion(liveClass);
    const askPlanned = () => {
      const { question } = this.#plannedQuestion;
      if (question && !liveClass.isBusy && !liveClass.question) void this.#plannedQuestion.ask(question);
    };
    this.#askPlannedButton = make("button.main", { onclick: askPlanned }, texts.ownAsk);
    this.#noQuestion = make("p");
    this.#modeButtons = MODES.map((mode) =>
      make("button", { onclick: () => void liveClass.setMode(mode) }, texts[mode]),
    );
    const linkBox = make("input", { readonly: true, hidden: true, "aria-label": texts.copy });
    const copied = make("span", { role: "status" });
    const copy = async () => {
      copied.textContent = (await copyText(this.#joinPanel.link, linkBox)) ? texts.copied : "";
    };
    const resultSection = make(
      "section.results",
      make("h2", texts.table),
      make(
        "div.turns",
        make("button", { onclick: () => void this.#downloadResults() }, texts.csv),
        make("button", { onclick: () => print() }, texts.print),
      ),
      this.#results,
    );
    const joinSection = make(
      "section.in",
      this.#joinPanel.element,
      make("div.turns", make("button", { onclick: copy }, texts.copy), copied, linkBox),
      make("div.who", this.#phoneCount, this.#connection),
      this.#crowd,
    );
    const head = make("div.head", make("h2", texts.asked), this.#voteTime);
    const questionSection = make("section.now", head, this.#questionView.element, this.#noQuestion, this.#actions);
    const phoneSection = make(
      "section.phones",
      make("h2", texts.mode),
      make("div.modes", { role: "group", "aria-label": texts.mode }, ...this.#modeButtons),
      this.#modeHelp,
      this.#steps,
      this.#seatList.element,
    );
    this.#openView = make(
      "div.board",
      make("div.column", joinSection),
      make("div.column.middle", questionSection, this.#customQuestion.element),
      make("div.column", phoneSection, this.#slides, this.#note, this.#plans),
      resultSection,
      this.#endClass,
    );
    this.#drawEndClass(false);
    root.replaceChildren(this.#problem, this.#closedView, this.#openView);
    const stopListening = liveClass.onChange(() => this.#draw());
    const clock = setInterval(() => this.#tick(), 1000);
    const lifetime = new AbortController();
    onNote(() => this.#drawNote(), lifetime.signal);
    this.#drawNote();
    this.#stop = () => {
      lifetime.abort();
      stopListening();
      clearInterval(clock);
    };
    this.#draw();
  }

  stop() {
    this.#stop();
  }

  #draw() {
    const { liveClass, texts } = this;
    const { locale } = texts;
    const problem = problemText(liveClass, texts);
    if (this.#problem.textContent !== problem) this.#problem.textContent = problem;
    setAttributes(this.#problem, { classes: { message: liveClass.problem === "closed" } });
    this.#closedView.hidden = liveClass.isOpen;
    this.#openView.hidden = !liveClass.isOpen;
    if (!liveClass.isOpen) return;
    this.#joinPanel.show();
    this.#phoneCount.textContent = fillTemplate(texts.here, { count: liveClass.count.here.toLocaleString(locale) });
    drawCrowd(this.#crowd, liveClass.count.here, liveClass.question ? liveClass.count.votes : 0);
    const connection =
      liveClass.connection === "connected"
        ? liveClass.isAway
          ? texts.away
          : texts.back
        : texts[liveClass.connection === "lost" ? "lost" : "connecting"];
    if (this.#connection.textContent !== connection) this.#connection.textContent = connection;
    this.#drawModes();
    this.#drawPlanned();
    this.#drawQuestion();
    this.#customQuestion.show(liveClass.isBusy);
    void this.#drawResults();
    this.#tick();
  }

  #drawNote() {
    const { texts } = this;
    const note = (this.#plannedQuestion.note = currentNote());
    this.#note.hidden = !note;
    this.#slides.hidden = !note?.slides.length;
    this.#plans.hidden = note !== null;
    this.#noteTimes = note;
    this.#tickNote();
    if (!note) return;
    this.#slides.replaceChildren(make("h2", texts.plan), slideList(note, texts));
    const { place } = note;
    requestAnimationFrame(() => {
      const list = this.#slides.lastElementChild;
      const current = list?.children[place - 1];
      if (list && current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.clientHeight / 3;
    });
    this.#note.replaceChildren(
      make("h2", texts.note),
      make("p.title", note.title),
      this.#clock,
      make("p.text", note.note || texts.noNote),
      ...(note.asks ? this.#drawSlideQuestion(note.asks) : []),
      make("p.subdued", note.next && fillTemplate(texts.noteNext, { title: note.next })),
    );
    this.#drawPlanned();
  }

  // Show the plan's question. A step's pairs or a lesson's word can be asked only from the screen that shows it.
  /** @param {QuestionToAsk} asks */
  #drawSlideQuestion({ kind, told, right }) {
    const { texts } = this;
    const [{ text, options }] = [told[this.liveClass.language] ?? Object.values(told)[0]];
    const usual = kind === "pair" ? texts.pairQuestion : texts.cutQuestion;
    const answers = options.map((option, place) =>
      make("li", right.some((row) => row === place) ? `✓ ${option}` : option),
    );
    return [
      make("p.asks", fillTemplate(texts.planAsks, { question: text || usual })),
      ...(answers.length ? [make("ol", ...answers)] : []),
      make("div.turns", this.#askPlannedButton),
    ];
  }

  #drawPlanned() {
    const { liveClass, texts } = this;
    const { isDue, question } = this.#plannedQuestion;
    this.#askPlannedButton.hidden = !question || liveClass.question !== null;
    setAttributes(this.#askPlannedButton, { "aria-disabled": liveClass.isBusy });
    this.#noQuestion.textContent = isDue ? fillTemplate(texts.nextPress, { what: texts.ask }) : texts.noQuestion;
  }

  #drawModes() {
    const { liveClass, texts } = this;
    const mode = liveClass.state?.mode ?? "follow";
    this.#modeButtons.forEach((button, place) => setAttributes(button, { "aria-pressed": MODES[place] === mode }));
    this.#modeHelp.textContent = texts[`${mode}Help`];
    this.#steps.hidden = mode !== "free";
    const look = JSON.stringify(liveClass.count.steps);
    if (look === this.#drawnSteps) return;
    this.#drawnSteps = look;
    const steps = Object.entries(liveClass.count.steps).sort(([left], [right]) => Number(left) - Number(right));
    const highest = Math.max(1, ...steps.map(([, count]) => count));
    const rows = steps.map(([step, count]) =>
      make(
        "div.vote",
        make("span.title", fillTemplate(texts.stepAt, { step: Number(step).toLocaleString(texts.locale) })),
        make(
          "span.track",
          { "aria-hidden": true },
          make("span.share", { style: `width: ${(100 * count) / highest}%` }),
        ),
        make("span.count", count.toLocaleString(texts.locale)),
      ),
    );
    this.#steps.replaceChildren(make("h3", texts.steps), ...(rows.length ? rows : [make("p.subdued", texts.noSteps)]));
  }

  #drawQuestion() {
    const { liveClass, texts } = this;
    const { question, count } = liveClass;
    this.#noQuestion.hidden = question !== null;
    this.#questionView.element.hidden = question === null;
    setAttributes(this.#openView, { classes: { asking: question !== null } });
    if (question) {
      const lesson = this.#lessonOf(question.lesson);
      this.#questionView.show({ question, count, lesson, notation: lesson?.usual ?? "text", isPrivate: true });
    }
    const look = question ? `${question.number} ${question.phase} ${question.ballot} ${liveClass.isWaiting}` : "";
    if (look === this.#drawnActions) return;
    this.#drawnActions = look;
    if (!question) return this.#actions.replaceChildren();
    const next = nextAction(question);
    const nextPress = make("p.subdued", next ? fillTemplate(texts.nextPress, { what: texts[next] }) : "");
    this.#actions.replaceChildren(
      ...actionButtons(question, texts, (action) => void liveClass.act(action), liveClass.isWaiting),
      nextPress,
    );
  }

  /** Return a lesson once it is here, for the tokens of its pairs. @param {string} name */
  #lessonOf(name) {
    if (name && !this.#lessons.has(name)) {
      this.#lessons.set(name, undefined);
      const path = `/lesson/${encodeURIComponent(name)}?lang=${encodeURIComponent(this.liveClass.language)}`;
      void this.liveClass.get(path).then((stored) => {
        if (!stored) return void this.#lessons.delete(name); // asked for again with the next state
        this.#lessons.set(name, withCurrentNames(stored));
        this.#draw();
      });
    }
    return this.#lessons.get(name);
  }

  // Show the elapsed time beside the planned minutes.
  #tickNote() {
    const { texts } = this;
    const elapsed = (/** @type {string} */ template, /** @type {number} */ from, /** @type {number} */ minutes) =>
      minutes ? [fillTemplate(template, { time: formatDuration((Date.now() - from) / 1000), minutes })] : [];
    const times = this.#noteTimes;
    const parts = times
      ? [
          ...elapsed(texts.slideClock, times.since, times.minutes),
          ...elapsed(texts.planClock, times.begun, times.total),
        ]
      : [];
    this.#clock.textContent = parts.join(" · ");
  }

  #tick() {
    const { liveClass, texts } = this;
    this.#tickNote();
    if (liveClass.isOpen) this.#seatList.show();
    const isOpen = liveClass.question?.phase === "open";
    this.#voteTime.textContent = isOpen
      ? fillTemplate(texts.since, { time: formatDuration((Date.now() - liveClass.voteOpenedAt) / 1000) })
      : "";
    if (this.#drawnActions.endsWith("true")) this.#drawQuestion();
  }

  // Results

  async #drawResults() {
    const { liveClass } = this;
    const { state } = liveClass;
    const look = state ? `${state.code} ${state.asked} ${state.question?.phase} ${state.question?.ballot}` : "";
    if (look === this.#drawnResults) return;
    this.#drawnResults = look;
    const results = state?.asked ? await liveClass.results() : null;
    if (look !== this.#drawnResults) return;
    if (state?.asked && !results) this.#drawnResults = ""; // requested again with the next change
    const current = state?.question;
    // Results of a question that is not yet revealed are hidden, as the room may see this page.
    const shown = (results?.questions ?? []).filter(
      ({ number }) => number !== current?.number || current.phase === "revealed",
    );
    this.#results.replaceChildren(
      ...(shown.length
        ? shown.map((result) => resultTable(result, this.texts))
        : [make("p.subdued", this.texts.noResults)]),
    );
  }

  async #downloadResults() {
    const { liveClass } = this;
    const response = await liveClass.fetch(`/results.csv?lang=${encodeURIComponent(document.documentElement.lang)}`);
    if (!response) return liveClass.handleUnreachable();
    const address = URL.createObjectURL(await response.blob());
    make("a", { href: address, download: `class-${liveClass.opened?.code}.csv` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  // Ending a class takes two presses, as it cannot be undone.
  /** @param {boolean} isConfirming */
  #drawEndClass(isConfirming) {
    const { liveClass, texts } = this;
    const end = make("button", { onclick: () => this.#drawEndClass(true) }, texts.close);
    const close = async () => {
      if (await liveClass.close()) this.#drawEndClass(false);
    };
    const confirm = make("button", { onclick: () => void close() }, texts.closeYes);
    const cancel = make("button.main", { onclick: () => this.#drawEndClass(false) }, texts.closeNo);
    this.#endClass.replaceChildren(
      ...(isConfirming ? [make("p", { role: "status" }, texts.closeSure), cancel, confirm] : [end]),
    );
    if (isConfirming) cancel.focus();
  }
}

/** Draw the phones that are here; those that have answered are filled. @type {(crowd: Element, phones: number, votes: number) => void} */
function drawCrowd(crowd, phones, votes) {
  const phonesToDraw = Array.from(
    { length: Math.min(MAX_PHONES, Math.max(phones, votes)) },
    (_, phone) => phone < votes,
  );
  if (
    crowd.childElementCount === phonesToDraw.length &&
    crowd.querySelectorAll(".voted").length === Math.min(votes, MAX_PHONES)
  )
    return;
  crowd.replaceChildren(...phonesToDraw.map((hasVoted) => make("i", { classes: { voted: hasVoted } })));
}

// While no class is open, a preview of one: the button to start it, a sample vote, and plans.
/** @type {(view: TeacherView, openButton: HTMLElement, openPage: (href: string) => void) => HTMLElement} */
function closedClass(view, openButton, openPage) {
  const { texts, closed } = view;
  const { votes, title } = closed ?? { votes: [], title: "" };
  const most = Math.max(1, ...votes.map(([, count]) => count));
  const rows = votes.map(([pair, count]) =>
    make(
      "li",
      make("span.pair", ...pair.map(([text, hue]) => make("span.token", tint(hue), text))),
      make("span.track", make("span.share", { style: `width: ${(100 * count) / most}%` })),
      make("b", count.toLocaleString(texts.locale)),
    ),
  );
  return make(
    "section.frame",
    make("div.card.in", make("div.place", openButton), make("p", texts.help), make("p.subdued", texts.begun)),
    make(
      "div.card.sample",
      { role: "img", "aria-label": title },
      make("p.label", title),
      make("p.wording", texts.pairQuestion),
      make("ol", ...rows),
    ),
    plansCard(view, openPage),
  );
}

/** Plans to begin with. @type {(view: TeacherView, openPage: (href: string) => void) => HTMLElement} */
function plansCard({ closed }, openPage) {
  const onClick = (/** @type {MouseEvent} */ event) => {
    const link = event.currentTarget;
    if (!(link instanceof HTMLAnchorElement) || !isPlainClick(event)) return;
    event.preventDefault();
    openPage(link.getAttribute("href") ?? "");
  };
  const rows = (closed?.plans ?? []).map(([name, about, href]) =>
    make("li", make("a", { href, onclick: onClick }, make("b", name), make("span", about))),
  );
  return make("div.card.plans", make("h2", closed?.plansTitle), make("ul", ...rows));
}

/** Draw the slides of the plan being presented, with the current one marked. @type {(note: SlideNote, texts: Texts) => HTMLElement} */
function slideList({ slides, place }, texts) {
  const rows = slides.map(([title, minutes], index) => {
    const number = index + 1;
    const isCurrent = number === place;
    return make(
      "li",
      { "aria-current": isCurrent ? "step" : null, classes: { gone: number < place } },
      make("span.stop", number < place ? "✓" : number.toLocaleString(texts.locale)),
      make("span.title", title),
      make("span.subdued", minutes ? fillTemplate(texts.minutes, { minutes }) : ""),
    );
  });
  return make("ol", { tabindex: 0, "aria-label": texts.plan }, ...rows);
}

/** Draw a question with its answers and their votes. @type {(result: QuestionResult, texts: Texts) => Element} */
function resultTable({ number, kind, step, title: lesson, asked, text, votes, right, answers }, texts) {
  const { locale } = texts;
  const isTwice = votes[1] > 0;
  const usual = kind === "pair" ? texts.pairQuestion : texts.cutQuestion;
  const title = kind === "pair" ? fillTemplate(texts.word, { number, step }) : fillTemplate(texts.question, { number });
  const heads = [texts.answer, texts.first, ...(isTwice ? [texts.second] : [])];
  const rows = answers.map(({ answer, right: isRight, votes: counts }) =>
    make(
      "tr",
      { classes: { right: isRight } },
      make("td", `${isRight ? "✓ " : ""}${answer}`),
      ...counts.slice(0, isTwice ? 2 : 1).map((count) => make("td", count.toLocaleString(locale))),
    ),
  );
  const tallies = votes.slice(0, isTwice ? 2 : 1).map((count, place) => ({ votes: count, right: right[place] }));
  const date = new Date(1000 * asked).toLocaleString(locale, { dateStyle: "long", timeStyle: "short" });
  const hasRight = answers.some((answer) => answer.right);
  return make(
    "figure",
    make("figcaption", fillTemplate(texts.titled, { title, question: text || usual })),
    rows.length
      ? make(
          "table",
          make("thead", make("tr", ...heads.map((head) => make("th", { scope: "col" }, head)))),
          make("tbody", ...rows),
        )
      : make("p", texts.noAnswers),
    make("p.subdued", hasRight ? rightText(tallies, texts) : ""),
    make("p.subdued", lesson ? fillTemplate(texts.lessonOf, { title: lesson, date }) : date),
  );
}
