import { and, eq, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { flagSchedules } from "@/db/schema/flag-schedules";
import { flags, groupFlags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { requireAllConfirmed, requireConfirmed } from "@/lib/environments/require-confirmed";
import { requireFlag } from "@/lib/flags/require-flag";
import { requireGroup, requireGroupFlag } from "@/lib/groups/require-group";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { isKsuid } from "@/lib/operations/ids";

/** A flag that has schedules: a global one, or one of a group. */
export type FlagPlace = { projectId: string; flagId: string | null; groupFlagId: string | null };
export type NamedPlace = FlagPlace & { name: string };
export type ScheduleRow = typeof flagSchedules.$inferSelect;

/** @throws {AppError} if the caller may not, or there is no such flag */
export async function globalPlace(
  ctx: Ctx,
  input: { projectId: string; flagId: string },
): Promise<NamedPlace> {
  const { id: projectId } = await requireProject(ctx, { referenceId: input.projectId });
  const { flag } = await requireFlag(ctx, projectId, input.flagId);
  return { projectId, flagId: flag.id, groupFlagId: null, name: flag.name };
}

/** The same for a flag of a group. */
export async function groupPlace(
  ctx: Ctx,
  input: { projectId: string; groupId: string; groupFlagId: string },
): Promise<NamedPlace> {
  const { id: projectId } = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(
    ctx,
    projectId,
    input.groupId,
    ctx.inTransaction ? "key share" : undefined,
  );
  const flag = await requireGroupFlag(ctx, group.id, input.groupFlagId);
  return { projectId, flagId: null, groupFlagId: flag.id, name: flag.name };
}

/**
 * As before a change of the flag itself, which nobody is asked about once its time has come.
 * @throws {AppError} `confirmation_required`
 */
export async function requirePlaceConfirmed(ctx: Ctx, { projectId, flagId }: FlagPlace): Promise<void> {
  if (flagId === null) return requireAllConfirmed(ctx, projectId);
  requireConfirmed(ctx, [(await requireFlag(ctx, projectId, flagId)).environment]);
}

/** The schedules of a flag. */
export const schedulesOf = ({ projectId, flagId, groupFlagId }: FlagPlace): SQL | undefined =>
  groupFlagId === null
    ? and(eq(flagSchedules.projectId, projectId), eq(flagSchedules.flagId, flagId ?? ""))
    : eq(flagSchedules.groupFlagId, groupFlagId);

/** @throws {AppError} `not_found` */
export async function requireSchedule({ db }: Ctx, place: FlagPlace, id: string): Promise<ScheduleRow> {
  const [found] = isKsuid(id)
    ? await db
        .select()
        .from(flagSchedules)
        .where(and(schedulesOf(place), eq(flagSchedules.id, id)))
    : [];
  if (!found) throw notFound("Schedule");
  return found;
}

/**
 * Takes the flag's own lock, as a change of it does. Whoever plans, cancels or does its changes holds this, so that they
 * come one after the other, and what is done in it is done in order.
 * @param skips does not wait for others
 * @returns whether it is held; false too if there is no such flag
 */
export async function holdFlag(db: Db, place: FlagPlace, skips = false): Promise<boolean> {
  const { projectId, flagId, groupFlagId } = place;
  const how = skips ? { skipLocked: true as const } : {};
  const held =
    groupFlagId === null
      ? await db
          .select({ id: flags.id })
          .from(flags)
          .where(and(eq(flags.projectId, projectId), eq(flags.id, flagId ?? "")))
          .for("no key update", how)
      : await db
          .select({ id: groupFlags.id })
          .from(groupFlags)
          .where(eq(groupFlags.id, groupFlagId))
          .for("no key update", how);
  return held.length > 0;
}
