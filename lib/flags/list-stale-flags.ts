import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { requireProject } from "@/lib/auth/access";
import { readEnvironments } from "@/lib/environments/require-environment";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { listStaleFlags, type StaleFlag } from "./contract";
import { staleRows } from "./stale-rows";

type Stale = z.output<typeof StaleFlag>;
type Place = { id: string; environmentId: string | null };

const since = sql<string>`stale.since`;
const name = sql<string>`stale.name`;
const key = sql<string>`stale.key`;
const evaluatedAt = sql<string | null>`stale.evaluated_at`;
const reason = sql<Stale["reason"]>`stale.reason`;

const columns = {
  id: sql<string>`stale.id`,
  kind: sql<Stale["kind"]>`stale.kind`,
  key,
  name,
  groupId: sql<string | null>`stale.group_id`,
  groupName: sql<string | null>`stale.group_name`,
  flags: sql<Place[]>`stale.flags`,
  reason,
  since,
  lastEvaluatedAt: evaluatedAt,
};

export const handleListStaleFlags = implement(listStaleFlags, async (ctx, input) => {
  const { id: projectId } = await requireProject(ctx, { referenceId: input.projectId });
  const { reason: wanted, ...asked } = await input.fields();
  const list = listOf({
    from: staleRows(projectId, ctx.now()),
    columns,
    always: ["reason", "since"],
    id: columns.id,
    idKind: "text",
    searched: [name, key],
    sorts: { since: byTime(since), name: byText(name), key: byText(key) },
  });
  const where = and(wanted && eq(reason, wanted));
  const environments = await readEnvironments(ctx.db, projectId);
  const keys = new Map(environments.map((each) => [each.id, each.key]));
  return readPage(ctx.db, list, { ...asked, where }, (rows) =>
    rows.map(({ flags, since: at, lastEvaluatedAt, ...row }) => ({
      ...row,
      flags: (flags ?? []).map(({ id, environmentId }) => ({
        id,
        environmentKey: environmentId === null ? null : (keys.get(environmentId) ?? null),
      })),
      since: new Date(at).toISOString(),
      lastEvaluatedAt: lastEvaluatedAt ? new Date(lastEvaluatedAt).toISOString() : null,
      message: messageOf(row.reason, new Date(at)),
    })),
  );
});

/** The reason in words, and what to do. */
function messageOf(why: Stale["reason"], at: Date): string {
  const day = at.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  return why === "not_evaluated"
    ? `Nobody has asked for it since ${day}. Take what is left of it out of the code, then delete the flag.`
    : `Everybody has had the same of it since ${day}. Take the check out of the code and keep what is on, then delete the flag.`;
}
