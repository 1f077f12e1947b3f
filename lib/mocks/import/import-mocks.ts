import { getTableColumns, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { laterThan } from "@/db/schema/columns";
import { mocks } from "@/db/schema/mocks";
import { requireProject } from "@/lib/auth/access";
import { Answer } from "@/lib/operations/answer";
import { type Ctx, transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { inBatches } from "@/lib/operations/in-batches";
import { locking } from "@/lib/operations/lock";
import { encodedWithList } from "@/lib/operations/output";
import { type Addition, requireQuotas, withinQuotas } from "@/lib/operations/quota";
import { noteTrail } from "@/lib/operations/trail";
import { turns } from "@/lib/platform/process/turns";
import { fileAdditions } from "../files/new-file";
import { filesOf } from "../files/require-files";
import { additionsOf } from "../quota-additions";
import { forgetMocks } from "../served-mocks";
import type { MockRow } from "../to-mock";
import { importMocks } from "./contract";
import { convertDocument } from "./convert-document";
import type { CheckedEntry, ImportFormat, NewMock } from "./convert-program";
import { holdFiles, placeFiles, type WaitingFile, withoutFile } from "./import-files";
import { placeOf, planEntry, type Step } from "./plan";
import { textChars } from "./text-chars";

/**
 * Entries that are looked up and written together, and characters of their texts: a statement has a bound of parameters and
 * of time, and what is compared and sent at once holds the thread.
 */
const together = {
  countMax: 100,
  weightMax: 1024 * 1024,
  weightOf: (entry: CheckedEntry) => ("mock" in entry ? textChars(entry.mock, 1024 * 1024) : 0),
};

/** Repeating it does what is left, so that a batch that fails undoes none before it. */
export const handleImportMocks = implement(importMocks, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const { existing, dryRun: dry, ...given } = await input.fields();
  const { format, ...document } = await convertDocument(given, project.id);
  const { entries, waiting } = await placeFiles(ctx, project.id, document);
  const dryRun = dry === "true";
  noteTrail(ctx, { subject: { name: given.file.name || format }, unchanged: dryRun });
  const plan = (inner: Ctx, batch: readonly CheckedEntry[]) => planBatch(inner, project.id, batch, existing);

  // Looked at twice, because all that is there already may be more than memory should hold.
  const preview: Shown[] = [];
  const additions = new Map<string, Addition>();
  const wanted = new Set<string>();
  for (const batch of inBatches(entries, together)) {
    const steps = await plan(ctx, batch);
    preview.push(...steps.map((step) => shown(step)));
    for (const addition of steps.flatMap((step) => additionsFor(step, project.id))) add(additions, addition);
    for (const { id } of steps.flatMap(writtenFiles)) wanted.add(id);
  }
  const sizes = [...waiting].filter(([id]) => wanted.has(id)).map(([, { row }]) => row.size);
  const adding = [...additions.values(), ...fileAdditions(project.id, sizes)];
  if (dryRun) {
    await requireQuotas(ctx, adding);
    return encoded({ format, dryRun, entries: preview });
  }

  const changedIds = new Set<string>();
  try {
    const outcome = await withinQuotas(ctx, adding, async (inner) => {
      const done: Shown[] = [];
      const left = new Map(waiting);
      for (const batch of inBatches(entries, together)) {
        const { steps, created } = await transaction(inner, async (held) => {
          await requireProject(held, { id: project.id });
          const planned = await withFilesHeld(held, project.id, await plan(held, batch), left);
          return { steps: planned, created: await carryOut(held.db, project.id, planned) };
        });
        for (const { id } of steps.flatMap(writtenFiles)) left.delete(id);
        done.push(...steps.map((step) => shown(step, created)));
        for (const step of steps) if (step.result === "changed") changedIds.add(step.existing.id);
      }
      return done;
    });
    return await encoded({ format, dryRun, entries: outcome });
  } finally {
    await forgetMocks(project.id, ...changedIds);
  }
});

/** In turns with others: thousands of entries are megabytes. */
async function encoded(outcome: {
  format: ImportFormat;
  dryRun: boolean;
  entries: Shown[];
}): Promise<Answer> {
  const all = { ...outcome, ...counted(outcome.entries) };
  const body = await turns().run(encodedWithList(importMocks, all, "entries"), true);
  return new Answer(200, ["content-type", "application/json"], body);
}

/** In a transaction the mocks that are there already are locked, so that they stay as the plan finds them. */
async function planBatch(
  ctx: Ctx,
  projectId: string,
  entries: readonly CheckedEntry[],
  mode: "replace" | "keep",
): Promise<Step[]> {
  const wanted = entries.flatMap((entry) =>
    "mock" in entry ? [sql`(${entry.mock.method}, ${entry.mock.endpoint})`] : [],
  );
  const isWanted = sql`${mocks.projectId} = ${projectId}
    and (${mocks.method}, ${mocks.endpoint}) in (${sql.join(wanted, sql`, `)})`;
  const query = ctx.db.select().from(mocks).where(isWanted).orderBy(mocks.id);
  const lock = ctx.inTransaction ? "no key update" : undefined;
  const rows = wanted.length === 0 ? [] : await locking(query, lock);
  const existing = new Map(rows.map((row) => [placeOf(row), row]));
  return entries.map((entry) => planEntry(entry, existing, mode));
}

function additionsFor(step: Step, projectId: string): Addition[] {
  if (step.result === "created") return additionsOf(projectId, step.mock);
  if (step.result !== "changed") return [];
  return additionsOf(projectId, { ...step.existing, ...step.changes }, step.existing);
}

const writtenFiles = (step: Step) =>
  step.result === "created" || step.result === "changed" ? filesOf(step.mock) : [];

/**
 * Stores the files that these steps need, and keeps those that are there until the batch is written. What had a file that
 * somebody has deleted meanwhile is skipped.
 */
async function withFilesHeld(
  ctx: Ctx,
  projectId: string,
  steps: readonly Step[],
  waiting: ReadonlyMap<string, WaitingFile>,
): Promise<Step[]> {
  const ids = new Set(steps.flatMap(writtenFiles).map(({ id }) => id));
  const held = await holdFiles(ctx, projectId, { ids, waiting });
  return steps.map((step): Step => {
    if (writtenFiles(step).length === 0) return step;
    const entry = withoutFile(step.entry, (id) => held.has(id));
    return entry ? { entry, result: "skipped" } : step;
  });
}

/** One for each stock, because each is checked by itself. */
function add(sums: Map<string, Addition>, { adding = 1, ...addition }: Addition): void {
  const { adding: before = 0 } = sums.get(addition.name) ?? {};
  sums.set(addition.name, { ...addition, adding: before + adding });
}

/** @returns ids of the created mocks, by `placeOf` */
async function carryOut(
  db: Ctx["db"],
  projectId: string,
  steps: readonly Step[],
): Promise<Map<string, string>> {
  const created = steps.flatMap((step) => (step.result === "created" ? [step.mock] : []));
  const changed = steps.flatMap((step) => (step.result === "changed" ? [step] : []));
  if (changed.length > 0) await replaceRows(db, changed);
  if (created.length === 0) return new Map();
  const rows = await db
    .insert(mocks)
    .values(created.map((mock) => ({ id: uuidv7(), projectId, ...mock })))
    .onConflictDoNothing({ target: [mocks.projectId, mocks.method, mocks.endpoint] })
    .returning({ id: mocks.id, method: mocks.method, endpoint: mocks.endpoint });
  return new Map(rows.map((row) => [placeOf(row), row.id]));
}

/**
 * In one statement, because thousands of them would hold the embedded database's only connection. The rows are locked, so
 * the columns that do not change are written with their current values.
 */
async function replaceRows(
  db: Ctx["db"],
  changed: readonly { existing: MockRow; changes: Partial<NewMock> }[],
): Promise<void> {
  const { id, projectId: _, createdAt: __, updatedAt, ...replaced } = getTableColumns(mocks);
  const set = Object.fromEntries(
    Object.entries(replaced)
      .filter(([, { generated }]) => !generated)
      .map(([key, { name }]) => [key, sql`excluded.${sql.identifier(name)}`]),
  );
  await db
    .insert(mocks)
    .values(changed.map(({ existing, changes }) => ({ ...existing, ...changes })))
    .onConflictDoUpdate({ target: id, set: { ...set, updatedAt: laterThan(updatedAt, new Date()) } });
}

type Shown = ReturnType<typeof shown>;

/** @param created ids of what was created, by `placeOf`; left out as long as nothing was */
function shown(step: Step, created?: ReadonlyMap<string, string>) {
  const { source, notes } = step.entry;
  if (step.result === "skipped") {
    return { source, result: step.result, method: null, endpoint: null, mockId: null, notes };
  }
  const { method, endpoint } = step.mock;
  const place = { source, method, endpoint };
  if (step.result !== "created") return { ...place, result: step.result, mockId: step.existing.id, notes };
  const mockId = created?.get(placeOf(step.mock)) ?? null;
  if (!created || mockId) return { ...place, result: step.result, mockId, notes };
  return { ...place, result: "skipped" as const, mockId, notes: ["Somebody else has just made this mock."] };
}

function counted(entries: readonly Shown[]) {
  const counts = { created: 0, changed: 0, unchanged: 0, skipped: 0 };
  for (const { result } of entries) counts[result] += 1;
  return counts;
}
