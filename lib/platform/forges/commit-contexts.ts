import { log } from "@/lib/platform/log/log";
import type { OutboundSettings } from "@/lib/platform/outbound/settings";
import { type CommitContext, type Forge, forges, type PullRequest } from "./forge";

export type ForgeQuestion = {
  forge: Forge;
  branch: string;
  since: Date;
  until: Date;
  signal: AbortSignal;
  /** Replaced by tests only. */
  outbound?: Partial<OutboundSettings> | undefined;
};
/** Logins of authors by commit, and pull requests by the commit that merged them. */
export type ForgeFacts = { logins: Map<string, string>; pulls: Map<string, PullRequest> };

type CommitParents = { sha: string; parents: readonly string[] };

const timeoutMs = 30_000;

/**
 * What a forge knows of commits: authors' pages, and pull requests with their labels. All of this is optional: if
 * something goes wrong it is logged, and whatever is known by then is returned.
 * @param commits of the range, newest first
 * @throws the reason of the signal only
 */
export async function commitContexts(
  question: ForgeQuestion,
  commits: readonly CommitParents[],
): Promise<Map<string, CommitContext>> {
  const facts: ForgeFacts = { logins: new Map(), pulls: new Map() };
  const { forge, signal } = question;
  try {
    await forges[forge.kind].ask(
      { ...question, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) },
      facts,
    );
  } catch (err) {
    signal.throwIfAborted();
    log().warn({ err, forge: forge.kind }, "a forge did not tell of all commits");
  }
  const pulls = pullsOfCommits(commits, facts.pulls);
  return new Map(
    commits.map(({ sha }) => {
      const [login, pull] = [facts.logins.get(sha), pulls.get(sha)];
      return [sha, { ...(isLogin(login) && { profile: `${forge.pages}/${login}` }), ...(pull && { pull }) }];
    }),
  );
}

/** Matches the names that GitHub and GitLab allow; nothing else may go into an address. */
const isLogin = (login: string | undefined) => /^[A-Za-z0-9][\w.-]{0,254}$/.test(login ?? "");

/**
 * The pull request of each commit. A merge brought the commits that are reached from its other parents, except those
 * that are on the branch itself or came with an earlier merge.
 */
function pullsOfCommits(
  commits: readonly CommitParents[],
  pulls: ReadonlyMap<string, PullRequest>,
): Map<string, PullRequest> {
  const known = new Map(commits.map((commit) => [commit.sha, commit]));
  const merges = commits.filter(({ sha }) => pulls.has(sha)).reverse();
  const found = new Map<string, PullRequest>();
  const seen = new Set<string>();
  for (const { sha } of merges) {
    for (let at = known.get(sha); at && !seen.has(at.sha); at = known.get(at.parents[0] ?? ""))
      seen.add(at.sha);
  }
  for (const { sha, parents } of merges) {
    const pull = pulls.get(sha);
    if (!pull) continue;
    found.set(sha, pull);
    const pending = parents.slice(1);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const commit = known.get(next);
      if (!commit || seen.has(next)) continue;
      seen.add(next);
      if (!found.has(next)) found.set(next, pull);
      pending.push(...commit.parents);
    }
  }
  return found;
}
