import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { pageOf } from "@/lib/operations/paging";
import { listReleaseCommits } from "./contract";
import { requireRelease } from "./require-release";

export const handleListReleaseCommits = implement(listReleaseCommits, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const { commits } = await requireRelease(ctx, project.id, input.releaseId);
  return pageOf(commits, await input.fields(), (commit) => commit);
});
