import { requireProject } from "@/lib/auth/access";
import { deleteUndoably } from "@/lib/deletions/delete-undoably";
import { implement } from "@/lib/operations/implement";
import { deleteMock } from "./contract";
import { requireMock } from "./require-mock";
import { forgetMocks } from "./served-mocks";

export const handleDeleteMock = implement(deleteMock, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const { id } = await requireMock(ctx, project.id, input.mockId);
  await deleteUndoably(ctx, "mock", { projectId: project.id, itemId: id });
  ctx.after(() => forgetMocks(project.id, id));
  return { success: true as const };
});
