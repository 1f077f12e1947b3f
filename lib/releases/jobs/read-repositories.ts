import type { StoredProgress, StoredRange } from "@/db/schema/releases";
import type { Commit } from "@/lib/platform/commits/commit-object";
import { CommitsError } from "@/lib/platform/commits/commits-error";
import type { Counted } from "@/lib/platform/commits/git-server";
import { readCommitsBetween } from "@/lib/platform/commits/read-between";
import { readCommits } from "@/lib/platform/commits/read-commits";
import { commitContexts } from "@/lib/platform/forges/commit-contexts";
import { forgeOf, type ProjectTokens } from "@/lib/platform/forges/forge";
import { hasCommitPages } from "@/lib/platform/forges/has-commit-pages";
import type { ReadRepository } from "../facts/changes";
import { pagesOf } from "../facts/links";
import type { ReleaseRow } from "../notes/to-release";

type Range = Pick<ReleaseRow, "ranges" | "fromDate" | "toDate">;
type Asked = Range & Pick<ReleaseRow, "repoUrls">;
type Surroundings = {
  tokens: ProjectTokens;
  signal: AbortSignal;
  progress(next: StoredProgress): Promise<void>;
};

/** What was read: `tags` are the names of the tags that the ranges end at, where all of them do. */
export type ReadRelease = Range & { repositories: ReadRepository[]; tags: string[] };

/**
 * Reads the commits of a release, one repository after the other, with what forges know of them. The dates of ranges
 * between tags are those of the first and the last commit.
 * @throws {CommitsError} whose message names the repository
 */
export async function readRepositories(asked: Asked, surroundings: Surroundings): Promise<ReadRelease> {
  const { fromDate, toDate } = asked;
  const all: Read[] = [];
  const { tokens, signal, progress } = surroundings;
  let done = 0;
  await progress({ phase: "reading", done, total: 0 });
  for (const range of asked.ranges ?? asked.repoUrls.map((repoUrl) => ({ repoUrl, fromDate, toDate }))) {
    const before = done;
    const counted = (read: number, total: number) =>
      void progress({ phase: "reading", done: before + read, total: before + total }).catch(() => {});
    const read = await readOne(range, { tokens, signal, counted }).catch((error: unknown) => {
      throw error instanceof CommitsError ? named(error, range.repoUrl) : error;
    });
    const [newest] = read.repository.commits;
    if (newest)
      read.repository.hasPages = await hasCommitPages(pagesOf(range.repoUrl).commit(newest.sha), signal);
    all.push(read);
    done += read.repository.commits.length;
    await progress({ phase: "reading", done, total: 0 });
  }
  const repositories = all.map(({ repository }) => repository);
  if (!asked.ranges) return { repositories, ranges: null, fromDate, toDate, tags: [] };
  const tags = all.flatMap(({ tag }) => tag ?? []);
  return {
    repositories,
    ranges: all.flatMap(({ range }) => range ?? []),
    ...datesOf(
      repositories.flatMap(({ commits }) => commits),
      asked,
    ),
    tags: tags.length === all.length ? tags : [],
  };
}

type Times = Pick<Range, "fromDate" | "toDate"> & { repoUrl: string };
type Read = { repository: ReadRepository; range?: StoredRange; tag?: string | undefined };
type Question = { tokens: ProjectTokens; signal: AbortSignal; counted: Counted };

const readOne = (asked: StoredRange | Times, question: Question): Promise<Read> =>
  "fromDate" in asked ? readTime(asked, question) : readPlaces(asked, question);

async function readTime(
  { repoUrl, fromDate, toDate }: Times,
  { tokens, signal, counted }: Question,
): Promise<Read> {
  const forge = forgeOf(repoUrl, tokens);
  const time = { since: fromDate, until: toDate, signal };
  const { branch, commits } = await readCommits({ url: repoUrl, ...time, token: forge?.token, counted });
  const contexts = forge && (await commitContexts({ forge, branch, ...time }, commits));
  return { repository: { repoUrl, commits, contexts } };
}

async function readPlaces(asked: StoredRange, { tokens, signal, counted }: Question): Promise<Read> {
  const { repoUrl } = asked;
  const forge = forgeOf(repoUrl, tokens);
  const { branch, commits, from, to } = await readCommitsBetween({
    ...{ url: repoUrl, token: forge?.token, signal, counted },
    ...{ from: asked.from ?? undefined, to: asked.to ?? undefined },
  });
  const now = new Date();
  const { fromDate, toDate } = datesOf(commits, { fromDate: now, toDate: now });
  const question = { branch, since: fromDate, until: toDate, signal };
  const contexts = forge && (await commitContexts({ forge, ...question }, commits));
  const resolved = { from: from?.name ?? null, fromCommit: from?.sha ?? null, to: to.name, toCommit: to.sha };
  return {
    repository: { repoUrl, commits, contexts },
    range: { ...asked, resolved },
    tag: to.isTag ? to.name : undefined,
  };
}

/** When the first and the last of some commits were made. Without any the dates stay. */
function datesOf(commits: readonly Commit[], { fromDate, toDate }: Pick<Range, "fromDate" | "toDate">) {
  if (commits.length === 0) return { fromDate, toDate };
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { committer } of commits) {
    first = Math.min(first, committer.at.getTime());
    last = Math.max(last, committer.at.getTime());
  }
  return { fromDate: new Date(first), toDate: new Date(last) };
}

function named(error: CommitsError, repoUrl: string): CommitsError {
  const { retryAfterMs, cause } = error;
  return new CommitsError(error.reason, `${pagesOf(repoUrl).name}: ${error.message}`, {
    cause,
    retryAfterMs,
  });
}
