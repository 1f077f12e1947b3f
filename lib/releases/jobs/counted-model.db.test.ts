import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { clock, inMs } from "@/lib/auth/fixtures/caller";
import { hasRate } from "@/lib/auth/limits";
import type { Model, Question } from "@/lib/platform/ai/model";
import { factsFrom } from "../writing/fixtures";
import { writeNotes } from "../writing/write-notes";
import { countedModel } from "./counted-model";

vi.stubEnv("QUOTAS", "modelCallsPerDay=3");

let close: () => Promise<void>;
let asked = 0;
const model: Model = {
  id: "test-1",
  ask<T>({ schema }: Question<T>): Promise<T> {
    asked += 1;
    return Promise.resolve(schema.parse({ items: [], omitted: [] }));
  },
};
const question = {
  ...{ instructions: "", turns: [], schema: z.object({}), name: "q", timeoutMs: 1000 },
  signal: new AbortController().signal,
};

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

test("a project asks so often in a day, another one and the next day by themselves", async () => {
  const now = { at: clock.now };
  const of = (project: string) =>
    countedModel(model, () => hasRate({ db: db(), now: () => now.at }, "modelCallsPerDay", project));
  const ends = await Promise.allSettled(Array.from({ length: 8 }, () => of("one").ask(question)));
  expect([ends.filter(({ status }) => status === "fulfilled").length, asked]).toEqual([3, 3]);
  await of("two").ask(question);
  await expect(of("one").ask(question)).rejects.toMatchObject({ reason: "limit", transient: false });
  now.at = inMs(24 * 60 * 60 * 1000 + 1);
  await of("one").ask(question);
});

test("beyond that the rules write, and the warning says so", async () => {
  const { changes, commits } = factsFrom(["feat: gift cards", "fix: totals"]);
  const counted = countedModel(model, () =>
    hasRate({ db: db(), now: () => clock.now }, "modelCallsPerDay", "three"),
  );
  for (let count = 0; count < 3; count += 1) await counted.ask(question);
  const { warning, generatedBy } = await writeNotes(changes, commits, {
    ...{ model: counted, audience: "developers", sections: ["feature", "fix"] },
    patience: {
      ...{ signal: question.signal, until: inMs(60_000), now: () => clock.now },
      ...{ answerMs: 1000, retryMs: [] },
    },
    checkpoints: { find: async () => undefined, keep: async () => {} },
    progress: async () => {},
  });
  expect(generatedBy).toBe("rules");
  expect(warning).toBe(
    "The model test-1 has answered this project the 3 questions that it may ask in a day. The notes are written by rules. Wait until tomorrow, then write the notes anew.",
  );
});
