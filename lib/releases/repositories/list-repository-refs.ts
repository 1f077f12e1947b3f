import { requireProject } from "@/lib/auth/access";
import { countRate } from "@/lib/auth/limits";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { invalid } from "@/lib/operations/read-body";
import { CommitsError, type CommitsReason } from "@/lib/platform/commits/commits-error";
import { readRefs } from "@/lib/platform/commits/read-refs";
import { forgeOf } from "@/lib/platform/forges/forge";
import { NotesError } from "../jobs/notes-error";
import { projectTokens } from "../jobs/project-token";
import { readSettings } from "../settings/read-settings";
import { requireRepoUrls } from "../settings/require-repo-urls";
import { listRepositoryRefs, refsMax } from "./contract";

/** Of all requests together: somebody waits. */
const timeoutMs = 20_000;

/** Faults of the address that was given; all others are failures of the other side. */
const addressFaults: ReadonlySet<CommitsReason> = new Set(["address", "not_found", "not_git", "no_branch"]);

export const handleListRepositoryRefs = implement(listRepositoryRefs, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const { repoUrl } = await input.fields();
  requireRepoUrls([repoUrl], () => "repoUrl");
  await countRate(ctx, "repositoryReadsPerHour", project.id);
  const settings = await readSettings(ctx.db, project.id);
  try {
    const tokens = projectTokens(settings, { projectId: project.id, repoUrls: [repoUrl] });
    const { branches, tags, defaultBranch } = await readRefs({
      url: repoUrl,
      token: forgeOf(repoUrl, tokens)?.token,
      signal: AbortSignal.timeout(timeoutMs),
      timeoutMs,
    });
    return {
      defaultBranch,
      branches: branches.slice(0, refsMax),
      tags: tags.slice(0, refsMax),
      isCut: branches.length > refsMax || tags.length > refsMax,
    };
  } catch (error) {
    throw problemOf(error);
  }
});

function problemOf(error: unknown): unknown {
  if (error instanceof NotesError) return new AppError("bad_gateway", error.message);
  if (error instanceof DOMException && error.name === "TimeoutError")
    return new AppError("bad_gateway", "The Git server takes too long to answer. Try again later.");
  if (!(error instanceof CommitsError)) return error;
  if (addressFaults.has(error.reason)) return invalid([{ path: "repoUrl", message: error.message }]);
  return new AppError("bad_gateway", error.message);
}
