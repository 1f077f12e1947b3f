import { eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { auditEntries } from "@/db/schema/audit";
import { apiKeys } from "@/db/schema/keys";
import { projects } from "@/db/schema/projects";
import { teams } from "@/db/schema/teams";
import type { Actor, Ctx } from "@/lib/operations/context";
import { bytesOf, type Change } from "./change-of";
import type { SubjectKind } from "./contract";
import { noteBytes } from "./team-share";

type Place = { teamId: string | null; projectId?: string | undefined };
export type Deed = {
  place: Place;
  operation: string;
  subject: { kind: SubjectKind; id: string | null; name: string };
  change: Change;
};
type Row = typeof auditEntries.$inferInsert;

/** Longer names of browsers say nothing more. */
const agentCharsMax = 300;
const nameCharsMax = 300;

/**
 * Writes who changed what, in the transaction of the change.
 * @returns false if it happened nowhere: its team is gone
 */
export async function recordChange(ctx: Ctx, { place, operation, subject, change }: Deed): Promise<boolean> {
  const teamId = place.teamId ?? (await findTeam(ctx, place));
  if (!teamId) return false;
  const bytes = bytesOf(change);
  await ctx.db.insert(auditEntries).values({
    id: uuidv7(),
    ...{ teamId, projectId: place.projectId ?? null, at: ctx.now() },
    ...actorOf(ctx.actor),
    clientAddress: ctx.clientAddress,
    userAgent: ctx.headers.get("user-agent")?.slice(0, agentCharsMax) ?? null,
    operation,
    ...{ subjectKind: subject.kind, subjectId: subject.id, subjectName: subject.name.slice(0, nameCharsMax) },
    ...{ ...change, bytes, requestId: ctx.requestId },
  });
  noteBytes(ctx, teamId, bytes);
  return true;
}

/** The team of a project; a person's own things belong to their personal team. */
async function findTeam({ actor, db }: Ctx, { projectId }: Place): Promise<string | undefined> {
  if (projectId !== undefined) {
    const [project] = await db
      .select({ teamId: projects.teamId })
      .from(projects)
      .where(eq(projects.id, projectId));
    return project?.teamId;
  }
  if (actor.kind !== "user") return undefined;
  const [team] = await db
    .select({ id: teams.id })
    .from(teams)
    .where(eq(teams.personalOwnerId, actor.user.id));
  return team?.id;
}

function actorOf(actor: Actor): Pick<Row, "actorKind" | "actorId"> & { actorName: Row["actorName"] } {
  if (actor.kind === "user")
    return { actorKind: "person", actorId: actor.user.id, actorName: actor.user.name };
  if (actor.kind === "anonymous") return { actorKind: "link", actorId: null, actorName: "a mailed link" };
  const { id } = actor.key;
  const name = sql<string>`coalesce((select ${apiKeys.name} from ${apiKeys} where ${apiKeys.id} = ${id}), 'API key')`;
  return { actorKind: "key", actorId: id, actorName: name as unknown as string };
}
