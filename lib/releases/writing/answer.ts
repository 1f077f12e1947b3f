import { z } from "zod";
import type { StoredChunk } from "@/db/schema/releases";
import type { Kind } from "../facts/kinds";
import type { Card } from "./cards";
import { plainProse } from "./prose";

export const omissionReasons = ["not_noticeable", "unclear", "duplicate"] as const;

/**
 * Schema of the answer, fit for strict servers: every property is required, and there are no limits they do not
 * support.
 */
export const answerSchema = (sections: readonly Kind[]) =>
  z.object({
    items: z.array(z.object({ section: z.enum(sections), text: z.string(), refs: z.array(z.string()) })),
    omitted: z.array(z.object({ ref: z.string(), reason: z.enum(omissionReasons) })),
  });
export type Answer = z.infer<ReturnType<typeof answerSchema>>;

const textLengthMax = 300;
const refsMax = 12;

/** Kinds that readers notice by definition. Most of these changes must be in the notes. */
const noticed: ReadonlySet<Kind> = new Set(["feature", "fix", "performance", "removal"]);

export type Judged = StoredChunk & {
  /** Cards that are neither used in an item nor omitted. */
  missing: string[];
  /** What to tell the model. Empty if the answer is right. */
  problems: string[];
};

/**
 * Checks an answer and keeps what is right: known refs, each only in its first use; items with words and refs. What
 * is kept of a wrong answer can be used as well.
 */
export function judge(answer: Answer, cards: readonly Card[]): Judged {
  const known = new Map(cards.map((card) => [card.id, card]));
  const used = new Set<string>();
  const problems: string[] = [];
  const take = (ref: string): boolean => {
    if (!known.has(ref)) problems.push(`There is no card ${shown(ref)}.`);
    else if (used.has(ref)) problems.push(`Card ${ref} is used more than once.`);
    else return Boolean(used.add(ref));
    return false;
  };
  const items = answer.items.flatMap(({ section, text, refs }) => {
    const plain = plainProse(text, textLengthMax);
    const isUsable = plain !== "" && refs.length <= refsMax;
    if (plain === "") problems.push(`The item of ${refs.slice(0, 3).map(shown).join(", ")} has no text.`);
    if (refs.length === 0) problems.push("An item has no refs.");
    if (refs.length > refsMax)
      problems.push(`An item has ${refs.length} refs; at most ${refsMax} are allowed.`);
    const taken = isUsable ? refs.filter(take) : [];
    return taken.length > 0 ? [{ section, text: plain, refs: taken }] : [];
  });
  const omitted = answer.omitted.filter(({ ref }) => take(ref));
  if (omitsTooMuch(omitted, known)) {
    problems.push("Too many features, fixes and removals are omitted. Write items for them.");
    for (const { ref } of omitted) used.delete(ref);
    omitted.length = 0;
  }
  const missing = cards.map(({ id }) => id).filter((id) => !used.has(id));
  if (missing.length > 0)
    problems.push(`These cards are neither in an item nor omitted: ${missing.join(", ")}.`);
  return { items, omitted, missing, problems };
}

/** A commit may ask the model to omit others, so at most half of what readers notice may be omitted. */
function omitsTooMuch(omitted: Answer["omitted"], known: ReadonlyMap<string, Card>): boolean {
  const isNoticed = (card: Card | undefined) => card !== undefined && noticed.has(card.kind);
  const all = [...known.values()].filter(isNoticed).length;
  const left = omitted.filter(({ ref }) => isNoticed(known.get(ref))).length;
  return left > 1 && left * 2 > all;
}

/** An id, made safe to repeat to the model. */
const shown = (ref: string) => (/^[\w-]{1,20}$/.test(ref) ? ref : "of that name");
