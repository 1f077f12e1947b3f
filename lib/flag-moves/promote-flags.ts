import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { requireConfirmed } from "@/lib/environments/require-confirmed";
import { transaction } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { type Addition, requireQuotas, withinQuotas } from "@/lib/operations/quota";
import { noteTrail } from "@/lib/operations/trail";
import { promoteFlags, promotionResults } from "./contract";
import { toSettings } from "./differences";
import { type Plan, type PlannedFlag, planPromotion } from "./plan-promotion";
import { selectTwo, type TwoEnvironments } from "./two-environments";
import { notePromotion, writePromotion } from "./write-promotion";

export const handlePromoteFlags = implement(promoteFlags, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const { from, to, keys, dryRun, expected } = await input.fields();
  const two = await selectTwo(ctx.db, project.id, { from, to });
  // Its entries are written here, one for each flag.
  noteTrail(ctx, { unchanged: true });
  const plan = await planPromotion(ctx.db, two, keys, { locks: false });
  if (expected !== undefined && expected !== plan.version) throw changedSince();
  const additions = additionsOf(project.id, two, plan);
  if (dryRun) {
    await requireQuotas(ctx, additions);
    return shown(plan, true);
  }
  requireConfirmed(ctx, [two.to]);
  // Quotas lock their owners, which comes before any lock of a flag.
  await withinQuotas(ctx, additions, (near) =>
    transaction(near, async (inner) => {
      const { version, flags: planned } = await planPromotion(inner.db, two, keys, { locks: true });
      if (version !== plan.version) throw changedSince();
      const written = await writePromotion(inner, two, planned);
      if (written.length < countOf(plan, "created") + countOf(plan, "updated")) throw changedSince();
      await notePromotion(inner, project, two, { planned, written });
    }),
  );
  ctx.after(() => forgetFlags(project.id));
  return shown(plan, false);
});

const changedSince = () =>
  new AppError(
    "changed",
    "Some of these flags were changed meanwhile, and nothing was written. Look at a new preview, and send its version as `expected`.",
  );

const countOf = ({ flags }: Plan, wanted: PlannedFlag["result"]) =>
  flags.filter(({ result }) => result === wanted).length;

function additionsOf(projectId: string, { to }: TwoEnvironments, plan: Plan): Addition[] {
  const written = plan.flags.filter(({ result }) => result === "created" || result === "updated");
  const bytes = written.map(({ from, to: before }) => bytesOf(from) - bytesOf(before));
  return [
    // The project first, as whoever creates a flag does.
    { name: "flagValueBytes", ownerId: projectId, adding: bytes.reduce((sum, added) => sum + added, 0) },
    { name: "flags", ownerId: to.id, adding: countOf(plan, "created") },
  ];
}

const bytesOf = (flag: PlannedFlag["from"]) => (flag ? flag.valueBytes + flag.schemaBytes : 0);

/** What is written and what would be look the same. */
function shown(plan: Plan, dryRun: boolean) {
  const counts = Object.fromEntries(promotionResults.map((result) => [result, countOf(plan, result)]));
  return {
    dryRun,
    ...(counts as Record<PlannedFlag["result"], number>),
    version: plan.version,
    flags: plan.flags.map(({ from, to, ...row }) => {
      const after = from && row.result !== "refused" ? { ...from, salt: (to ?? from).salt } : undefined;
      return { ...row, before: to ? toSettings(to) : null, after: after ? toSettings(after) : null };
    }),
  };
}
