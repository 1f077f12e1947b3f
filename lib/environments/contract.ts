import { z } from "zod";
import { Key, Name, Success, Switch, Timestamp } from "@/lib/operations/fields";
import { listQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

export const Environment = z
  .object({
    id: z.string().meta({ description: "KSUID" }),
    name: z.string(),
    key: z.string(),
    isDefault: z.boolean().meta({ description: "used where no environment is named" }),
    isProtected: z.boolean().meta({
      description: "whether a change of what it answers has to name it in `X-Confirm-Environment`",
    }),
    updatedAt: Timestamp,
  })
  .meta({ id: "Environment" });

/** How other resources name their environment. */
export const EnvironmentName = Environment.pick({ id: true, name: true, key: true }).meta({
  id: "EnvironmentName",
});

const tag = "Environments";
const environments = "/api/projects/:projectId/environments";

export const listEnvironments = operation({
  id: "listEnvironments",
  method: "GET",
  path: environments,
  tag,
  summary: "List the environments of a project: the default first, then oldest first",
  access: "project",
  query: z.object(
    listQuery(Environment, {
      sorts: ["default", "createdAt", "name", "key"],
      sortedBy: "default",
      searched: "name and key",
    }),
  ),
  output: z.array(Environment),
  list: true,
});
export const createEnvironment = operation({
  id: "createEnvironment",
  method: "POST",
  path: environments,
  tag,
  summary: "Create an environment",
  access: "project",
  body: z.object({
    name: Name,
    key: Key.optional(),
    isDefault: Switch.default(false),
    isProtected: Switch.default(false),
  }),
  status: 201,
  output: Environment,
  errors: ["conflict", "confirmation_required"],
});
export const updateEnvironment = operation({
  id: "updateEnvironment",
  method: "PUT",
  path: `${environments}/:environmentId` as const,
  tag,
  summary: "Change an environment, or make it the default",
  access: "project",
  body: z.object({
    name: Name.optional(),
    key: Key.optional(),
    isDefault: Switch.optional(),
    isProtected: Switch.optional(),
  }),
  output: Environment,
  versioned: true,
  errors: ["conflict", "confirmation_required"],
});
export const deleteEnvironment = operation({
  id: "deleteEnvironment",
  method: "DELETE",
  path: `${environments}/:environmentId` as const,
  tag,
  summary: "Delete an environment with its flags and overrides",
  access: "project",
  output: Success,
  errors: ["conflict", "confirmation_required"],
});
