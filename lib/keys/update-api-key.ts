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
      const project = await requireProject(inner, { referenceId: projectId }, { role: "admin" });
      const key = await requireApiKey(inner, project.id, keyId, "no key update");
      // The row has only the id of its creator, and the answer has the name too.
      const { createdBy: maker, environmentKey } = await requireShownKey(inner, project.id, key.id);
      return { ...key, maker, environmentKey };
    },
    change: (_, changes) => changes,
    show: ({ maker, ...key }) => toApiKey({ ...key, createdBy: maker }),
    after: ({ hash }) => forgetKeys([hash]),
  }),
);
