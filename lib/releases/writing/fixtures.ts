import type { Commit } from "@/lib/platform/commits/commit-object";
import { type Facts, factsOf } from "../facts/changes";

export const repoUrl = "https://github.com/acme/shop.git";

/** Facts of commits with these messages, the first one the oldest. */
export function factsFrom(messages: readonly string[]): Facts {
  const commits = messages.map((message, place): Commit => {
    const signature = {
      name: "Ada",
      email: "ada@example.com",
      at: new Date(Date.UTC(2026, 0, 1, 0, place)),
    };
    return {
      sha: (place + 1).toString(16).padStart(40, "a"),
      parents: ["f".repeat(40)],
      author: signature,
      committer: signature,
      message,
    };
  });
  return factsOf([{ repoUrl, commits: commits.reverse() }]);
}
