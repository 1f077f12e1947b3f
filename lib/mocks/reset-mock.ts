import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { resetMock } from "./contract";
import { requireMock } from "./require-mock";
import { resetPosition } from "./responses/positions";

export const handleResetMock = implement(resetMock, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const mock = await requireMock(ctx, project.id, input.mockId);
  await input.fields();
  ctx.after(() => resetPosition(mock.id));
  return { success: true as const };
});
