import { z } from "zod";
import { Description, Name, Slug, SlugQuery, Success, Timestamp } from "@/lib/operations/fields";
import { listQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

export const Project = z
  .object({
    id: z.guid(),
    teamId: z.guid(),
    referenceId: z.string().meta({ description: "KSUID; the project's identifier on flag paths" }),
    name: z.string(),
    slug: z.string(),
    description: z.string().nullable(),
    host: z.string().meta({ description: "host of its mocks and webhook inboxes, port included" }),
    mockBaseUrl: z.string(),
    mockPathUrl: z.string().meta({
      description: "the same mocks by path on the app's host, for programs that can't resolve `host`",
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Project" });

/** One quota of a project, and how much of it is used. */
export const QuotaUse = z
  .object({
    name: z.string().meta({ description: "as the operator's `QUOTAS` calls it" }),
    what: z.string().meta({ description: "what is counted" }),
    unit: z.enum(["count", "bytes"]),
    per: z
      .enum(["project", "environment"])
      .meta({ description: "of an environment's, the fullest is shown" }),
    used: z.int(),
    max: z.int(),
    resetsAt: Timestamp.nullable().meta({ description: "when a rate begins anew; null for what is kept" }),
  })
  .meta({ id: "QuotaUse" });

const tag = "Projects";

export const listProjects = operation({
  id: "listProjects",
  method: "GET",
  path: "/api/teams/:teamId/projects",
  tag,
  summary: "List the projects of a team",
  access: "session",
  query: z.object({
    ...listQuery(Project, {
      sorts: ["createdAt", "updatedAt", "name"],
      searched: "name, slug and description",
    }),
    slug: SlugQuery.optional(),
  }),
  output: z.array(Project),
  list: true,
});
export const createProject = operation({
  id: "createProject",
  method: "POST",
  path: "/api/teams/:teamId/projects",
  tag,
  summary: "Create a project",
  access: "session",
  body: z.object({ name: Name, slug: Slug, description: Description.optional() }),
  status: 201,
  output: Project,
  errors: ["conflict"],
});
export const getProject = operation({
  id: "getProject",
  method: "GET",
  path: "/api/teams/:teamId/projects/:projectId",
  tag,
  summary: "Get a project",
  access: "session",
  output: Project,
  versioned: true,
});
export const updateProject = operation({
  id: "updateProject",
  method: "PUT",
  path: "/api/teams/:teamId/projects/:projectId",
  tag,
  summary: "Change a project; a new slug changes its host",
  access: "session",
  body: z.object({ name: Name.optional(), slug: Slug.optional(), description: Description.optional() }),
  output: Project,
  versioned: true,
  errors: ["conflict"],
});
export const moveProject = operation({
  id: "moveProject",
  method: "POST",
  path: "/api/teams/:teamId/projects/:projectId/move",
  tag,
  summary: "Move a project to another team; that changes its host",
  access: "session",
  body: z.object({
    toTeamId: z.guid({ error: "must be the id of a team" }).meta({ description: "the team that gets it" }),
  }),
  output: Project,
  errors: ["conflict"],
});
export const deleteProject = operation({
  id: "deleteProject",
  method: "DELETE",
  path: "/api/teams/:teamId/projects/:projectId",
  tag,
  summary: "Delete a project with all that it holds",
  access: "session",
  output: Success,
});
export const getUsage = operation({
  id: "getUsage",
  method: "GET",
  path: "/api/projects/:projectId/usage",
  tag,
  summary: "Get what a project uses of its quotas",
  access: "project",
  output: z.object({ quotas: z.array(QuotaUse) }),
});
