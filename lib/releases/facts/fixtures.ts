import type { Commit } from "@/lib/platform/commits/commit-object";

let made = 0;
export const repoUrl = "https://github.com/acme/shop.git";

/** A commit of January 2026, each a minute younger than the one before. */
export function commit(message: string, more: Partial<Commit> & { by?: string; mail?: string } = {}): Commit {
  made += 1;
  const at = new Date(Date.UTC(2026, 0, 1, 0, made));
  const signature = { name: more.by ?? "Ada", email: more.mail ?? "ada@example.com", at };
  return {
    sha: made.toString(16).padStart(40, "0"),
    parents: ["f".repeat(40)],
    author: signature,
    committer: signature,
    message,
    ...more,
  };
}
