// CodeMirror as set up here. Python serves its packages beside this module, under the names used in the imports.

import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { HighlightStyle, bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** @typedef {{ run: () => void, leave: () => void, change: (text: string) => void }} EditorHandlers */
/** @typedef {{ element: HTMLElement, text: () => string, setText: (text: string) => void, markLine: (line: number) => void, goToLine: (line: number) => void, stop: () => void }} CodeEditor */

/** @type {import("@codemirror/state").StateEffectType<number>} The line to mark; 0 for none. */
const setMarkedLine = StateEffect.define();

const markedLine = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    const effect = transaction.effects.find((one) => one.is(setMarkedLine));
    if (!effect) return transaction.docChanged ? Decoration.none : marks;
    if (!effect.value || effect.value > transaction.state.doc.lines) return Decoration.none;
    const { from } = transaction.state.doc.line(effect.value);
    return Decoration.set(Decoration.line({ class: "bpe-lab-wrong" }).range(from));
  },
  provide: (field) => EditorView.decorations.from(field),
});

// Contrast of at least 4.5:1 on both backgrounds, alone or between others.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-text)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.definition(tags.variableName), tags.function(tags.variableName)], color: "var(--code-name)" },
]);

const theme = EditorView.theme({
  "&": { backgroundColor: "var(--page)", color: "var(--ink)", fontSize: "1rem" },
  "&.cm-focused": { outline: "0.18rem solid var(--accent)", outlineOffset: "0.06rem" },
  ".cm-scroller": { fontFamily: "var(--code)", lineHeight: "1.5" },
  "& .cm-content": { caretColor: "var(--ink)", padding: "0.5rem 0" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--ink)", border: "0" },
  ".bpe-lab-wrong": { backgroundColor: "var(--bad-soft)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)" },
});

/** Create an editor. @param {ShadowRoot | Document} root @param {string} text @param {Record<string, string>} attributes @param {EditorHandlers} handlers @returns {CodeEditor} */
export function createEditor(root, text, attributes, handlers) {
  const keys = [
    { key: "Mod-Enter", run: () => (handlers.run(), true) },
    { key: "Escape", run: () => (handlers.leave(), true) },
    { key: "Tab", run: indentMore, shift: indentLess },
    ...defaultKeymap,
    ...historyKeymap,
  ];
  const view = new EditorView({
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        ...[keymap.of(keys), history(), lineNumbers(), python(), bracketMatching(), markedLine, theme],
        ...[indentUnit.of("    "), EditorState.tabSize.of(4), EditorView.lineWrapping, syntaxHighlighting(colours)],
        EditorView.contentAttributes.of({ ...attributes, spellcheck: "false", autocapitalize: "off" }),
        EditorView.updateListener.of((update) => update.docChanged && handlers.change(update.state.doc.toString())),
      ],
    }),
  });
  return {
    element: view.dom,
    text: () => view.state.doc.toString(),
    // As if typed: can be undone.
    setText: (code) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: code } }),
    markLine: (line) => view.dispatch({ effects: setMarkedLine.of(line) }),
    goToLine(line) {
      const position = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines))).from;
      view.dispatch({ selection: { anchor: position }, scrollIntoView: true });
      view.focus();
    },
    stop: () => view.destroy(),
  };
}
