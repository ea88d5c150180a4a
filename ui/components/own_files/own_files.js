// Hands a learner's tokenizer files to Streamlit's uploader: those dropped anywhere, and those kept from an earlier visit.

import { DROP_ZONE, FILE_INPUT } from "../../base/streamlit_internals/selectors.js";
import { component } from "../component.js";
import { closest, findOne } from "../dom.js";
import { FileStore } from "./file_store.js";

/** @import {OwnFiles} from "../contract" */
/** @import {ComponentArgs} from "../streamlit" */

const store = new FileStore(() => indexedDB);
/** @type {Map<string, File>} The uploader's files, by name. */ const uploaded = new Map();
/** @type {Promise<import("./file_store.js").StoredFiles | undefined> | undefined} Read once: pages ask repeatedly. */
let stored;
let isRestored = false; // files that were refused once are not tried again

export default component(
  ".drop",
  (shade, /** @type {ComponentArgs<OwnFiles>} */ { data, setTriggerValue: trigger }) => {
    const { signal, abort } = stopper();
    /** @type {{ files: File[], above: number } | null} For an uploader with a higher number. */ let waiting = null;
    let digest = "";
    let isOffered = false;
    const observer = new MutationObserver(() => deliver());

    /** Hand over the files as soon as their uploader is drawn. */
    const deliver = () => {
      if (!waiting || data.number <= waiting.above) return;
      const input = document.querySelector(`${uploaderSelector(data.number)} ${FILE_INPUT}`);
      if (!(input instanceof HTMLInputElement))
        return void observer.observe(document.body, { childList: true, subtree: true });
      observer.disconnect();
      const transfer = new DataTransfer();
      for (const file of waiting.files) transfer.items.add(file);
      waiting = null;
      input.files = transfer.files;
      input.dispatchEvent(new Event("change", { bubbles: true })); // as if they were chosen there
    };
    const handOver = (/** @type {File[]} */ files, /** @type {object} */ event) => {
      uploaded.clear();
      waiting = { files, above: data.number };
      trigger("event", event);
    };
    const remember = (/** @type {Iterable<File>} */ files) => {
      for (const file of files) uploaded.set(file.name, file);
    };
    const listen = (/** @type {string} */ name, /** @type {(event: DragEvent) => void} */ handler) =>
      addEventListener(name, (event) => event instanceof DragEvent && hasFiles(event) && handler(event), { signal });

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
        return closest(event.target, uploaderSelector(data.number)) ? remember(files) : undefined;
      event.preventDefault();
      if (files.length) handOver(files, { is: "dropped" });
    });
    addEventListener(
      "change",
      ({ target }) => {
        if (closest(target, `${uploaderSelector(data.number)} ${FILE_INPUT}`) && target instanceof HTMLInputElement)
          remember(target.files ?? []);
      },
      { signal, capture: true }, // before Streamlit empties it
    );

    /** Store the files that were opened, or offer those stored earlier. */
    const sync = async () => {
      const { opened, isCleared, isWanted, isKnown } = data;
      if (isCleared) {
        stored = undefined;
        return void store.clear();
      }
      if (opened) {
        isRestored = false;
        const files = opened.names.map((name) => uploaded.get(name)).filter((file) => file !== undefined);
        if (opened.digest === digest || files.length < opened.names.length) return;
        digest = opened.digest;
        stored = undefined;
        return void store.set({ ...opened, files });
      }
      const storedFiles = await (stored ??= store.get());
      if (!storedFiles || signal.aborted || data.opened) return;
      if (isWanted && !isRestored) {
        isRestored = true;
        isOffered = true; // offering them too would redraw their uploader and lose an upload that is under way
        handOver(storedFiles.files, { is: "restored", pattern: storedFiles.pattern });
      } else if (!isKnown && !isOffered) {
        isOffered = true;
        trigger("event", { is: "kept", names: storedFiles.names });
      }
    };

    return {
      update(args) {
        ({ data, setTriggerValue: trigger } = args);
        findOne(shade, "p").textContent = data.labels.drop;
        deliver();
        void sync();
      },
      stop() {
        observer.disconnect();
        abort();
      },
    };
  },
);

const hasFiles = (/** @type {DragEvent} */ { dataTransfer }) => Boolean(dataTransfer?.types.includes("Files"));

const uploaderSelector = (/** @type {number} */ number) => `.st-key-bpe_lab_own_files_${number}`;

const stopper = () => {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
};
