import { and, eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Db } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { releaseEvents, releaseWebhookDeliveries, releaseWebhooks } from "@/db/schema/release-webhooks";
import { releaseSettings, releases } from "@/db/schema/releases";
import { teams } from "@/db/schema/teams";
import type { Ctx } from "@/lib/operations/context";
import { planned } from "@/lib/platform/deliveries/delivery-queue";
import { deliveredWithinMs } from "@/lib/platform/deliveries/outcome";
import { changelogUrl } from "../changelog/address";
import { releaseColumns } from "../notes/release-columns";
import type { ReleaseRow } from "../notes/to-release";
import { boundEvents } from "./bound-events";
import type { ReleaseEvent } from "./contract";
import { type EventFacts, eventBody } from "./event-body";
import { beginReleaseDeliveries } from "./worker";

/**
 * Plans that a project's webhooks are told what happened to a release, in the transaction in which it happens: there is
 * no such change without its event, and no event of a change that was taken back.
 */
export async function noteReleaseEvent(ctx: Ctx, type: ReleaseEvent, release: ReleaseRow): Promise<void> {
  const { projectId } = release;
  const webhooks = await ctx.db
    .select({
      id: releaseWebhooks.id,
      events: releaseWebhooks.events,
      at: planned.at.mapWith(releaseEvents.createdAt),
    })
    .from(releaseWebhooks)
    .where(and(eq(releaseWebhooks.projectId, projectId), eq(releaseWebhooks.enabled, true)))
    // Who deletes one waits, so that every delivery has its webhook.
    .for("key share");
  const subscribed = webhooks.filter(({ events }) => events.includes(type));
  const [first] = subscribed;
  if (!first) return;
  // The database's time, read while the release is locked: it orders the events of a release for all processes.
  const { at } = first;
  const body = eventBody({ type, at, release, ...(await surroundingsOf(ctx.db, release)) });
  const eventId = uuidv7();
  const event = { id: eventId, projectId, body, bytes: Buffer.byteLength(body), createdAt: at };
  await ctx.db.insert(releaseEvents).values(event);
  await ctx.db.insert(releaseWebhookDeliveries).values(
    subscribed.map(({ id }) => ({
      ...{ id: uuidv7(), webhookId: id, projectId, eventId, type },
      ...{ releaseId: release.id, title: release.title, state: "pending" as const, tries: 0, roundTries: 0 },
      ...{ dueAt: at, deadlineAt: new Date(at.getTime() + deliveredWithinMs), createdAt: at },
    })),
  );
  await boundEvents(ctx.db, projectId, at);
  ctx.after(() => beginReleaseDeliveries());
}

/** What an event says of a release's surroundings. */
export async function surroundingsOf(
  db: Db,
  { id, projectId, status }: Pick<ReleaseRow, "id" | "projectId" | "status">,
): Promise<Pick<EventFacts, "url" | "project" | "team">> {
  const [row] = await db
    .select({
      project: { id: projects.id, name: projects.name, slug: projects.slug },
      team: { id: teams.id, name: teams.name, slug: teams.slug },
      changelog: sql<boolean>`coalesce(${releaseSettings.changelog}, false)`,
    })
    .from(projects)
    .innerJoin(teams, eq(teams.id, projects.teamId))
    .leftJoin(releaseSettings, eq(releaseSettings.projectId, projects.id))
    .where(eq(projects.id, projectId));
  if (!row) throw new Error("a release has a project, and that a team");
  const { project, team, changelog } = row;
  const isRead = changelog && status === "published";
  return { project, team, url: isRead ? changelogUrl({ team: team.slug, project: project.slug }, id) : null };
}

/** For a release that was deleted, and is put back: whoever was told that it is gone hears that it is there again. */
export async function noteReturned(ctx: Ctx, releaseId: string): Promise<void> {
  const [release] = await ctx.db.select(releaseColumns).from(releases).where(eq(releases.id, releaseId));
  if (release?.status === "published") await noteReleaseEvent(ctx, "release.published", release);
}
