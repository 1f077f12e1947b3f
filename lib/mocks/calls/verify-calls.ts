import { setTimeout as sleep } from "node:timers/promises";
import { and, inArray } from "drizzle-orm";
import { mockCalls } from "@/db/schema/mock-calls";
import { requireProject } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import type { Fields, Output } from "@/lib/operations/operation";
import { invalid } from "@/lib/operations/read-body";
import { busState } from "@/lib/platform/bus/bus";
import { type Steps, turns } from "@/lib/platform/process/turns";
import { buildMatcher } from "../matching/matcher";
import { expressionProblems, whenProblems } from "../soundness";
import { type CallRow, callColumns, callsOf, readCalls, toMockCall } from "./calls";
import { type Times, verifyMockCalls } from "./contract";
import { equalities, isFound, type Judgement, judgeLine, judgeWhole, type WantedCall } from "./judge-calls";
import { flushCallsOf } from "./record-call";
import { callsMax } from "./write-calls";

type Given = Fields<typeof verifyMockCalls>;
type Verification = Output<typeof verifyMockCalls>;

const shownMax = 20;
const closestMax = 5;
/** Calls further away than that are no help. */
const nearnessMin = 0.3;
const pollMs = 250;
/** For how long, in ms, calls of processes elsewhere may be on their way. */
const elsewhereMs = 1500;
/** Rows with bodies that are in memory at a time. */
const partRows = 20;

export const handleVerifyMockCalls = implement(verifyMockCalls, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const given = await input.fields();
  const wanted = await wantedOf(given);
  const waitMs = busState() === "memory" ? given.waitMs : Math.max(given.waitMs, elsewhereMs);
  const until = performance.now() + waitMs;
  const seen: Seen = { judged: new Map(), last: 0, truncated: false };
  for (;;) {
    await judgeNew(ctx, { projectId: project.id, since: given.since, wanted }, seen);
    const answer = {
      ...verificationOf([...seen.judged.values()], given.times),
      truncated: seen.truncated,
    };
    const left = until - performance.now();
    // More may be on their way that are too many.
    const isFinal = answer.verified && (busState() === "memory" || !isBounded(given.times));
    if (isFinal || left <= 0) return answer;
    await sleep(Math.min(pollMs, left));
  }
});

/** @throws {AppError} `invalid_request` for patterns that can't be compiled */
async function wantedOf({ method, path, query, headers, when, outcome, mockId }: Given): Promise<WantedCall> {
  const issues = await turns().run(problemsOf(path, when));
  if (issues.length > 0) throw invalid(issues);
  const all = [...equalities("query", query), ...equalities("header", headers)];
  const isAny = method === undefined || method.toUpperCase() === "ANY";
  return {
    method: isAny ? undefined : method.toUpperCase(),
    path: path === undefined ? undefined : { endpoint: path, matcher: await matcherOf(path) },
    outcome,
    mockId,
    conditions: [...(all.length > 0 ? [{ all }] : []), ...(when ? [when] : [])],
  };
}

const matcherOf = (endpoint: string) => buildMatcher([{ method: "ANY", endpoint, enabled: true }]);

function* problemsOf(path: Given["path"], when: Given["when"]): Steps<ReturnType<typeof expressionProblems>> {
  const issues = path === undefined ? [] : expressionProblems("path", path);
  yield;
  return [...issues, ...(yield* whenProblems(when, "when"))];
}

type Judged = { call: CallRow; judgement: Judgement };
/** Calls by their sequence, the newest of them, and whether there may have been more than are kept. */
type Seen = { judged: Map<number, Judged>; last: number; truncated: boolean };
type Looking = { projectId: string; since: string | undefined; wanted: WantedCall };

/** Judges the calls that came since the last look. */
async function judgeNew(ctx: Ctx, { projectId, since, wanted }: Looking, seen: Seen): Promise<void> {
  await flushCallsOf(projectId);
  const from = since === undefined ? 0 : Date.parse(since);
  const came = await readCalls(ctx.db, projectId, ctx.now(), seen.last);
  const [newest] = came;
  const oldest = came.at(-1);
  seen.last = newest?.sequence ?? seen.last;
  if (oldest && came.length >= callsMax && oldest.receivedAt.getTime() >= from) seen.truncated = true;
  const fresh = came.filter(({ kind, receivedAt }) => kind === "call" && receivedAt.getTime() >= from);
  const lines = await turns().run(judgeLines(wanted, fresh));
  for (const each of lines.judged) seen.judged.set(each.call.sequence, each);
  for (let at = 0; at < lines.open.length; at += partRows) {
    const part = lines.open.slice(at, at + partRows);
    const rows = await ctx.db
      .select({
        ...callColumns,
        requestHeaders: mockCalls.requestHeaders,
        requestBody: mockCalls.requestBody,
      })
      .from(mockCalls)
      .where(
        and(
          callsOf(projectId, ctx.now()),
          inArray(
            mockCalls.sequence,
            part.map(({ sequence }) => sequence),
          ),
        ),
      );
    for (const { requestHeaders, requestBody, ...call } of rows) {
      // Each may take as long as a call of a mock.
      const judgement = await turns().begin(() =>
        judgeWhole(wanted, { ...call, requestHeaders, requestBody }),
      );
      seen.judged.set(call.sequence, { call, judgement });
    }
  }
}

function* judgeLines(
  wanted: WantedCall,
  calls: readonly CallRow[],
): Steps<{ judged: Judged[]; open: CallRow[] }> {
  const judged: Judged[] = [];
  const open: CallRow[] = [];
  for (const call of calls) {
    const judgement = judgeLine(wanted, call);
    if (judgement) judged.push({ call, judgement });
    else open.push(call);
    yield;
  }
  return { judged, open };
}

function verificationOf(judged: readonly Judged[], times: Times): Omit<Verification, "truncated"> {
  const newestFirst = judged.toSorted((a, b) => b.call.sequence - a.call.sequence);
  const found = newestFirst.filter(({ judgement }) => isFound(judgement));
  return {
    verified: isWithin(found.length, times),
    count: found.length,
    calls: found.slice(0, shownMax).map(({ call }) => toMockCall(call)),
    closest: newestFirst
      .filter(({ judgement }) => !isFound(judgement) && judgement.nearness >= nearnessMin)
      .toSorted((a, b) => b.judgement.nearness - a.judgement.nearness)
      .slice(0, closestMax)
      .map(({ call, judgement }) => ({ ...toMockCall(call), why: judgement.why })),
  };
}

const isBounded = (times: Times): boolean => typeof times === "number" || times.atMost !== undefined;

function isWithin(count: number, times: Times): boolean {
  if (typeof times === "number") return count === times;
  return count >= (times.atLeast ?? 0) && count <= (times.atMost ?? Number.POSITIVE_INFINITY);
}
