import { changeOf } from "@/lib/audit/change-of";
import { recordChange } from "@/lib/audit/record-change";
import { leavesTrail, subjectOfPath } from "@/lib/audit/subject-of-path";
import { holdSession } from "@/lib/auth/lock-account";
import { Answer } from "@/lib/operations/answer";
import { type Ctx, inTransaction } from "@/lib/operations/context";
import { Created, madeOrFound, type Operation } from "@/lib/operations/operation";
import type { Trail } from "@/lib/operations/trail";
import { log } from "@/lib/platform/log/log";

type Params = Record<string, string>;

/**
 * Carries an operation out so that what it changes has an entry in the audit trail, written in the same transaction. The
 * domain function runs in that transaction and may tell what it knows (`noteBefore`). What waits for somebody else's
 * server may hold no transaction: its entry follows it.
 */
export async function trailed<T>(
  op: Operation,
  params: Params,
  ctx: Ctx,
  run: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  if (!leavesTrail(op)) return run(ctx);
  const carryOut = async (inner: Ctx) => {
    if (!op.callsOut && subjectOfPath(op, params)?.kind !== "account") await holdSession(inner);
    const trail: Trail = {};
    const result = await run({ ...inner, trail });
    await writeEntry(inner, op, { params, trail, result });
    return result;
  };
  return op.callsOut ? carryOut(ctx) : inTransaction(ctx, carryOut);
}

type Done = { params: Params; trail: Trail; result: unknown };

async function writeEntry(ctx: Ctx, op: Operation, { params, trail, result }: Done): Promise<void> {
  if (trail.unchanged) return;
  const subject = subjectOfPath(op, params);
  const shown = trail.after ?? shownBy(op, result);
  const before = trail.before && (op.versioned ? (op.output.parse(trail.before) as object) : trail.before);
  const change = changeOf(before, shown, op.secret);
  if (!change) return;
  const own = subject?.kind === "account" && ctx.actor.kind === "user" ? ctx.actor.user : undefined;
  const named = [trail.subject?.name, nameIn(shown), nameIn(before), own?.name].find(
    (name) => name !== undefined,
  );
  // A path can name a project by either of its IDs.
  const inPath = (subject?.kind === "project" ? trail.project?.id : undefined) ?? subject?.id;
  const id = trail.subject?.id ?? own?.id ?? trail.ownerId ?? inPath ?? idIn(shown) ?? null;
  const place = trail.place ?? {
    teamId: trail.project?.teamId ?? params.teamId ?? null,
    projectId: trail.project?.id ?? ((subject?.kind === "project" && id) || undefined),
  };
  const isKept =
    subject !== undefined &&
    (await recordChange(ctx, {
      ...{ place, operation: (result instanceof Created && op.creates) || op.id, change },
      ...{ ownerId: trail.ownerId, alsoIn: trail.alsoIn, scheduledChangeId: trail.scheduledChangeId },
      subject: { kind: subject.kind, id, name: named ?? subject.kind },
    }));
  // A test has every operation leave an entry, so this is a case that nobody thought of.
  if (!isKept) log().error({ operation: op.id, requestId: ctx.requestId }, "a change left no trail");
}

/** What an operation answers with, if that is the thing that it changed. */
function shownBy(op: Operation, result: unknown): object | undefined {
  if (result instanceof Answer || result === undefined) return undefined;
  const shown = op.output.parse(madeOrFound(result)) as object;
  return "success" in shown ? undefined : shown;
}

/** What people call a thing, by what the API shows of it. */
function nameIn(shown: object | undefined): string | undefined {
  const { name, title, flagKey, email, id } = (shown ?? {}) as Record<string, unknown>;
  const found = [name, title, flagKey, email, id].find((each) => typeof each === "string" && each !== "");
  return found as string | undefined;
}

function idIn(shown: object | undefined): string | undefined {
  const { id, userId } = (shown ?? {}) as Record<string, unknown>;
  return [id, userId].find((each) => typeof each === "string") as string | undefined;
}
