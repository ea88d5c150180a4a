// Hands a learner's tokenizer files to Streamlit's uploader: those dropped anywhere, and those kept from an earlier visit.

import { DROP_ZONE, FILE_INPUT } from "../../base/streamlit_internals/selectors.js";
import { component } from "../component.js";
import { closest, findOne } from "../dom.js";
import { FileStore } from "./file_store.js";

/** @import {OwnFiles} from "../contract" */
/** @import {ComponentArgs} from "../streamlit" */

const store = new FileStore(() => indexedDB);
/** @type {Map<string, File>} Those that the uploader was given, by name. */ const given = new Map();
/** @type {Promise<import("./file_store.js").KeptFiles | undefined> | undefined} Read once: pages ask again and again. */
let kept;
let isRestored = false; // files that were refused once are not tried again

export default component(
  ".drop",
  (shade, /** @type {ComponentArgs<OwnFiles>} */ { data, setTriggerValue: trigger }) => {
    const { signal, abort } = stopper();
    /** @type {{ files: File[], above: number } | null} For an uploader with a higher number. */ let waiting = null;
    let digest = "";
    let isOffered = false;
    const drawn = new MutationObserver(() => put());

    /** Hand over the files as soon as their uploader is drawn. */
    const put = () => {
      if (!waiting || data.number <= waiting.above) return;
      const input = document.querySelector(`${placeOf(data.number)} ${FILE_INPUT}`);
      if (!(input instanceof HTMLInputElement))
        return void drawn.observe(document.body, { childList: true, subtree: true });
      drawn.disconnect();
      const moved = new DataTransfer();
      for (const file of waiting.files) moved.items.add(file);
      waiting = null;
      input.files = moved.files;
      input.dispatchEvent(new Event("change", { bubbles: true })); // as if they were chosen there
    };
    const hand = (/** @type {File[]} */ files, /** @type {object} */ event) => {
      given.clear();
      waiting = { files, above: data.number };
      trigger("event", event);
    };
    const note = (/** @type {Iterable<File>} */ files) => {
      for (const file of files) given.set(file.name, file);
    };
    const listen = (/** @type {string} */ name, /** @type {(event: DragEvent) => void} */ heard) =>
      addEventListener(name, (event) => event instanceof DragEvent && hasFiles(event) && heard(event), { signal });

    listen("dragover", (event) => {
      if (closest(event.target, DROP_ZONE)) return void (shade.hidden = true); // Streamlit's uploader has its own
      event.preventDefault();
      shade.hidden = false;
    });
    listen("dragleave", (event) => {
      if (event.relatedTarget === null) shade.hidden = true; // left the window
    });
    listen("drop", (event) => {
      shade.hidden = true;
      const files = [...(event.dataTransfer?.files ?? [])];
      if (closest(event.target, DROP_ZONE))
        return closest(event.target, placeOf(data.number)) ? note(files) : undefined;
      event.preventDefault();
      if (files.length) hand(files, { is: "dropped" });
    });
    addEventListener(
      "change",
      ({ target }) => {
        if (closest(target, `${placeOf(data.number)} ${FILE_INPUT}`) && target instanceof HTMLInputElement)
          note(target.files ?? []);
      },
      { signal, capture: true }, // before Streamlit empties it
    );

    /** Keep what has been opened, or offer what was kept. */
    const keep = async () => {
      const { opened, isCleared, isWanted, isKnown } = data;
      if (isCleared) {
        kept = undefined;
        return void store.clear();
      }
      if (opened) {
        isRestored = false;
        const files = opened.names.map((name) => given.get(name)).filter((file) => file !== undefined);
        if (opened.digest === digest || files.length < opened.names.length) return;
        digest = opened.digest;
        kept = undefined;
        return void store.set({ ...opened, files });
      }
      const before = await (kept ??= store.get());
      if (!before || signal.aborted || data.opened) return;
      if (isWanted && !isRestored) {
        isRestored = true;
        isOffered = true; // to offer them as well would draw their uploader anew, and an upload on its way would be lost
        hand(before.files, { is: "restored", pattern: before.pattern });
      } else if (!isKnown && !isOffered) {
        isOffered = true;
        trigger("event", { is: "kept", names: before.names });
      }
    };

    return {
      update(now) {
        ({ data, setTriggerValue: trigger } = now);
        findOne(shade, "p").textContent = data.labels.drop;
        put();
        void keep();
      },
      stop() {
        drawn.disconnect();
        abort();
      },
    };
  },
);

const hasFiles = (/** @type {DragEvent} */ { dataTransfer }) => Boolean(dataTransfer?.types.includes("Files"));

const placeOf = (/** @type {number} */ number) => `.st-key-bpe_lab_own_files_${number}`;

const stopper = () => {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
};
