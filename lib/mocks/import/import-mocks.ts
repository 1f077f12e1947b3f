import { getTableColumns, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { laterThan } from "@/db/schema/columns";
import { mocks } from "@/db/schema/mocks";
import { requireProject } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { type Addition, withinQuotas } from "@/lib/operations/quota";
import { invalid } from "@/lib/operations/read-body";
import { noteTrail } from "@/lib/operations/trail";
import { runInWorker } from "@/lib/platform/workers/run-in-worker";
import { WorkerError } from "@/lib/platform/workers/worker-error";
import { additionsOf } from "../quota-additions";
import { forgetMocks } from "../served-mocks";
import type { MockRow } from "../to-mock";
import { importMocks } from "./contract";
import { type CheckedEntry, type ConversionInput, convertProgram, type NewMock } from "./convert-program";
import { placeOf, planEntry, type Step } from "./plan";

/** Entries that are looked up and written together: a statement has a bound of parameters and of time. */
const batchMax = 100;

/** Repeating it does what is left, so that a batch that fails undoes none before it. */
export const handleImportMocks = implement(importMocks, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const { file, format: wanted, existing, dryRun: dry } = await input.fields();
  const { format, entries } = await converted({ text: await file.text(), format: wanted }, project.id);
  const dryRun = dry === "true";
  noteTrail(ctx, { subject: { name: file.name || format }, unchanged: dryRun });
  const plan = (inner: Ctx, batch: readonly CheckedEntry[]) => planBatch(inner, project.id, batch, existing);

  // Looked at twice, because all that is there already may be more than memory should hold.
  const preview: Shown[] = [];
  const additions = new Map<string, Addition>();
  for (const batch of batches(entries)) {
    const steps = await plan(ctx, batch);
    preview.push(...steps.map((step) => shown(step)));
    for (const addition of steps.flatMap((step) => additionsFor(step, project.id))) add(additions, addition);
  }
  if (dryRun) return { format, dryRun, ...counted(preview), entries: preview };

  const outcome: Shown[] = [];
  const changedIds: string[] = [];
  try {
    await withinQuotas(ctx, [...additions.values()], async (inner) => {
      for (const batch of batches(entries)) {
        const steps = await plan(inner, batch);
        const created = await carryOut(inner.db, project.id, steps);
        outcome.push(...steps.map((step) => shown(step, created)));
        for (const step of steps) if (step.result === "changed") changedIds.push(step.existing.id);
      }
    });
  } finally {
    await forgetMocks(project.id, ...changedIds);
  }
  return { format, dryRun, ...counted(outcome), entries: outcome };
});

/** @throws {AppError} `invalid_request` for a document that can't be read, `unavailable` when too many wait */
async function converted(input: ConversionInput, projectId: string) {
  try {
    const output = await runInWorker(convertProgram, input, { key: projectId });
    if ("problem" in output) throw invalid([{ path: "file", message: output.problem }]);
    return output;
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error;
    if (error.reason === "deadline" || error.reason === "memory") {
      throw invalid([{ path: "file", message: "takes too long to read; import parts of it" }]);
    }
    throw new AppError("unavailable", "Too many documents are being read. Try again in a moment.", {
      headers: { "retry-after": "2" },
      cause: error,
    });
  }
}

function* batches(entries: readonly CheckedEntry[]) {
  for (let at = 0; at < entries.length; at += batchMax) yield entries.slice(at, at + batchMax);
}

async function planBatch(
  ctx: Ctx,
  projectId: string,
  entries: readonly CheckedEntry[],
  mode: "replace" | "keep",
): Promise<Step[]> {
  const wanted = entries.flatMap((entry) =>
    "mock" in entry ? [sql`(${entry.mock.method}, ${entry.mock.endpoint})`] : [],
  );
  const rows =
    wanted.length === 0
      ? []
      : await ctx.db
          .select()
          .from(mocks)
          .where(
            sql`${mocks.projectId} = ${projectId} and (${mocks.method}, ${mocks.endpoint}) in (${sql.join(wanted, sql`, `)})`,
          );
  const existing = new Map(rows.map((row) => [placeOf(row), row]));
  return entries.map((entry) => planEntry(entry, existing, mode));
}

function additionsFor(step: Step, projectId: string): Addition[] {
  if (step.result === "created") return additionsOf(projectId, step.mock);
  if (step.result !== "changed") return [];
  return additionsOf(projectId, { ...step.existing, ...step.changes }, step.existing);
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

/** In one statement, because thousands of them would hold the embedded database's only connection. */
async function replaceRows(
  db: Ctx["db"],
  changed: readonly { existing: MockRow; changes: Partial<NewMock> }[],
): Promise<void> {
  const { id, projectId: _, createdAt: __, updatedAt, ...replaced } = getTableColumns(mocks);
  const set = Object.fromEntries(
    Object.entries(replaced).map(([key, { name }]) => [key, sql`excluded.${sql.identifier(name)}`]),
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
