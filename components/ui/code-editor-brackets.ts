import { closeBrackets } from "@codemirror/autocomplete";
import { EditorState, type Extension, Prec } from "@codemirror/state";

/**
 * Closes the same brackets in every language, and lets the closing ones be typed over. Grammars of templates mix the rules
 * of two languages, by which a bracket is closed that can't be typed over later. Quotes are not closed, because whether one
 * opens or closes a string can't be told where a template stands in it.
 */
export const bracketClosing: Extension = [
  closeBrackets(),
  // The first rule counts, before those of grammars.
  Prec.highest(EditorState.languageData.of(() => [{ closeBrackets: { brackets: ["[", "{"] } }])),
];
