import type { Completion, CompletionSource } from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import { type Known, offersAt, paramNames } from "@/components/mocks/template-offers";
import type { Word } from "@/lib/mocks/templates/template-words";

/** Characters in front of the cursor in which markup begins that is still open. */
const lookBack = 2000;
/** Characters of a template in which it may name something. */
const lookAt = 100_000;

/** Whose template it is: that of a mock with this endpoint, or of an inbox. */
type Owner = { endpoint: string } | "inbox";

/** Offers what a template may say. @param owner what it is by now */
export function templateCompletion(owner: () => Owner): CompletionSource {
  return ({ state, pos, explicit }) => {
    const before = state.sliceDoc(Math.max(0, pos - lookBack), pos);
    const known = { ...knownOf(owner()), text: state.sliceDoc(0, lookAt) };
    const offers = offersAt(before, known);
    if (!offers || offers.words.length === 0) return null;
    const { word, words, isProperty = false, isText = false } = offers;
    // Nobody asked, and nothing was begun: after a full stop and a bar there can be nothing else.
    if (word === "" && !explicit && !/[.|'"]\s?$/.test(before)) return null;
    return {
      from: pos - word.length,
      options: words.map((each, index) => optionOf(each, isProperty, words.length - index)),
      // Outside of a text a full stop ends the word, and after it there is something else to offer.
      validFor: isText ? /^[\w.-]*$/ : /^[\w-]*$/,
    };
  };
}

const knownOf = (owner: Owner): Omit<Known, "text"> =>
  owner === "inbox" ? { params: [], isOfInbox: true } : { params: paramNames(owner.endpoint) };

function optionOf({ label, detail }: Word, isProperty: boolean, rank: number): Completion {
  return {
    label,
    ...(detail && { detail }),
    // As listed: the usual ones come first.
    boost: Math.min(rank / 10, 99),
    ...(isProperty && label.includes("-") && { apply: inBrackets }),
  };
}

/** `request.headers.content-type` would be a subtraction elsewhere. */
function inBrackets(view: EditorView, { label }: Completion, from: number, to: number): void {
  const insert = `['${label}']`;
  view.dispatch({
    changes: { from: from - 1, to, insert },
    selection: { anchor: from - 1 + insert.length },
    userEvent: "input.complete",
  });
}
