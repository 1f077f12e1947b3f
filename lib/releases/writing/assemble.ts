import type { StoredChunk } from "@/db/schema/releases";
import type { ModelError, ModelReason } from "@/lib/platform/ai/model-error";
import type { Change } from "../facts/changes";
import type { Kind } from "../facts/kinds";
import { type Item, itemByRules, type Notes } from "../facts/render";

export type Draft = {
  notes: Notes;
  /** Ids of changes that the model omitted, with the reason for people to read. */
  leftOut: Map<string, string>;
  /** Id of the model, or `rules` if nothing in the notes is the model's. */
  generatedBy: string;
  /** What went wrong, and what can be done about it. */
  warning: string | null;
};

type Origin = { modelId: string; failure: ModelError | undefined };

const omissions: Record<string, string> = {
  not_noticeable: "left out by the model: nothing that readers notice",
  unclear: "left out by the model: its message does not say what it changed",
  duplicate: "left out by the model: another change says the same",
};

/**
 * Joins the parts of a model's notes in the order of the changes. Changes that no part names are written by rules.
 * Refs are checked once more, because parts may come from the database.
 */
export function assemble(
  changes: readonly Change[],
  chunks: readonly StoredChunk[],
  sections: readonly Kind[],
  { modelId, failure }: Origin,
): Draft {
  const open = new Map(changes.filter(({ isBreaking }) => !isBreaking).map((change) => [change.id, change]));
  const total = open.size;
  const take = (ref: string) => {
    const change = open.get(ref);
    open.delete(ref);
    return change;
  };
  const bySection = new Map<string, Item[]>(sections.map((kind) => [kind, []]));
  let ofModel = 0;
  for (const { section, text, refs } of chunks.flatMap(({ items }) => items)) {
    const items = bySection.get(section);
    const behind = items ? refs.flatMap((ref) => take(ref) ?? []) : [];
    if (behind.length === 0) continue;
    ofModel += 1;
    items?.push({ text, changes: behind });
  }
  const leftOut = new Map<string, string>();
  for (const { ref, reason } of chunks.flatMap(({ omitted }) => omitted)) {
    if (take(ref)) leftOut.set(ref, omissions[reason] ?? "left out by the model");
  }
  for (const change of open.values()) bySection.get(change.kind)?.push(itemByRules(change));
  const place = new Map(changes.map(({ id }, at) => [id, at]));
  const first = ({ changes: behind }: Item) => Math.min(...behind.map(({ id }) => place.get(id) ?? 0));
  return {
    notes: {
      summary: "",
      sections: sections.map((kind) => ({
        kind,
        items: (bySection.get(kind) ?? []).sort((a, b) => first(a) - first(b)),
      })),
    },
    leftOut,
    generatedBy: ofModel > 0 ? modelId : "rules",
    warning: warningOf({ modelId, failure }, open.size, total),
  };
}

const advice: Partial<Record<ModelReason, string>> = {
  limit: "Wait until tomorrow",
  key: "Ask the operator to check OPENAI_API_KEY",
  quota: "Ask the operator to look into the account of OPENAI_API_KEY",
  request: "Ask the operator to check AI_MODEL and OPENAI_BASE_URL",
};

function warningOf({ modelId, failure }: Origin, byRules: number, total: number): string | null {
  if (byRules === 0) return null;
  const part = byRules === total ? "The notes" : `${byRules} of ${total} changes`;
  const are = byRules === 1 && total > 1 ? "is" : "are";
  if (!failure) {
    return `${part} ${are} written by rules, because the answers of the model ${modelId} could not be used. Edit the text, or write it anew.`;
  }
  const cause = `The model ${modelId} ${failure.message}.`;
  const what = advice[failure.reason] ?? "Wait a while";
  return `${cause} ${part} ${are} written by rules. ${what}, then write the notes anew.`;
}
