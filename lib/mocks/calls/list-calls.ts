import { and, eq, gt, sql } from "drizzle-orm";
import { mockCalls } from "@/db/schema/mock-calls";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byNumber, listOf } from "@/lib/operations/list-sql";
import { withIsoTimes } from "@/lib/operations/present";
import { readPage } from "@/lib/operations/read-page";
import { callColumns, callsOf } from "./calls";
import { listMockCalls, type MockCall } from "./contract";
import { flushCallsOf } from "./record-call";

const list = listOf({
  from: mockCalls,
  columns: callColumns,
  id: mockCalls.id,
  searched: [mockCalls.method, mockCalls.target, mockCalls.reason, mockCalls.mockName].map(
    (column) => sql`coalesce(${column}, '')`,
  ),
  sorts: { sequence: byNumber(mockCalls.sequence) },
});

export const handleListMockCalls = implement(listMockCalls, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const { after, method, kind, outcome, status, mockId, callId, ...asked } = await input.fields();
  const where = and(
    callsOf(project.id, ctx.now()),
    after === undefined ? undefined : gt(mockCalls.sequence, after),
    method === undefined ? undefined : eq(sql`upper(${mockCalls.method})`, method.toUpperCase()),
    kind && eq(mockCalls.kind, kind),
    outcome && eq(mockCalls.outcome, outcome),
    status === undefined ? undefined : eq(mockCalls.statusCode, status),
    mockId === undefined ? undefined : eq(mockCalls.mockId, mockId),
    callId === undefined ? undefined : eq(mockCalls.callId, callId),
  );
  await flushCallsOf(project.id);
  return readPage(ctx.db, list, { ...asked, where }, (rows) =>
    rows.map((row) => ({ ...withIsoTimes(row), fault: row.fault as MockCall["fault"] })),
  );
});
