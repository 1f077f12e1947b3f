import { eq } from "drizzle-orm";
import { apiKeys } from "@/db/schema/keys";
import { requireProject } from "@/lib/auth/access";
import { forgetKeys } from "@/lib/auth/known-keys";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { updateApiKey } from "./contract";
import { requireApiKey, requireShownKey } from "./require-api-key";
import { toApiKey } from "./to-api-key";

export const handleUpdateApiKey = implement(updateApiKey, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId }, { role: "admin" });
  const find = () => requireApiKey(ctx, project.id, input.keyId);
  const found = await find();
  const { createdBy, environmentKey } = await requireShownKey(ctx, project.id, found.id);
  const changes = await input.fields();
  return changeRow(ctx, apiKeys, {
    ...{ found, find, changes },
    where: eq(apiKeys.id, found.id),
    show: (row) => toApiKey({ ...row, createdBy, environmentKey }),
    after: ({ hash }) => forgetKeys([hash]),
  });
});
