import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { requireCall, toWholeCall } from "./calls";
import { getMockCall } from "./contract";

export const handleGetMockCall = implement(getMockCall, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  return toWholeCall(await requireCall(ctx.db, project.id, input.callId, ctx.now()));
});
