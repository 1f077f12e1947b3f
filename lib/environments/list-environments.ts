import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { pageOf } from "@/lib/operations/paging";
import { listEnvironments } from "./contract";
import { readEnvironments } from "./require-environment";
import { toEnvironment } from "./to-environment";

export const handleListEnvironments = implement(listEnvironments, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const fields = await input.fields();
  return pageOf(await readEnvironments(ctx.db, project.id), fields, toEnvironment);
});
