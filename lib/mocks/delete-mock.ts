import { and, eq } from "drizzle-orm";
import { mocks } from "@/db/schema/mocks";
import { requireProject } from "@/lib/auth/access";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { deleteMock } from "./contract";
import { requireMock } from "./require-mock";
import { forgetMocks } from "./served-mocks";

export const handleDeleteMock = implement(deleteMock, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const { id } = await requireMock(ctx, project.id, input.mockId);
  const [deleted] = await ctx.db
    .delete(mocks)
    .where(and(eq(mocks.id, id), eq(mocks.projectId, project.id)))
    .returning({ id: mocks.id });
  if (!deleted) throw notFound("Mock");
  ctx.after(() => forgetMocks(project.id, id));
  return { success: true as const };
});
