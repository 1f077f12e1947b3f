import { z } from "zod";
import type { ForgeFacts, ForgeQuestion } from "./commit-contexts";
import { itemsOf } from "./pages";

// https://docs.gitlab.com/api/merge_requests
const MergeRequest = z.object({
  iid: z.int(),
  title: z.string().optional(),
  labels: z.array(z.string()),
  author: z.object({ username: z.string() }).nullish(),
  sha: z.string().nullish(),
  merge_commit_sha: z.string().nullish(),
  squash_commit_sha: z.string().nullish(),
});

/** Merged merge requests. For single commits GitLab does not know a login. */
export async function askGitLab(
  { forge, branch, since, signal, outbound }: ForgeQuestion,
  facts: ForgeFacts,
): Promise<void> {
  const url = new URL(`${forge.api}/projects/${encodeURIComponent(forge.path)}/merge_requests`);
  const query = { state: "merged", target_branch: branch, order_by: "updated_at", sort: "desc" };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  // Merging counts as an update.
  url.searchParams.set("updated_after", since.toISOString());
  const headers: [string, string][] = [
    ["PRIVATE-TOKEN", forge.token],
    ["User-Agent", "fieldkit"],
  ];
  for await (const merge of itemsOf(url, MergeRequest, 100, { headers, signal, outbound })) {
    const { iid, title, labels } = merge;
    const pull = { number: `!${iid}`, ...(title && { title }), labels };
    for (const sha of [merge.merge_commit_sha, merge.squash_commit_sha, merge.sha]) {
      if (sha) facts.pulls.set(sha, pull);
    }
    // A squashed commit holds the whole request, so its author is the request's.
    if (merge.squash_commit_sha && merge.author)
      facts.logins.set(merge.squash_commit_sha, merge.author.username);
  }
}
