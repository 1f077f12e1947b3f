import type { StoredChunk } from "@/db/schema/releases";
import type { Model, Turn } from "@/lib/platform/ai/model";
import { ModelError } from "@/lib/platform/ai/model-error";
import type { Kind } from "../facts/kinds";
import { type Answer, answerSchema, type Judged, judge } from "./answer";
import { askPatiently, type Patience } from "./ask-patiently";
import type { Card } from "./cards";
import { type Audience, cardsPrompt, chunkInstructions, repairPrompt } from "./prompt";

const repairsMax = 2;
/** How many characters of a faulty answer are shown to the model again. */
const repeatedLengthMax = 20_000;

export type Briefing = { audience: Audience; sections: readonly Kind[] };
export type WrittenChunk = {
  /** The usable part of the best answer. Cards that it does not name are left to the rules. */
  chunk: StoredChunk;
  /** Why the model was not asked to the end, if it was not. */
  failure: ModelError | undefined;
};

/**
 * Has a model write the notes for some cards, and correct itself up to twice.
 * @throws the reason of the signal
 */
export async function writeChunk(
  cards: readonly Card[],
  model: Model,
  { audience, sections }: Briefing,
  patience: Patience,
): Promise<WrittenChunk> {
  const question = {
    instructions: chunkInstructions(audience, sections),
    schema: answerSchema(sections),
    name: "release_notes",
  };
  const task: Turn = { role: "user", content: cardsPrompt(cards) };
  let turns = [task];
  let best: Judged | undefined;
  for (let repairs = 0; ; repairs += 1) {
    const attempt = await attemptOf(() => askPatiently<Answer>(model, { ...question, turns }, patience));
    if (attempt.failure) return { chunk: kept(best), failure: attempt.failure };
    const judged = attempt.answer && judge(attempt.answer, cards);
    if (judged && (!best || judged.missing.length < best.missing.length)) best = judged;
    const problems = judged?.problems ?? ["It is not JSON of the form that was asked for."];
    if (problems.length === 0 || repairs === repairsMax) return { chunk: kept(best), failure: undefined };
    const said = (attempt.said || "{}").slice(0, repeatedLengthMax);
    turns = [task, { role: "assistant", content: said }, { role: "user", content: repairPrompt(problems) }];
  }
}

type Attempt = { answer?: Answer; said?: string | undefined; failure?: ModelError };

/** An unusable answer can be repaired; any other failure ends the conversation. */
async function attemptOf(ask: () => Promise<Answer>): Promise<Attempt> {
  try {
    const answer = await ask();
    return { answer, said: JSON.stringify(answer) };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return error.reason === "unusable" ? { said: error.answer } : { failure: error };
  }
}

const kept = (best: Judged | undefined): StoredChunk => ({
  items: best?.items ?? [],
  omitted: best?.omitted ?? [],
});
