import { and, eq, isNull, ne, or } from "drizzle-orm";
import { releaseDeliveries, releaseEmailRetries } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { type EmailStatus, notConfigured } from "@/lib/auth/emails/contract";
import { implement } from "@/lib/operations/implement";
import { byText, listOf, type RowOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { env } from "@/lib/platform/env/env";
import { requireRelease } from "../notes/require-release";
import { listReleaseEmails } from "./contract";
import { draftMark } from "./deliver";

const { id, recipient, state, detail, updatedAt } = releaseDeliveries;
const columns = { id, recipient, state, detail, updatedAt };

const list = listOf({
  from: releaseDeliveries,
  columns,
  always: ["state", "detail", "updatedAt"],
  id,
  searched: [recipient],
  sorts: { recipient: byText(recipient) },
});

export const handleListReleaseEmails = implement(listReleaseEmails, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  const { delivered, ...asked } = await input.fields();
  const { releaseId, revision, channel } = releaseDeliveries;
  const where = and(
    and(eq(releaseId, release.id), eq(revision, release.revision), eq(channel, "email")),
    // Recipients of the draft get the published release too.
    release.status === "published" ? or(isNull(detail), ne(detail, draftMark)) : undefined,
    delivered === undefined ? undefined : delivered ? eq(state, "sent") : ne(state, "sent"),
  );
  const [retry] = await ctx.db
    .select({ attempts: releaseEmailRetries.attempts, dueAt: releaseEmailRetries.dueAt })
    .from(releaseEmailRetries)
    .where(
      and(
        eq(releaseEmailRetries.releaseId, release.id),
        eq(releaseEmailRetries.revision, release.revision),
        eq(releaseEmailRetries.status, release.status),
      ),
    );
  return readPage(ctx.db, list, { ...asked, where }, (rows) =>
    rows.map(({ id, recipient, ...row }) => ({ id, recipient, emailStatus: statusOf(row, retry) })),
  );
});

type Row = Pick<RowOf<typeof columns>, "state" | "detail" | "updatedAt">;
type Retry = { attempts: number; dueAt: Date };

function statusOf({ state, detail, updatedAt }: Row, retry: Retry | undefined): EmailStatus {
  const attempts = retry?.attempts ?? 1;
  const none = { error: null, attempts, nextAttemptAt: null, sentAt: null };
  if (state === "sent") {
    const isKept = env().mail.service === "outbox";
    return isKept ? notConfigured : { ...none, state, sentAt: updatedAt.toISOString() };
  }
  if (state === "sending" && detail === null) return { ...none, state: "queued" };
  if (state === "failed" && retry) {
    return { ...none, state: "queued", error: detail, nextAttemptAt: retry.dueAt.toISOString() };
  }
  // Fieldkit doesn't send an email again that may have arrived.
  return { ...none, state: "failed", error: detail };
}
