import { and, eq, isNotNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import { orFirst } from "@/db/schema/columns";
import { releaseRecipients } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { withIsoTimes } from "@/lib/operations/present";
import { readPage } from "@/lib/operations/read-page";
import { noteBefore } from "@/lib/operations/trail";
import { listReleaseSubscribers, removeReleaseSubscriber } from "./contract";

const { id, address, state, subscribedAt, projectId } = releaseRecipients;

const list = listOf({
  from: releaseRecipients,
  columns: { id, email: address, subscribedAt },
  id,
  searched: [address],
  sorts: { subscribedAt: byTime(orFirst(subscribedAt)), email: byText(address) },
});

/** Whoever ends the e-mails keeps the day of the subscription, and is subscribed again by saying so. */
export const isSubscribed = (project: string) =>
  and(eq(projectId, project), isNotNull(subscribedAt), eq(state, "confirmed"));

export const handleListReleaseSubscribers = implement(listReleaseSubscribers, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const asked = await input.fields();
  return readPage(ctx.db, list, { ...asked, where: isSubscribed(project.id) }, (rows) =>
    // Those who have not subscribed are left out.
    rows.map((row) => withIsoTimes({ ...row, subscribedAt: row.subscribedAt as Date })),
  );
});

export const handleRemoveReleaseSubscriber = implement(removeReleaseSubscriber, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId }, { role: "admin" });
  if (!isGuid(input.subscriberId)) throw notFound("Subscriber");
  const [row] = await ctx.db
    .delete(releaseRecipients)
    .where(and(isSubscribed(project.id), eq(id, input.subscriberId)))
    .returning({ email: address });
  if (!row) throw notFound("Subscriber");
  noteBefore(ctx, row);
  return { success: true as const };
});

/** The addresses of a project's subscribers, the oldest subscription first. */
export async function subscribersOf(db: Db, project: string): Promise<string[]> {
  const rows = await db
    .select({ address })
    .from(releaseRecipients)
    .where(isSubscribed(project))
    .orderBy(subscribedAt, address);
  return rows.map((row) => row.address);
}

export const countSubscribers = (db: Db, project: string): Promise<number> =>
  db.$count(releaseRecipients, isSubscribed(project));
