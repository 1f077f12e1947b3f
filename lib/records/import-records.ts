import type { GroupRow } from "@/lib/groups/require-group";
import { Answer } from "@/lib/operations/answer";
import { type Ctx, transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { inBatches } from "@/lib/operations/in-batches";
import type { Output } from "@/lib/operations/operation";
import { encodedWithList } from "@/lib/operations/output";
import { type Addition, requireQuotas, withinQuotas } from "@/lib/operations/quota";
import { noteTrail } from "@/lib/operations/trail";
import { turns } from "@/lib/platform/process/turns";
import { forgetRecords } from "./forget-record";
import { type GivenRow, type RefusedRow, readGivenRecords } from "./given-records";
import { idTaken } from "./insert-record";
import { importRecords } from "./many/contract";
import { jsonBytes, requireGroupOfPath } from "./require-record";
import { findKnown, type KnownRecord, type Stored, storeRecords } from "./stored-records";

/** A statement writes so many records, and texts of so many characters: a few hundredths of a second of an embedded database. */
const together = {
  countMax: 500,
  weightMax: 256 * 1024,
  weightOf: ({ id, name, metadata }: GivenRow) => id.length + (name?.length ?? 0) + (metadata?.length ?? 0),
};

type Outcome = Output<typeof importRecords>["records"][number];

/** Quotas are asked for all of it first, so that what is too much stores nothing. */
export const handleImportRecords = implement(importRecords, async (ctx, input) => {
  const group = await requireGroupOfPath(ctx, input);
  const { dryRun = false, records } = await input.fields();
  const { rows, refused } = await turns().run(readGivenRecords(records, group));
  const batches = await turns().begin(() => {
    rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    return [...inBatches(rows, together)];
  });
  const known = new Map<string, KnownRecord>();
  for (const batch of batches) {
    for (const found of await findKnown(ctx, group, batch)) known.set(found.id, found);
  }
  const additions = await turns().begin(() => additionsOf(group.projectId, rows, known));
  if (dryRun) {
    noteTrail(ctx, { unchanged: true });
    await requireQuotas(ctx, additions);
    const plan = new Map(rows.map((row) => [row.id, resultOf(known.get(row.id))]));
    return encoded(dryRun, rows, refused, plan);
  }
  await requireQuotas(ctx, additions);
  const stored = await storeAll(ctx, { group, path: input }, batches, known);
  const counts = countsOf(stored.values());
  noteTrail(ctx, {
    subject: { name: group.name },
    after: { created: counts.created, updated: counts.updated },
    unchanged: counts.created + counts.updated === 0,
  });
  return encoded(dryRun, rows, refused, stored);
});

/**
 * Batches are stored one by one, because an embedded database answers nobody else during a transaction. Repeating it does
 * what is left, so that one that fails undoes none before it.
 */
async function storeAll(
  ctx: Ctx,
  { group, path }: { group: GroupRow; path: { projectId: string; groupId: string } },
  batches: readonly (readonly GivenRow[])[],
  known: ReadonlyMap<string, KnownRecord>,
): Promise<Map<string, Stored>> {
  const stored = new Map<string, Stored>();
  const attempted: string[] = [];
  const isTheirs = ({ id }: GivenRow) => known.get(id)?.isOwn === false;
  try {
    for (const batch of batches) {
      for (const { id } of batch.filter(isTheirs)) stored.set(id, "refused");
      // Without those of others, whom a statement would keep waiting although it changes none of them.
      const own = batch.filter((row) => !isTheirs(row));
      if (own.length === 0) continue;
      attempted.push(...own.map(({ id }) => id));
      const results = await withinQuotas(ctx, additionsOf(group.projectId, own, known), (near) =>
        transaction(near, async (inner) => {
          // A deletion of the group waits, because it takes its lock before those of its records.
          await requireGroupOfPath(inner, path, "key share");
          return storeRecords(inner, group, own);
        }),
      );
      for (const [id, result] of results) stored.set(id, result);
    }
    return stored;
  } finally {
    // The cache may remember that they are unknown, or the metadata that they had.
    await forgetRecords(attempted.filter((id) => !isLeft(stored.get(id))));
  }
}

const isLeft = (result: Stored | undefined) => result === "unchanged" || result === "refused";

function resultOf(known: KnownRecord | undefined): Stored {
  if (!known) return "created";
  if (!known.isOwn) return "refused";
  return known.isSame ? "unchanged" : "updated";
}

function additionsOf(
  ownerId: string,
  rows: readonly GivenRow[],
  known: ReadonlyMap<string, KnownRecord>,
): Addition[] {
  let count = 0;
  let bytes = 0;
  for (const { id, metadata } of rows) {
    const found = known.get(id);
    const result = resultOf(found);
    if (result === "created") {
      count += 1;
      bytes += jsonBytes(metadata ?? "{}");
    } else if (result === "updated" && found && metadata !== undefined) {
      bytes += jsonBytes(metadata) - found.bytes;
    }
  }
  return [
    { name: "records", ownerId, adding: count },
    { name: "recordBytes", ownerId, adding: bytes },
  ];
}

function countsOf(results: Iterable<Stored>): Record<Stored, number> {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  for (const result of results) counts[result] += 1;
  return counts;
}

/** In turns with others: ten thousand records are a megabyte. */
async function encoded(
  dryRun: boolean,
  rows: readonly GivenRow[],
  refused: readonly RefusedRow[],
  results: ReadonlyMap<string, Stored>,
): Promise<Answer> {
  const all = await turns().begin(() => {
    const outcomes: Outcome[] = [];
    for (const row of refused) outcomes[row.index] = { ...row, result: "refused" };
    for (const { index, id, isMade } of rows) {
      const result = results.get(id) ?? "refused";
      const error = result === "refused" ? { error: idTaken(id).message } : {};
      outcomes[index] = { index, id: dryRun && isMade ? null : id, result, ...error };
    }
    return { dryRun, ...countsOf(outcomes.map(({ result }) => result)), records: outcomes };
  });
  const body = await turns().run(encodedWithList(importRecords, all, "records"), true);
  return new Answer(200, ["content-type", "application/json"], body);
}
