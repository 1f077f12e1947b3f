import {
  acceptCompletion,
  autocompletion,
  type CompletionSource,
  closeBracketsKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit, type LanguageSupport } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, type Extension, type TransactionSpec } from "@codemirror/state";
import { drawSelection, EditorView, type KeyBinding, keymap, lineNumbers } from "@codemirror/view";
import { bracketClosing } from "@/components/ui/code-editor-brackets";
import { mistakeField, mistakeMarks } from "@/components/ui/code-editor-marks";
import { codeTheme } from "@/components/ui/code-editor-theme";

const attributes = new Compartment();
const languages = new Compartment();

type Setup = { parent: HTMLElement; text: string; onChange: () => void; onBlur: () => void };

/** An editor that wraps its lines. Its label and language are given by `wired` and `languagesOf`. */
export function createEditor({ parent, text, onChange, onBlur }: Setup): EditorView {
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      nonce(),
      attributes.of([]),
      languages.of([]),
      mistakeField,
      lineNumbers(),
      history(),
      drawSelection(),
      indentUnit.of("  "),
      indentOnInput(),
      bracketMatching(),
      bracketClosing,
      search({ top: true }),
      EditorView.lineWrapping,
      codeTheme,
      keymap.of([...closeBracketsKeymap, ...keys]),
      EditorView.domEventHandlers({
        blur: () => {
          view.setTabFocusMode(true);
          onBlur();
        },
      }),
      EditorView.updateListener.of(({ docChanged, transactions, view: changed }) => {
        if (!docChanged || transactions.some((each) => each.annotation(fromForm))) return;
        // Until somebody types, Tab goes on through the form.
        if (transactions.some((each) => each.isUserEvent("input.type"))) changed.setTabFocusMode(false);
        onChange();
      }),
    ],
  });
  view.setTabFocusMode(true);
  return view;
}

/** What the form says, as opposed to what somebody types. */
const fromForm = Annotation.define<true>();

/** Ctrl or ⌘ with Enter sends the form, as from any other field. */
const keys: KeyBinding[] = [
  { key: "Tab", run: (view) => acceptCompletion(view) || indentMore(view), shift: indentLess },
  {
    key: "Escape",
    run: (view) => {
      view.setTabFocusMode(true);
      return false;
    },
  },
  ...[...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap].filter(
    ({ key }) => key !== "Mod-Enter",
  ),
];

/** Styles need it where the page's policy does not let others in. */
function nonce(): Extension {
  const { nonce: known } = document.querySelector<HTMLElement>("script[nonce]") ?? {};
  return known ? EditorView.cspNonce.of(known) : [];
}

type Wiring = {
  id: string;
  labelId: string | undefined;
  describedBy: string | undefined;
  invalid: true | undefined;
  /** What says how to leave by keyboard. */
  leaveId: string;
};

/** Ties the editor to its label, its note and its error. */
export function wired({ id, labelId, describedBy, invalid, leaveId }: Wiring): TransactionSpec {
  const given = {
    id,
    ...(labelId && { "aria-labelledby": labelId }),
    "aria-describedby": [describedBy, leaveId].filter(Boolean).join(" "),
    ...(invalid && { "aria-invalid": "true" }),
    spellcheck: "false",
    autocapitalize: "off",
  };
  return { effects: attributes.reconfigure(EditorView.contentAttributes.of(given)) };
}

type Languages = {
  support: LanguageSupport;
  /** Offers what may stand at a place, instead of what the language offers. */
  source: CompletionSource | undefined;
  /** Whether the text is meant to be JSON as it is. */
  isJson: boolean;
};

export function languagesOf({ support, source, isJson }: Languages): TransactionSpec {
  return {
    effects: languages.reconfigure([
      support,
      autocompletion({ icons: false, ...(source && { override: [source] }) }),
      mistakeMarks({ isJson }),
    ]),
  };
}

/** Line breaks that the text came with; the editor has its own. */
const breaks = new WeakMap<EditorView, string>();
/** What the form was told last. It says the same again, and a long text need not be compared then. */
const told = new WeakMap<EditorView, string>();

export function textOf(view: EditorView): string {
  const doc = view.state.doc.toString();
  const text = breaks.get(view) === "\r\n" ? doc.replaceAll("\n", "\r\n") : doc;
  told.set(view, text);
  return text;
}

/** Shows another text. What is the same at its beginning and end stays, and so does the cursor in it. */
export function replaceText(view: EditorView, value: string): void {
  if (told.get(view) === value) return;
  told.delete(view);
  breaks.set(view, /\r\n/.test(value) && !/(?:^|[^\r])\n/.test(value) ? "\r\n" : "\n");
  const text = value.replace(/\r\n?/g, "\n");
  const before = view.state.doc.toString();
  if (before === text) return;
  const shorter = Math.min(before.length, text.length);
  let from = 0;
  while (from < shorter && before.charCodeAt(from) === text.charCodeAt(from)) from++;
  let same = 0;
  while (
    same < shorter - from &&
    before.charCodeAt(before.length - 1 - same) === text.charCodeAt(text.length - 1 - same)
  ) {
    same++;
  }
  const insert = text.slice(from, text.length - same);
  view.dispatch({ changes: { from, to: before.length - same, insert }, annotations: fromForm.of(true) });
}
