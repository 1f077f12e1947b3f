import { apiKeys } from "@/db/schema/keys";
import { requireProject } from "@/lib/auth/access";
import { forgetKeys } from "@/lib/auth/known-keys";
import { changeRow } from "@/lib/operations/change-row";
import { implement } from "@/lib/operations/implement";
import { updateApiKey } from "./contract";
import { requireApiKey, requireShownKey } from "./require-api-key";
import { toApiKey } from "./to-api-key";

export const handleUpdateApiKey = implement(updateApiKey, (ctx, { projectId, keyId, fields }) =>
  changeRow(ctx, apiKeys, {
    fields,
    find: async (inner) => {
      const project = await requireProject(inner, { referenceId: projectId });
      const key = await requireApiKey(inner, project, keyId, "no key update");
      // The row has only the ID of its creator, and the response also has the name.
      const { createdBy: maker, environmentKey } = await requireShownKey(inner, project, key.id);
      return { ...key, maker, environmentKey, role: project.role };
    },
    change: (_, changes) => changes,
    show: ({ maker, role, ...key }) => toApiKey({ ...key, createdBy: maker }, role),
    after: ({ hash }) => forgetKeys([hash]),
  }),
);
