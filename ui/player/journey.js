// From text to ids, from letters to ids and back: nothing is replaced that can move.

import { component } from "../components/component.js";
import { closest, fillTemplate, make, nextPaint, patch, setAttributes, tint, setText } from "../components/dom.js";
import { hasSlide, goToSlide } from "../components/plan_navigation.js";
import { pageAddress } from "./player_query.js";
import { Controls } from "./controls.js";
import { actionOf, isClicker } from "./keyboard.js";
import { Motion, measureTokens } from "./motion.js";
import { PieceMover } from "./journey_moves.js";
import { isLargeScreen, Presentation } from "./presentation.js";

/** @import {Component} from "../components/streamlit" */
/** @import {Scene, SceneFrame} from "../lessons/contract" */
/** @import {Picture, ScenePiece} from "./journey_moves.js" */

const MERGE_MS = 420;
const MOVE_MS = 620;
const WAVE_MS = 260; // from the first piece that moves to the last, where all of them do
const REST_MS = 450; // after the last move the address follows
const PLAY_MS = { merges: 1200, stages: 3200 };
const MANY = 40; // pieces that change what is written on them, up to which each fades
const SIZES = [2.2, 1.9, 1.6, 1.4, 1.2, 1.05, 0.95, 0.85]; // of the type, the largest that has room
const LOOKS = /** @type {const} */ (["letters", "words", "pieces"]);
const NONE = { pieces: [], seen: [] };

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

class ScenePlayer {
  #at = -1;
  #speed = 1;
  #isBegun = false;
  #notation; // how tokens are written elsewhere: this address keeps what it says
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #playing;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #resting;
  #motion = new Motion();
  #gone = new AbortController();
  #present;
  #controls;
  #notice = make("p.notice", { hidden: true });
  #stages = make("ol.stages");
  #count = make("p.count", { "aria-hidden": true });
  #said = make("p.tells", { role: "status", "aria-live": "polite" });
  #telling = make("div.telling", this.#count, this.#said);
  #flow = make("div.flow", { role: "img" });
  #cells = make("div.cells");
  #rowTitle = make("h2");
  #way;

  constructor(/** @type {HTMLElement} */ root, /** @type {Scene} */ scene) {
    this.root = root;
    this.scene = scene;
    const { step, present, notation } = pageAddress.read();
    this.#notation = notation;
    this.#present = new Presentation(root, () => this.#turn(false));
    const row = make("section.row", this.#rowTitle, this.#cells);
    this.#way = make(
      "div.passage",
      this.#stages,
      this.#telling,
      make("div.moving", this.#flow, row, this.#motion.layer),
    );
    this.#controls = this.#build();
    const { signal } = this.#gone;
    addEventListener("resize", () => this.#fit(), { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    document.addEventListener("keydown", (event) => isClicker(event) && this.#key(event), { signal, capture: true });
    const leaving = () => {
      if (this.#resting) this.#write();
      return { lesson: this.scene.id, step: this.#at };
    };
    const returned = () => {
      const { step, present } = pageAddress.read();
      this.#turn(present);
      this.go(step ?? 0);
      clearTimeout(this.#resting);
    };
    pageAddress.listen({ leaving, returning: () => clearTimeout(this.#resting), returned }, signal);
    if (step !== null && step > this.last) {
      const { labels } = scene;
      const values = { step: step.toLocaleString(labels.locale), last: this.last.toLocaleString(labels.locale) };
      this.#notice.textContent = fillTemplate(labels.beyond, values);
      this.#notice.hidden = false;
    }
    this.#begin(step ?? scene.step);
    this.#turn(present);
    // The fonts and what stands above may come later than this.
    new ResizeObserver(() => this.#fit()).observe(root);
  }

  get last() {
    return this.scene.frames.length - 1;
  }

  /** Show another scene, or this one in another language. @param {Scene} scene */
  update(scene) {
    const isOther = scene.id !== this.scene.id;
    this.scene = scene;
    this.#stop();
    this.#notice.hidden ||= isOther;
    this.#controls = this.#build();
    this.#begin(isOther ? 0 : this.#at);
    if (isOther) this.#rest();
  }

  /** The scene goes. */
  leave() {
    this.#gone.abort();
    this.#stop();
    this.#motion.stop();
    clearTimeout(this.#resting);
    if (this.#present.isOn) this.#present.fit(0);
  }

  /** Go to a step, as the learner wants it. @param {number} step @param {boolean} isHeld whether a key is */
  go(step, isHeld = false) {
    const to = Math.max(0, Math.min(step, this.last));
    if (to === this.#at) return;
    this.#show(to, !isHeld && !isCalm());
    this.#rest();
    if (to === this.last) this.#stop();
  }

  #build() {
    const { scene } = this;
    const controls = new Controls(
      scene.labels,
      {
        ...this.#moves,
        scrub: (step) => {
          this.#stop();
          this.go(step);
        },
        speed: (speed) => (this.#speed = speed),
        predict: () => undefined,
        notation: () => undefined,
        single: () => undefined,
        link: () => pageAddress.link({ ...this.#here(), present: false }),
        file: () => null,
        add: null,
      },
      this.#speed,
    );
    this.#rowTitle.textContent = scene.row;
    const stages = scene.stages.map(([title, first]) =>
      make("li", make("button", { onclick: () => this.#moves.to(first) }, title)),
    );
    this.#stages.replaceChildren(...stages);
    setAttributes(this.#stages, { "aria-label": scene.stagesTitle });
    setAttributes(this.#present.element, { "aria-label": scene.labels.present });
    this.#present.setParts([controls.element, this.#notice, this.#way], []);
    return controls;
  }

  #begin(/** @type {number} */ step) {
    this.#motion.stop();
    this.#at = -1;
    this.#isBegun = true;
    this.#fit(Math.max(0, Math.min(step, this.last)));
  }

  // Moving

  #moves = {
    to: (/** @type {number} */ step, isHeld = false) => {
      this.#stop();
      this.go(step, isHeld);
    },
    first: () => this.#moves.to(0),
    last: () => this.#moves.to(this.last),
    back: (/** @type {boolean} */ isHeld) => {
      if (this.#at > 0 || isHeld || !goToSlide(-1)) this.#moves.to(this.#at - 1, isHeld);
    },
    next: (/** @type {boolean} */ isHeld) => {
      if (this.#at < this.last || isHeld || !goToSlide(1)) this.#moves.to(this.#at + 1, isHeld);
    },
    play: () => {
      if (this.#playing) return this.#stop();
      if (this.#at === this.last) this.go(0);
      this.#play();
    },
    present: () => this.#turn(!this.#present.isOn),
    ask: () => undefined,
  };

  #play() {
    const isMerging = this.scene.frames[this.#at].next.length > 0;
    const ms = (isMerging ? PLAY_MS.merges : PLAY_MS.stages) / this.#speed;
    this.#playing = setTimeout(() => {
      this.#play();
      this.go(this.#at + 1);
    }, ms);
    this.#showControls();
  }

  #stop() {
    clearTimeout(this.#playing);
    if (this.#playing === undefined) return;
    this.#playing = undefined;
    this.#showControls();
  }

  #key(/** @type {KeyboardEvent} */ event) {
    const target = event.composedPath()[0];
    const isScrubber = target === this.#controls.scrubber;
    const action = actionOf(event, (selector) => !isScrubber && closest(target, selector) !== null);
    if (!action || action === "ask") return;
    event.preventDefault();
    event.stopPropagation();
    this.#moves[action](event.repeat);
  }

  #turn(/** @type {boolean} */ on) {
    if (on === this.#present.isOn || (on && !isLargeScreen())) return;
    this.#present.toggle(on);
    this.#fit();
    if (on) this.#present.element.focus();
    else this.#controls.focus();
    this.#rest();
  }

  // The address

  #here() {
    const present = this.#present.isOn;
    return { step: this.#at, predict: false, present, notation: this.#notation, code: false };
  }

  #rest() {
    clearTimeout(this.#resting);
    // A browser takes its time to write an address: not in the middle of a motion.
    const rested = () => ("moving" in this.root.dataset ? this.#rest() : this.#write());
    this.#resting = setTimeout(rested, REST_MS);
  }

  #write() {
    clearTimeout(this.#resting);
    this.#resting = undefined;
    pageAddress.write(this.#here());
  }

  // Drawing

  #width = "";

  /** The largest type in which every stage has room. */
  #fit(at = this.#at) {
    if (!this.#isBegun) return;
    if (this.#present.isOn && !isLargeScreen()) return this.#turn(false);
    const { isOn } = this.#present;
    const size = `${innerWidth} ${innerHeight} ${this.root.clientWidth} ${isOn} ${this.scene.id}`;
    if (size === this.#width && this.#at === at) return;
    this.#width = size;
    this.#motion.stop();
    this.#present.fit();
    const boxes = [this.#flow, this.#cells];
    for (const box of boxes) {
      box.style.minHeight = "";
      box.classList.remove("whole");
    }
    // So high that the longest sentence has room: the pieces below stay where they are.
    this.#said.textContent = this.scene.frames.reduce((one, { said }) => (said.length > one.length ? said : one), "");
    this.#telling.style.minHeight = "";
    this.#telling.style.minHeight = `${this.#telling.offsetHeight}px`;
    const share = isLargeScreen() ? 0.4 : 0.26;
    let [most, deepest] = [0, 0];
    for (const size of SIZES) {
      [most, deepest] = [0, 0];
      this.#way.style.setProperty("--size", `${size}em`);
      const over = this.scene.stages.some(([, first]) => {
        this.#draw(this.scene.frames[first]);
        const { scrollHeight, clientHeight } = this.#flow;
        [most, deepest] = [Math.max(most, scrollHeight), Math.max(deepest, this.#cells.offsetHeight)];
        return scrollHeight > (isOn ? clientHeight + 1 : Math.max(160, innerHeight * share));
      });
      if (!over) break;
    }
    // What stands below the pieces stays where it is.
    if (!isOn) this.#flow.style.minHeight = `${most}px`;
    this.#cells.style.minHeight = `${deepest}px`;
    // What has room is not cut off while it moves from one place to the other; what has none scrolls in its place.
    for (const box of boxes) box.classList.toggle("whole", box.scrollHeight <= box.clientHeight + 1);
    this.#show(at, false);
  }

  /** Show a frame; `moves`: its pieces come from where they were. @param {number} at @param {boolean} moves */
  #show(at, moves) {
    const [before, frame] = [this.scene.frames[this.#at], this.scene.frames[at]];
    this.#motion.stop();
    delete this.root.dataset.moving;
    const old = moves && before ? this.#seen(before) : null;
    this.#at = at;
    this.#draw(frame);
    if (!old || !before) {
      this.#tell(frame);
      this.#showPlace(frame);
    } else {
      this.#move(before, frame, old);
      void this.#follow(at, frame);
    }
  }

  /** What stands around the pieces has the frames after that in which they begin to move. @param {number} at @param {SceneFrame} frame */
  async #follow(at, frame) {
    await nextPaint();
    if (this.#at === at) this.#tell(frame);
    await nextPaint();
    if (this.#at === at) this.#showPlace(frame);
  }

  /** Say what is shown. @param {SceneFrame} frame */
  #tell(frame) {
    const isNews = this.#count.textContent !== frame.count;
    setText(this.#count, frame.count);
    setText(this.#said, frame.said);
    const words = frame.words.map((row) => this.scene.rows[row].map(([, , text]) => text).join(" "));
    setAttributes(this.#flow, { "aria-label": fillTemplate(this.scene.picture, { text: words.join(" · ") }) });
    if (isNews && "moving" in this.root.dataset) this.#motion.tick(this.#count);
  }

  /** Show where that is on the way; last, what the browser lays out all for. @param {SceneFrame} frame */
  #showPlace(frame) {
    this.#showControls();
    this.#showStage(frame.stage);
  }

  /** Mark the name of the stage, and bring it into sight within its line. @param {number} shown */
  #showStage(shown) {
    if (this.#stages.children[shown]?.querySelector("[aria-current=step]")) return;
    [...this.#stages.children].forEach((one, stage) => {
      one.classList.toggle("past", stage < shown);
      if (one.firstElementChild) setAttributes(one.firstElementChild, { "aria-current": stage === shown && "step" });
    });
    const [list, name] = [this.#stages, this.#stages.children[shown]];
    if (!(name instanceof HTMLElement)) return;
    const { offsetLeft, offsetWidth } = name;
    if (offsetLeft < list.scrollLeft || offsetLeft + offsetWidth > list.scrollLeft + list.clientWidth) {
      list.scrollLeft = offsetLeft - (list.clientWidth - offsetWidth) / 2;
    }
  }

  #showControls() {
    const { scene } = this;
    this.#controls.show({
      lesson: { steps: this.last, notations: [], linkNote: "" },
      step: Math.max(0, this.#at),
      isPlaying: this.#playing !== undefined,
      isAlone: this.#present.isOn,
      predict: null,
      score: null,
      single: false,
      notation: "text",
      leadsBack: hasSlide(-1),
      leadsOn: hasSlide(1),
    });
    if (this.root.lang !== scene.labels.locale) this.root.lang = scene.labels.locale;
  }

  #draw(/** @type {SceneFrame} */ frame) {
    const { rows, ids } = this.scene;
    const { classList } = this.#flow;
    for (const look of LOOKS) classList.toggle(look, look === frame.look);
    const isUnder = frame.ids === "under";
    const idOf = new Map(ids.map((piece) => [`${piece[0]} ${piece[1]}`, piece]));
    patch(
      this.#flow,
      frame.words.map((row) => [
        `${row} ${isUnder}`,
        () =>
          make(
            "span.word",
            ...rows[row].map((piece) => {
              const id = isUnder ? idOf.get(`${piece[0]} ${piece[1]}`) : undefined;
              return make("span.piece", letter(piece), id ? idCell(id) : null);
            }),
          ),
      ]),
    );
    const [coming, fresh] = [frame.next, frame.fresh].map(
      (stretches) => (/** @type {ScenePiece} */ piece) =>
        stretches.some(([start, end]) => start <= piece[0] && piece[1] <= end && piece[0] < piece[1]),
    );
    const pieces = this.#pieces(frame);
    this.#flow.querySelectorAll(".token").forEach((chip, place) => {
      chip.classList.toggle("coming", coming(pieces[place]));
      chip.classList.toggle("made", fresh(pieces[place]));
    });
    const inRow = frame.ids === "row" || frame.ids === "read";
    patch(this.#cells, inRow ? ids.map((piece) => [`${piece[0]} ${piece[1]} ${piece[2]}`, () => idCell(piece)]) : []);
    this.#cells.classList.toggle("empty", !inRow);
  }

  /** @param {SceneFrame} frame @returns {ScenePiece[]} */
  #pieces(frame) {
    return frame.words.flatMap((row) => this.scene.rows[row]);
  }

  /** Where all is on the screen now. @param {SceneFrame} frame @returns {Picture} */
  #seen(frame) {
    const ids = measureTokens(this.#way, ".id");
    return {
      letters: { pieces: this.#pieces(frame), seen: measureTokens(this.#flow) },
      ids: ids.length ? { pieces: this.scene.ids, seen: ids } : NONE,
    };
  }

  // Let all pieces move from where they were.
  /** @param {SceneFrame} before @param {SceneFrame} frame @param {Picture} old */
  #move(before, frame, old) {
    const now = this.#seen(frame);
    const isMerge = frame.fresh.length > 0 || before.fresh.length > 0;
    const ms = (isMerge ? MERGE_MS : MOVE_MS) / Math.max(1, this.#speed);
    this.#motion.layer.className = `flights ${before.look}`;
    this.#motion.begin(ms);
    const wave = isMerge && before.look === frame.look ? 0 : WAVE_MS / Math.max(1, this.#speed);
    const fades = old.letters.pieces.length + now.letters.pieces.length <= 2 * MANY;
    const mover = new PieceMover(this.#motion, ms, wave, fades);
    mover.ids(old, now);
    mover.letters(old, now);
    this.root.dataset.moving = "";
    void this.#motion.done().then((isOver) => isOver && delete this.root.dataset.moving);
  }
}

/** What is written, as a piece that can move. @param {ScenePiece} piece */
const letter = ([, , text, hue]) => make("span.token", { ...tint(hue), classes: { plain: hue === null } }, text);

/** @param {ScenePiece} piece */
const idCell = ([, , text, hue]) => make("span.id.hued", tint(hue), text);

/** @type {Component<Scene>} */
export default component(".scene", (root) => {
  /** @type {ScenePlayer | undefined} */ let player;
  return {
    update({ data }) {
      if (!player) player = new ScenePlayer(root, data);
      else if (JSON.stringify(data) !== JSON.stringify(player.scene)) player.update(data);
    },
    stop: () => player?.leave(),
  };
});
