import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { flagSchedules, scheduledChanges } from "@/db/schema/flag-schedules";
import { requireProject } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { byTime, listOf } from "@/lib/operations/list-sql";
import { type ListInput, readPage } from "@/lib/operations/read-page";
import { listFlagSchedules, listGroupFlagSchedules, listSchedules } from "./contract";
import { globalPlace, groupPlace, schedulesOf } from "./flag-place";
import { withSteps } from "./to-schedule";

const columns = getTableColumns(flagSchedules);
const list = listOf({
  from: flagSchedules,
  columns,
  // An answer's fields come from several columns, and there are few.
  always: Object.keys(columns),
  id: flagSchedules.id,
  searched: [flagSchedules.actorName],
  sorts: { createdAt: byTime(flagSchedules.createdAt) },
});

export const handleListFlagSchedules = implement(listFlagSchedules, async (ctx, input) => {
  const place = await globalPlace(ctx, input);
  return readSchedules(ctx, schedulesOf(place), await input.fields());
});

export const handleListSchedules = implement(listSchedules, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  return readSchedules(ctx, eq(flagSchedules.projectId, project.id), await input.fields());
});

export const handleListGroupFlagSchedules = implement(listGroupFlagSchedules, async (ctx, input) => {
  const place = await groupPlace(ctx, input);
  return readSchedules(ctx, schedulesOf(place), await input.fields());
});

type Asked = ListInput & { state?: "pending" | "ended" | undefined };

function readSchedules(ctx: Ctx, which: SQL | undefined, { state, ...asked }: Asked) {
  const where = and(which, state && inState[state]);
  return readPage(ctx.db, list, { ...asked, where }, (rows) => withSteps(ctx.db, rows));
}

const hasPending = sql`exists (select from ${scheduledChanges} where ${scheduledChanges.scheduleId} = ${flagSchedules.id} and ${scheduledChanges.state} = 'pending')`;
const inState: Record<"pending" | "ended", SQL> = { pending: hasPending, ended: sql`not ${hasPending}` };
