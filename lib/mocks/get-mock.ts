import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { getMock } from "./contract";
import { requireMock } from "./require-mock";
import { callsOf, toMock } from "./to-mock";

export const handleGetMock = implement(getMock, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const mock = await requireMock(ctx, project.id, input.mockId);
  return toMock({ ...mock, ...(await callsOf(ctx.db, mock.id)) });
});
