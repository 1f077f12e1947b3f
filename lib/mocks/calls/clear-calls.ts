import { eq } from "drizzle-orm";
import { mockCalls } from "@/db/schema/mock-calls";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { clearMockCalls } from "./contract";
import { flushCallsOf } from "./record-call";

export const handleClearMockCalls = implement(clearMockCalls, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  // What came before must not appear afterwards.
  await flushCallsOf(project.id);
  await ctx.db.delete(mockCalls).where(eq(mockCalls.projectId, project.id));
  return { success: true as const };
});
