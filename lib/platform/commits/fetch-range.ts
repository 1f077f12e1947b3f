import type { Commit } from "./commit-object";
import { CommitsError, garbage } from "./commits-error";
import { CommitFetcher, fetchFeatures } from "./fetch-pack";
import type { Repository } from "./repository";

/** Each parsed once, by object name. */
type Commits = Map<string, Commit>;
type Range = { tip: string; since: Date };

/** Committer dates are not monotonic: a parent may be younger than its child. */
const slackMs = 14 * 24 * 60 * 60 * 1000;
const roundsMax = 40;
const wantsMax = 500;

/**
 * The commits that a branch got since a time, and some older ones.
 *
 * A server that cuts history off at a date also cuts at every commit that has an older parent, and leaves out all
 * parents of that commit. A merge of an old branch thus hides newer commits of the main one. So missing parents of
 * commits in the range are requested again: first alone, to see their dates, then with their history.
 * @throws {CommitsError}
 */
export async function fetchRange(
  { server, capabilities, format }: Repository,
  { tip, since }: Range,
): Promise<Commits> {
  const floor = since.getTime() - slackMs;
  const sinceFloor = `deepen-since ${Math.max(1, Math.floor(floor / 1000))}`;
  const fetcher = new CommitFetcher(server, format, capabilities);
  const { commits } = fetcher;
  const fetch = (wants: string[], depth: string[]) => fetcher.fetch({ wants, depth });
  const dateOf = (sha: string) => {
    const commit = commits.get(sha);
    if (!commit) throw garbage(`commit ${sha} is missing`);
    return commit.committer.at.getTime();
  };

  if (!fetchFeatures(capabilities).includes("shallow")) {
    await fetch([tip], []);
    dateOf(tip);
    return commits;
  }
  await fetch([tip], [sinceFloor]);
  let missing = commits.has(tip) ? missingBelow(tip, commits, floor) : [tip];
  for (let round = 0; missing.length > 0; round += 1) {
    if (round === roundsMax) throw tooManyRounds();
    const wanted = missing.slice(0, wantsMax);
    await fetch(wanted, ["deepen 1"]);
    const young = wanted.filter((sha) => dateOf(sha) >= floor);
    if (young.length > 0) await fetch(young, [sinceFloor]);
    missing = commits.has(tip) ? missingBelow(tip, commits, floor) : [];
  }
  return commits;
}

/** Parents that the server did not send, of commits that are not too old. */
function missingBelow(tip: string, commits: Commits, floor: number): string[] {
  const missing: string[] = [];
  const seen = new Set([tip]);
  const pending = [tip];
  for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
    const commit = commits.get(sha);
    if (!commit) {
      missing.push(sha);
      continue;
    }
    const { committer, parents } = commit;
    if (committer.at.getTime() < floor) continue;
    for (const parent of parents) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      pending.push(parent);
    }
  }
  return missing;
}

const tooManyRounds = () =>
  new CommitsError("too_large", "The repository's history is too tangled to read. Choose a shorter range.");
