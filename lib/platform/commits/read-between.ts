import type { Commit } from "./commit-object";
import { CommitsError } from "./commits-error";
import { CommitFetcher, reachable, type Wanted } from "./fetch-pack";
import {
  isObjectName,
  listRefs,
  openRepository,
  type Ref,
  type Repository,
  type RepositoryRequest,
  shortName,
} from "./repository";
import { newestFirst, versionBefore } from "./version-tags";

export type BetweenRequest = RepositoryRequest & {
  /**
   * Tag, branch or whole object name of the commit before the range. Without it the range begins behind the last tag:
   * the version before `to`, or everything that no tag has.
   */
  from?: string | undefined;
  /** Tag, branch or whole object name of the range's last commit; without it the tip of the branch. */
  to?: string | undefined;
};

/** A place in a history. `name` is a branch's, a tag's, or the object name itself. */
export type Place = { name: string; sha: string; isTag: boolean };

export type CommitsBetween = {
  /** The branch that the work is merged into, as far as that is known; empty if it is not. */
  branch: string;
  /** Undefined when the range begins behind several tags of which none is nearest. */
  from: Place | undefined;
  to: Place;
  /** Newest committer date first. */
  commits: Commit[];
};

/** How many tags a server is told that their commits are not wanted. The newest versions are. */
const havesMax = 5000;

/**
 * The commits that one place in a repository's history has and another has not, as `git log from..to` lists them, read
 * over Git's smart HTTP protocol without Git and without a clone.
 * @throws {CommitsError}, or the reason of `signal` once that is aborted.
 */
export async function readCommitsBetween(wanted: BetweenRequest): Promise<CommitsBetween> {
  const repository = await openRepository(wanted);
  const refs = await listRefs(repository, ["HEAD", "refs/heads/", "refs/tags/"]);
  const to = wanted.to === undefined ? tipOf(repository.named, refs) : placeOf(wanted.to, refs);
  const from = wanted.from === undefined ? before(to, refs) : placeOf(wanted.from, refs);
  const { server, format, capabilities } = repository;
  const fetcher = new CommitFetcher(server, format, capabilities);
  const tags = from ? [] : tagsOf(refs);
  // Without any the server would send the whole history.
  if (!from && tags.length === 0)
    throw new CommitsError("no_branch", "The repository has no tags. Say where the range begins.");
  // A server passes over commits that it does not know, and would then send the whole history.
  if (from && isObjectName(from.name)) await fetchKnown(fetcher, from, { depth: ["deepen 1"] });
  fetcher.commits.clear();
  const haves = from ? [from.sha] : tags.slice(0, havesMax).map(({ sha }) => sha);
  await fetchKnown(fetcher, to, { haves });
  const commits = reachable(to.sha, fetcher.commits);
  return {
    branch: branchOf(to, repository, refs),
    from: from ?? lastTag(commits, to, tags),
    to,
    commits,
  };
}

async function fetchKnown(fetcher: CommitFetcher, place: Place, more: Omit<Wanted, "wants">): Promise<void> {
  try {
    await fetcher.fetch({ wants: [place.sha], ...more });
  } catch (error) {
    // Git's own words for an object that it does not have.
    const isUnknown = error instanceof CommitsError && /not our ref|not valid|no such/i.test(error.message);
    if (!isUnknown || !isObjectName(place.name)) throw error;
    throw new CommitsError("no_branch", `The repository has no commit ${place.name}.`, { cause: error });
  }
}

type Refs = ReadonlyMap<string, Ref>;

/** The last commit of the branch, or of what the address names. */
function tipOf(named: string | undefined, refs: Refs): Place {
  const branch = refs.get(named === undefined ? "HEAD" : `refs/heads/${named}`);
  if (branch) return { name: shortName(branch.name), sha: branch.sha, isTag: false };
  if (named !== undefined) return placeOf(named, refs);
  throw new CommitsError("no_branch", "The repository has no commits yet.");
}

function placeOf(name: string, refs: Refs): Place {
  const [tag, branch] = [refs.get(`refs/tags/${name}`), refs.get(`refs/heads/${name}`)];
  if (tag) return { name, sha: tag.sha, isTag: true };
  if (branch) return { name, sha: branch.sha, isTag: false };
  const sha = name.toLowerCase();
  if (isObjectName(sha)) return { name: sha, sha, isTag: false };
  const hint = /^[0-9a-f]{4,39}$/.test(sha) ? " Give the whole hash of a commit." : "";
  throw new CommitsError("no_branch", `The repository has no tag or branch "${name.slice(0, 200)}".${hint}`);
}

/** The version before a tag; undefined if the range has to be found by what no tag has. */
function before(to: Place, refs: Refs): Place | undefined {
  if (!to.isTag) return undefined;
  const names = tagsOf(refs).map(({ name }) => name);
  const name = versionBefore(to.name, names);
  if (name !== undefined) return placeOf(name, refs);
  throw new CommitsError(
    "no_branch",
    `There is no version before "${to.name.slice(0, 200)}" among the repository's tags. Say where the range begins.`,
  );
}

/** Tags with their commits, newest versions first. */
function tagsOf(refs: Refs): Place[] {
  const tags = [...refs].flatMap(([full, { sha }]) =>
    full.startsWith("refs/tags/") ? [{ name: shortName(full), sha, isTag: true }] : [],
  );
  const place = new Map(newestFirst(tags.map(({ name }) => name)).map((name, at) => [name, at]));
  return tags.sort((a, b) => (place.get(a.name) ?? 0) - (place.get(b.name) ?? 0));
}

/** The tag that the first of some commits was built on. */
function lastTag(commits: readonly Commit[], to: Place, tags: readonly Place[]): Place | undefined {
  const bySha = new Map(tags.map((tag) => [tag.sha, tag]));
  const inside = new Map(commits.map((commit) => [commit.sha, commit]));
  // The branch itself counts more than what was merged into it.
  let line = to.sha;
  for (let at = inside.get(line); at?.parents[0]; at = inside.get(line)) line = at.parents[0];
  const below = commits.flatMap(({ parents }) => parents.filter((parent) => !inside.has(parent)));
  return [line, ...below].map((sha) => bySha.get(sha)).find(Boolean);
}

/** Pull requests go to a branch, never to a tag. */
function branchOf(to: Place, { named }: Repository, refs: Refs): string {
  if (!to.isTag && refs.has(`refs/heads/${to.name}`)) return to.name;
  if (named !== undefined && refs.has(`refs/heads/${named}`)) return named;
  const head = refs.get("HEAD");
  return head ? shortName(head.name) : "";
}
