import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { getMock } from "./contract";
import { requireMock } from "./require-mock";
import { toMock } from "./to-mock";

export const handleGetMock = implement(getMock, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  return toMock(await requireMock(ctx, project.id, input.mockId));
});
