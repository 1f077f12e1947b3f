import { eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Db } from "@/db/client";
import { auditEntries } from "@/db/schema/audit";
import { apiKeys } from "@/db/schema/keys";
import { projects } from "@/db/schema/projects";
import { teams } from "@/db/schema/teams";
import type { Actor, Ctx } from "@/lib/operations/context";
import { bytesOf, type Change } from "./change-of";
import type { SubjectKind } from "./contract";
import { noteBytes, type Wrote } from "./team-share";

type Place = { teamId: string | null; projectId?: string | undefined };
export type Deed = {
  operation: string;
  subject: { kind: SubjectKind; id: string | null; name: string };
  change: Change;
  scheduledChangeId?: string | undefined;
};
type Row = typeof auditEntries.$inferInsert;

/** Who did something, when and from where, as entries say it. */
export type Doer = Pick<Row, "actorKind" | "actorId" | "at"> & {
  actorName: Row["actorName"];
  clientAddress: string | null;
  userAgent: string | null;
  requestId: string | null;
};

/** Longer names of browsers say nothing more. */
const agentCharsMax = 300;
const nameCharsMax = 300;
/** Rows of one statement. */
const togetherMax = 500;

/**
 * Writes who changed what, in the transaction of the change.
 * @param ownerId whose account it is, if the caller is not signed in
 * @param alsoIn ids of other teams that get an entry
 * @returns false if it happened nowhere: its team is gone
 */
export async function recordChange(
  ctx: Ctx,
  {
    place,
    ownerId,
    alsoIn = [],
    ...deed
  }: Deed & { place: Place; ownerId?: string | undefined; alsoIn?: readonly string[] | undefined },
): Promise<boolean> {
  const teamId = place.teamId ?? (await findTeam(ctx, place, ownerId));
  if (!teamId) return false;
  const { projectId } = place;
  const deeds = [{ ...deed, teamId, projectId }, ...alsoIn.map((other) => ({ ...deed, teamId: other }))];
  const doer = deed.scheduledChangeId === undefined ? doerOf(ctx) : { ...doerOf(ctx), ...nobodyCalls };
  await recordDeeds(ctx, doer, deeds);
  return true;
}

/** Writes what somebody did in some teams. */
export async function recordDeeds(
  wrote: Wrote & { db: Db },
  doer: Doer,
  deeds: readonly (Deed & { teamId: string; projectId?: string | undefined })[],
): Promise<void> {
  const rows = deeds.map(({ teamId, projectId = null, operation, subject, change, scheduledChangeId }) => ({
    id: uuidv7(),
    ...{ teamId, projectId, ...doer, operation, scheduledChangeId },
    ...{ subjectKind: subject.kind, subjectId: subject.id, subjectName: subject.name.slice(0, nameCharsMax) },
    ...{ ...change, bytes: bytesOf(change) },
  }));
  for (let done = 0; done < rows.length; done += togetherMax) {
    await wrote.db.insert(auditEntries).values(rows.slice(done, done + togetherMax));
  }
  for (const { teamId, bytes } of rows) noteBytes(wrote, teamId, bytes);
}

/** The team of a project; a person's own things belong to their personal team. */
async function findTeam(
  { actor, db }: Ctx,
  { projectId }: Place,
  ownerId: string | undefined,
): Promise<string | undefined> {
  if (projectId !== undefined) {
    const [project] = await db
      .select({ teamId: projects.teamId })
      .from(projects)
      .where(eq(projects.id, projectId));
    return project?.teamId;
  }
  const personId = ownerId ?? (actor.kind === "user" ? actor.user.id : undefined);
  return personId === undefined ? undefined : personalTeamOf(db, personId);
}

/** Where the entries about somebody's account are. */
export async function personalTeamOf(db: Db, userId: string): Promise<string | undefined> {
  const [team] = await db.select({ id: teams.id }).from(teams).where(eq(teams.personalOwnerId, userId));
  return team?.id;
}

/** The caller of a request, for entries. */
export function doerOf(ctx: Ctx): Doer {
  return {
    ...actorOf(ctx.actor),
    at: ctx.now(),
    clientAddress: ctx.clientAddress,
    userAgent: ctx.headers.get("user-agent")?.slice(0, agentCharsMax) ?? null,
    requestId: ctx.requestId,
  };
}

/** Of what is done without a request. */
const nobodyCalls = { clientAddress: null, userAgent: null, requestId: null };

/** Whoever uses the commands of the installation. */
export const operator = (): Doer => ({
  ...{ actorKind: "operator", actorId: null, actorName: "the operator", at: new Date() },
  ...nobodyCalls,
});

function actorOf(actor: Actor): Pick<Doer, "actorKind" | "actorId" | "actorName"> {
  if (actor.kind === "user")
    return { actorKind: "person", actorId: actor.user.id, actorName: actor.user.name };
  if (actor.kind === "anonymous") return { actorKind: "link", actorId: null, actorName: "a mailed link" };
  const { id } = actor.key;
  const name = sql<string>`coalesce((select ${apiKeys.name} from ${apiKeys} where ${apiKeys.id} = ${id}), 'API key')`;
  return { actorKind: "key", actorId: id, actorName: name as unknown as string };
}
