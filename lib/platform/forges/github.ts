import { z } from "zod";
import type { ForgeFacts, ForgeQuestion } from "./commit-contexts";
import { type Asking, itemsOf } from "./pages";

// https://docs.github.com/en/rest/commits/commits and https://docs.github.com/en/rest/pulls/pulls
const GitHubCommit = z.object({ sha: z.string(), author: z.object({ login: z.string() }).nullable() });
const GitHubPull = z.object({
  number: z.int(),
  title: z.string().optional(),
  merge_commit_sha: z.string().nullable(),
  merged_at: z.string().nullable(),
  updated_at: z.string(),
  labels: z.array(z.object({ name: z.string() })),
});

/** Logins of authors, and pull requests that were merged. */
export async function askGitHub(
  { forge, branch, since, until, signal, outbound }: ForgeQuestion,
  facts: ForgeFacts,
): Promise<void> {
  const asking: Asking = {
    headers: [
      ["Accept", "application/vnd.github+json"],
      ["Authorization", `Bearer ${forge.token}`],
      ["User-Agent", "fieldkit"],
      ["X-GitHub-Api-Version", "2022-11-28"],
    ],
    signal,
    outbound,
  };
  const commits = new URL(`${forge.api}/repos/${forge.path}/commits`);
  commits.searchParams.set("sha", branch);
  commits.searchParams.set("since", since.toISOString());
  commits.searchParams.set("until", until.toISOString());
  const pulls = new URL(`${forge.api}/repos/${forge.path}/pulls`);
  for (const [name, value] of Object.entries({
    state: "closed",
    base: branch,
    sort: "updated",
    direction: "desc",
  }))
    pulls.searchParams.set(name, value);

  for await (const { sha, author } of itemsOf(commits, GitHubCommit, 100, asking))
    if (author) facts.logins.set(sha, author.login);
  for await (const pull of itemsOf(pulls, GitHubPull, 50, asking)) {
    // Merging counts as an update, so everything from here on was merged before the range.
    if (new Date(pull.updated_at) < since) return;
    if (!pull.merged_at || !pull.merge_commit_sha) continue;
    const labels = pull.labels.map(({ name }) => name);
    const { title } = pull;
    facts.pulls.set(pull.merge_commit_sha, { number: String(pull.number), ...(title && { title }), labels });
  }
}
