import { and, eq } from "drizzle-orm";
import { flagGroups, groupFlags } from "@/db/schema/flags";
import type { Ctx } from "@/lib/operations/context";
import { notFound, taken } from "@/lib/operations/errors";
import { isKsuid } from "@/lib/operations/ids";

export type GroupRow = typeof flagGroups.$inferSelect;
export type GroupFlagRow = typeof groupFlags.$inferSelect;

/**
 * The group, when it is the project's.
 * @throws {AppError} `not_found`
 */
export async function requireGroup(ctx: Ctx, projectId: string, id: string): Promise<GroupRow> {
  const [group] = isKsuid(id)
    ? await ctx.db
        .select()
        .from(flagGroups)
        .where(and(eq(flagGroups.id, id), eq(flagGroups.projectId, projectId)))
    : [];
  if (!group) throw notFound("Group");
  return group;
}

/**
 * The flag, when it is the group's.
 * @throws {AppError} `not_found`
 */
export async function requireGroupFlag(ctx: Ctx, groupId: string, id: string): Promise<GroupFlagRow> {
  const [flag] = isKsuid(id)
    ? await ctx.db
        .select()
        .from(groupFlags)
        .where(and(eq(groupFlags.id, id), eq(groupFlags.groupId, groupId)))
    : [];
  if (!flag) throw notFound("Flag");
  return flag;
}

export const groupKeyTaken = (key: string) =>
  taken("key", `A group with the key ${key} exists in this project already`);
export const prefixTaken = (prefix: string) =>
  taken("prefix", `A group with the prefix ${prefix} exists in this project already`);
export const groupFlagTaken = (key: string) =>
  taken("key", `A flag with the key ${key} exists in this group already`);
