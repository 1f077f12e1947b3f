import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { getApiKey } from "./contract";
import { requireShownKey } from "./require-api-key";
import { toApiKey } from "./to-api-key";

export const handleGetApiKey = implement(getApiKey, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  return toApiKey(await requireShownKey(ctx, project, input.keyId), project.role);
});
