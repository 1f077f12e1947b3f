import type { Commit } from "./commit-object";
import { CommitsError } from "./commits-error";
import { reachable } from "./fetch-pack";
import { fetchRange } from "./fetch-range";
import {
  listRefs,
  openRepository,
  type Ref,
  type Repository,
  type RepositoryRequest,
  shortName,
} from "./repository";

export type CommitRequest = RepositoryRequest & {
  /** Range of committer dates, both included. */
  since: Date;
  until: Date;
};

export type CommitRange = {
  branch: string;
  /** Newest committer date first. */
  commits: Commit[];
};

/**
 * The commits of a branch in a range of time, read over Git's smart HTTP protocol without Git and without a clone. It
 * takes a few requests, and transfers commits without files where the server supports that.
 * @throws {CommitsError}, or the reason of `signal` once that is aborted.
 */
export async function readCommits(wanted: CommitRequest): Promise<CommitRange> {
  const repository = await openRepository(wanted);
  const tip = await findTip(repository);
  if (!tip) return { branch: repository.named ?? "", commits: [] };
  const found = await fetchRange(repository, { tip: tip.sha, since: wanted.since });
  const commits = reachable(tip.sha, found).filter(
    ({ committer: { at } }) => at >= wanted.since && at <= wanted.until,
  );
  return { branch: shortName(tip.name), commits };
}

/** The newest commit of the named branch or tag, or of the default branch; undefined when there is none yet. */
async function findTip(repository: Repository): Promise<Ref | undefined> {
  const { named } = repository;
  const names = named === undefined ? ["HEAD"] : [`refs/heads/${named}`, `refs/tags/${named}`];
  const found = await listRefs(repository, names);
  const tip = names.map((name) => found.get(name)).find(Boolean);
  if (!tip && named !== undefined) {
    throw new CommitsError("no_branch", `The repository has no branch "${named.slice(0, 200)}".`);
  }
  return tip;
}
