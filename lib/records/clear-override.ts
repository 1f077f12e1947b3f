import { overrides } from "@/db/schema/flags";
import { requireConfirmed } from "@/lib/environments/require-confirmed";
import { selectEnvironment } from "@/lib/environments/require-environment";
import { implement } from "@/lib/operations/implement";
import { clearOverride } from "./contract";
import { forgetRecord } from "./forget-record";
import { holdOverridden } from "./hold-overridden";
import { noteOverride } from "./note-override";
import { isPlace } from "./override-place";

export const handleClearOverride = implement(clearOverride, async (ctx, input) => {
  const { group, record, flag } = await holdOverridden(ctx, input);
  const { env } = await input.fields();
  const environment = await selectEnvironment(ctx.db, group.projectId, env);
  requireConfirmed(ctx, [environment]);
  const [cleared] = await ctx.db
    .delete(overrides)
    .where(isPlace({ recordId: record.id, groupFlagId: flag.id, environmentId: environment.id }))
    .returning();
  noteOverride(ctx, { before: cleared, after: undefined }, { record, flag, environment });
  ctx.after(() => forgetRecord(record.id));
  return { success: true as const };
});
