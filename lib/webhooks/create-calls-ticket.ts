import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { createCallsTicket } from "./contract";
import { makeTicket } from "./stream-tickets";

export const handleCreateCallsTicket = implement(createCallsTicket, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  await input.fields();
  return makeTicket(ctx, { projectId: project.id });
});
