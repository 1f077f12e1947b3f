import { requireProject } from "@/lib/auth/access";
import { deleteUndoably } from "@/lib/deletions/delete-undoably";
import { implement } from "@/lib/operations/implement";
import { deleteMock, MockSettings } from "./contract";
import { requireMock } from "./require-mock";
import { forgetMocks } from "./served-mocks";
import { toMock } from "./to-mock";

export const handleDeleteMock = implement(deleteMock, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const mock = await requireMock(ctx, project.id, input.mockId, "update");
  await deleteUndoably(
    ctx,
    "mock",
    { projectId: project.id, itemId: mock.id },
    MockSettings.parse(toMock(mock)),
  );
  ctx.after(() => forgetMocks(project.id, mock.id));
  return { success: true as const };
});
