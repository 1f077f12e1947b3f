import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { templateCompletion } from "./template-completion";

/** Whether what is offered in front of the cursor is still right when some more was typed. */
async function staysFor(before: string, more: string): Promise<boolean | undefined> {
  const state = EditorState.create({ doc: before });
  const found = await templateCompletion(() => ({ endpoint: "/users/:id" }))(
    new CompletionContext(state, before.length, false),
  );
  return (found?.validFor as RegExp | undefined)?.test(before.slice(found?.from) + more);
}

test.each([
  ["{{ req", "uest", true],
  ["{{ req", "uest.", false],
  ["{{ request.par", "ams.", false],
  ["{{ request.params.i", "d", true],
  ["{{ request.headers.", "content-type", true],
  ["{{ request.headers['x-", "request-id", true],
  ["{{ 'per", "son.fullName", true],
])("what is offered at %s is right for %s more: %s", async (before, more, stays) => {
  expect(await staysFor(before, more)).toBe(stays);
});
