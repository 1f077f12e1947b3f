import { createHash } from "node:crypto";
import { z } from "zod";
import type { StoredChunk } from "@/db/schema/releases";
import type { Model } from "@/lib/platform/ai/model";
import { ModelError } from "@/lib/platform/ai/model-error";
import type { Change, Facts } from "../facts/changes";
import { askPatiently, type Patience } from "./ask-patiently";
import { assemble, type Draft } from "./assemble";
import { type Card, cardsOf, chunksOf } from "./cards";
import { linesPrompt, promptVersion, summaryInstructions } from "./prompt";
import { plainProse } from "./prose";
import { type Briefing, writeChunk } from "./write-chunk";

/** Keeps answers, which have been paid for, until the notes are done. */
export type Checkpoints = {
  find(digest: string): Promise<StoredChunk | undefined>;
  keep(digest: string, written: StoredChunk): Promise<void>;
};

export type Writing = Briefing & {
  model: Model;
  patience: Patience;
  checkpoints: Checkpoints;
  /** Called with the number of changes that are written. */
  progress(done: number, total: number): Promise<void>;
};

const atOnce = 3;
const summaryLengthMax = 600;

/**
 * Has a model write the notes for some changes, chunk by chunk. The rules write what it does not write, or not
 * correctly, so that every change is either written or omitted by the model with a reason. The model is not asked
 * about breaking changes: their section is in the authors' own words.
 * @throws the reason of the signal
 */
export async function writeNotes(
  changes: readonly Change[],
  commits: Facts["commits"],
  writing: Writing,
): Promise<Draft> {
  const cards = cardsOf(
    changes.filter(({ isBreaking }) => !isBreaking),
    commits,
  );
  const { chunks, failure } = await writeAll(cards, writing);
  const draft = assemble(changes, chunks, writing.sections, { modelId: writing.model.id, failure });
  const lines = draft.notes.sections.flatMap(({ items }) => items.map(({ text }) => text));
  if (failure || draft.generatedBy === "rules") return draft;
  const breaking = changes.filter(({ isBreaking }) => isBreaking).map(({ title }) => `Breaking: ${title}`);
  const summary = await summarise([...breaking, ...lines], writing);
  return { ...draft, notes: { ...draft.notes, summary } };
}

async function writeAll(cards: readonly Card[], writing: Writing) {
  const waiting = chunksOf(cards);
  const chunks: StoredChunk[] = [];
  let failure: ModelError | undefined;
  let done = 0;
  await writing.progress(0, cards.length);
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const written = await writeOnce(next, writing);
      chunks.push(written.chunk);
      // If a model has failed for good, it is not asked about the other chunks either.
      if (written.failure) waiting.length = 0;
      failure ??= written.failure;
      done += next.length;
      await writing.progress(done, cards.length);
    }
  };
  const stopOthers = (error: unknown) => {
    waiting.length = 0;
    throw error;
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, () => work().catch(stopOthers)));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return { chunks, failure };
}

async function writeOnce(cards: readonly Card[], writing: Writing) {
  const { model, audience, sections, checkpoints, patience } = writing;
  const digest = digestOf([model.id, audience, sections, cards]);
  const before = await checkpoints.find(digest);
  if (before) return { chunk: before, failure: undefined };
  const written = await writeChunk(cards, model, writing, patience);
  if (!written.failure) await checkpoints.keep(digest, written.chunk);
  return written;
}

/** A few sentences about everything; empty if the model has none. */
async function summarise(lines: readonly string[], writing: Writing): Promise<string> {
  const { model, audience, checkpoints, patience } = writing;
  const digest = digestOf([model.id, audience, "summary", lines]);
  const before = await checkpoints.find(digest);
  if (before) return before.items[0]?.text ?? "";
  try {
    const question = {
      instructions: summaryInstructions(audience),
      turns: [{ role: "user" as const, content: linesPrompt(lines.slice(0, 300)) }],
      schema: z.object({ summary: z.string() }),
      name: "summary",
    };
    const answer = await askPatiently(model, question, patience);
    const text = plainProse(answer.summary, summaryLengthMax);
    await checkpoints.keep(digest, { items: [{ section: "summary", text, refs: [] }], omitted: [] });
    return text;
  } catch (error) {
    // The notes are complete without it.
    if (error instanceof ModelError) return "";
    throw error;
  }
}

const digestOf = (asked: readonly unknown[]) =>
  createHash("sha256")
    .update(JSON.stringify([promptVersion, ...asked]))
    .digest("hex");
