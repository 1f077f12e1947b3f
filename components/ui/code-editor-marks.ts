import { syntaxTree } from "@codemirror/language";
import { type Diagnostic, linter } from "@codemirror/lint";
import { type EditorState, StateEffect, StateField, type Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { CodeMistake } from "@/components/ui/code-editor";

/** Beyond it a text is not read anew after each change. */
const checkedLengthMax = 512 * 1024;

const setMistake = StateEffect.define<CodeMistake | undefined>();

/** What was found elsewhere, and is right until the text changes. */
export const mistakeField = StateField.define<CodeMistake | undefined>({
  create: () => undefined,
  update(known, { docChanged, effects }) {
    for (const effect of effects) if (effect.is(setMistake)) return effect.value;
    return docChanged ? undefined : known;
  },
});

export function markMistake(view: EditorView, mistake: CodeMistake | undefined): void {
  view.dispatch({ effects: setMistake.of(mistake) });
}

/** Marks what is wrong where it is. @param isJson whether the text is meant to be JSON as it is */
export const mistakeMarks = ({ isJson }: { isJson: boolean }) => [
  linter(({ state }) => [...given(state), ...(isJson ? jsonMistake(state) : [])], {
    delay: 250,
    needsRefresh: ({ startState, state }) => startState.field(mistakeField) !== state.field(mistakeField),
  }),
];

function given(state: EditorState): Diagnostic[] {
  const mistake = state.field(mistakeField);
  if (!mistake) return [];
  const { line, column, message } = mistake;
  const { from, to } = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines));
  return [{ ...rangeAt(state.doc, Math.min(from + column - 1, to)), severity: "error", message }];
}

function jsonMistake(state: EditorState): Diagnostic[] {
  const { doc } = state;
  if (doc.length > checkedLengthMax || !/^\s*[[{"]/.test(doc.sliceString(0, 200))) return [];
  try {
    JSON.parse(doc.toString());
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : "This is not JSON.";
    return [{ ...rangeAt(doc, placeOf(state)), severity: "warning", message: `Not JSON: ${message}` }];
  }
}

/** Where the grammar is left for the first time. Browsers say it in words of their own, or not at all. */
function placeOf(state: EditorState): number {
  let found = state.doc.length;
  syntaxTree(state).iterate({
    enter: ({ type, from }) => {
      if (type.isError && from < found) found = from;
    },
  });
  return found;
}

/** From a place to the end of the word there; a mark needs a character. */
function rangeAt(doc: Text, at: number): { from: number; to: number } {
  const line = doc.lineAt(at);
  const [word = ""] = /^(?:\{[{%]-?|\w+|.)/u.exec(line.text.slice(at - line.from)) ?? [];
  if (word.length > 0) return { from: at, to: at + word.length };
  return { from: Math.max(line.from, at - 1), to: at };
}
