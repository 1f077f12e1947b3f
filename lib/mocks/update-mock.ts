import { eq } from "drizzle-orm";
import { mocks } from "@/db/schema/mocks";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireProject } from "@/lib/auth/access";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { updateMock } from "./contract";
import { endpointTaken, requireMock } from "./require-mock";
import { forgetMocks } from "./served-mocks";
import { toMock } from "./to-mock";

export const handleUpdateMock = implement(updateMock, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const mock = await requireMock(ctx, project.id, input.mockId);
  const changes = await input.fields();
  if (Object.keys(changes).length === 0) return toMock(mock);
  try {
    const [updated] = await ctx.db.update(mocks).set(changes).where(eq(mocks.id, mock.id)).returning();
    if (!updated) throw notFound("Mock");
    ctx.after(() => forgetMocks(project.id, mock.id));
    return toMock(updated);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw endpointTaken(changes.method ?? mock.method, changes.endpoint ?? mock.endpoint);
  }
});
