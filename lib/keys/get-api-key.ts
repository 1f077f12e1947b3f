import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { getApiKey } from "./contract";
import { requireShownKey } from "./require-api-key";
import { forMembers, toApiKey } from "./to-api-key";

export const handleGetApiKey = implement(getApiKey, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const key = await requireShownKey(ctx, project.id, input.keyId);
  return toApiKey(project.role === "admin" ? key : forMembers(key));
});
