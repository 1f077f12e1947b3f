import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { ProjectRow } from "@/lib/auth/access";
import { readRole } from "@/lib/auth/known-projects";
import type { Ctx } from "@/lib/operations/context";
import { invalid } from "@/lib/operations/read-body";
import { withTags } from "@/lib/operations/with-tags";
import { ownerProblem } from "./contract";

/**
 * Who looks after a flag has to belong to the team when they are chosen; who has left since may stay.
 * @param current the owner that the flag has
 * @throws {AppError} `invalid_request`
 */
export async function requireOwner(
  { db }: Ctx,
  { teamId }: Pick<ProjectRow, "teamId">,
  ownerId: string | null | undefined,
  current: string | null = null,
): Promise<void> {
  if (ownerId === undefined || ownerId === null || ownerId === current) return;
  if (await readRole(db, teamId, ownerId)) return;
  throw invalid([{ path: "ownerId", message: ownerProblem }]);
}

type Described = { tags: PgColumn; ownerId: PgColumn; description: PgColumn };
type Filters = { tag?: readonly string[] | undefined; owner?: string | undefined };

/** The flags that a list's filters leave. */
export const describedAs = (
  { actor }: Pick<Ctx, "actor">,
  { tags, ownerId }: Described,
  { tag, owner }: Filters,
): SQL | undefined =>
  and(tag && withTags(tags, tag), owner === undefined ? undefined : ownedBy(actor, ownerId, owner));

function ownedBy(actor: Ctx["actor"], ownerId: PgColumn, owner: string): SQL {
  if (owner === "none") return isNull(ownerId);
  if (owner !== "me") return eq(ownerId, owner);
  return actor.kind === "user" ? eq(ownerId, actor.user.id) : sql`false`;
}

/** What lists of flags are searched in besides name and key. */
export const searchedWords = ({ description, tags }: Described) => [
  sql`coalesce(${description}, '')`,
  sql`array_to_string(${tags}, ' ')`,
];
