import { z } from "zod";
import { operation } from "@/lib/operations/operation";
import { RepoUrl, tag } from "../contract";

/** How many names of a kind are shown. */
export const refsMax = 1000;

export const RepositoryRefs = z
  .object({
    defaultBranch: z.string().nullable().meta({ description: "null when there are no commits yet" }),
    branches: z.array(z.string()),
    tags: z.array(z.string()).meta({ description: "newest versions first, then tags with other names" }),
    isCut: z.boolean().meta({ description: `whether there are more than ${refsMax} of a kind` }),
  })
  .meta({ id: "RepositoryRefs" });

export const listRepositoryRefs = operation({
  id: "listRepositoryRefs",
  method: "GET",
  path: "/api/projects/:projectId/repository-refs",
  tag,
  summary: "List the branches and tags of a repository, to choose the range of a release from",
  access: "project",
  query: z.object({ repoUrl: RepoUrl.meta({ description: "the address to clone from" }) }),
  output: RepositoryRefs,
  errors: ["bad_gateway", "rate_limited"],
  callsOut: true,
});
