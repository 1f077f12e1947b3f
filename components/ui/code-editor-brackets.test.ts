import { EditorState, Transaction, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { expect, test } from "vitest";
import type { CodeLanguage } from "./code-editor";
import { bracketClosing } from "./code-editor-brackets";
import { loadLanguage } from "./code-editor-languages";

/** What the editor holds after the text was typed key by key, as its view handles keys. */
async function typed(text: string, language: CodeLanguage, isTemplate: boolean): Promise<string> {
  const extensions = [bracketClosing, await loadLanguage(language, isTemplate)];
  let state = EditorState.create({ extensions });
  const view = {
    get state() {
      return state;
    },
    dispatch: (...made: (TransactionSpec | readonly Transaction[])[]) => {
      for (const each of made.flat()) state = (each instanceof Transaction ? each : state.update(each)).state;
    },
    compositionStarted: false,
    composing: false,
  } as unknown as EditorView;
  for (const key of text) {
    const { from, to } = state.selection.main;
    const plain = () => state.update(state.replaceSelection(key), { userEvent: "input.type" });
    const isHandled = state
      .facet(EditorView.inputHandler)
      .some((handler) => handler(view, from, to, key, plain));
    if (!isHandled) state = plain().state;
  }
  return state.doc.toString();
}

const template = '{"id": "{{ request.params.id }}", "list": [1, 2], {% if a %}"b": {}{% endif %}}';

test.each<[text: string, language: CodeLanguage, isTemplate: boolean]>([
  [template, "json", true],
  [template, "text", true],
  ['{"a": "{{ b | default: \'c\' }}-{{ d["e"] }}", "f": {{ g }}}', "json", true],
  ["{%- for a in b -%}[{{ a }}]{%- endfor -%}", "json", true],
  ["<p>{{ x }}</p>", "html", true],
  ['<ul class="a">{% for x in y %}<li id="{{ x.id }}">{{ x[0] }}</li>{% endfor %}</ul>', "html", true],
  ["<script>let a = { b: [1, 'c'] };</script>", "html", true],
  ['<a b="{{ c }}"><d>{{ e }}</d><f/></a>', "xml", true],
  ['{"a": [1, {"b": "it\'s \\"c\\""}]}', "json", false],
  ["<p>It's <b>(so)</b></p>", "html", false],
  ["<a><b c='d'>e</b></a>", "xml", false],
  ['It\'s "a" {b} [c] (d)', "text", false],
])("typed: %s in %s, template: %s", async (text, language, isTemplate) => {
  expect(await typed(text, language, isTemplate)).toBe(text);
});

test.each<[typed: string, held: string]>([
  ['{"a": [', '{"a": []}'],
  ["{{", "{{}}"],
  ["{%", "{%}"],
])("an opening bracket brings its closing one: %s", async (text, held) => {
  expect(await typed(text, "json", true)).toBe(held);
});
