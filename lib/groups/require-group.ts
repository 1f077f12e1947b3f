import { and, eq } from "drizzle-orm";
import { flagGroups, groupFlags } from "@/db/schema/flags";
import type { Ctx } from "@/lib/operations/context";
import { notFound, taken } from "@/lib/operations/errors";
import { isKsuid } from "@/lib/operations/ids";
import { type Lock, locking } from "@/lib/operations/lock";

export type GroupRow = typeof flagGroups.$inferSelect;
export type GroupFlagRow = typeof groupFlags.$inferSelect;

/**
 * The group, when it is the project's.
 * @throws {AppError} `not_found`
 */
export async function requireGroup(
  { db }: Ctx,
  projectId: string,
  id: string,
  lock?: Lock,
): Promise<GroupRow> {
  const isIt = and(eq(flagGroups.id, id), eq(flagGroups.projectId, projectId));
  const [group] = isKsuid(id) ? await locking(db.select().from(flagGroups).where(isIt), lock) : [];
  if (!group) throw notFound("Group");
  return group;
}

/**
 * The flag, when it is the group's.
 * @throws {AppError} `not_found`
 */
export async function requireGroupFlag(
  { db }: Ctx,
  groupId: string,
  id: string,
  lock?: Lock,
): Promise<GroupFlagRow> {
  const isIt = and(eq(groupFlags.id, id), eq(groupFlags.groupId, groupId));
  const [flag] = isKsuid(id) ? await locking(db.select().from(groupFlags).where(isIt), lock) : [];
  if (!flag) throw notFound("Flag");
  return flag;
}

export const groupKeyTaken = (key: string) =>
  taken("key", `A group with the key ${key} exists in this project already`);
export const prefixTaken = (prefix: string) =>
  taken("prefix", `A group with the prefix ${prefix} exists in this project already`);
export const groupFlagTaken = (key: string) =>
  taken("key", `A flag with the key ${key} exists in this group already`);
