import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

export type NewCommit = {
  message: string;
  /** Seconds since 1970. */
  at: number;
  /** Places in the list of commits; the one before, unless stated. */
  parents?: number[];
  author?: string;
  authorAt?: number;
};

/** Makes a bare repository of these commits, oldest first; the last one is the tip of `main`. */
export function createRepository(root: string, name: string, commits: readonly NewCommit[]): string {
  const path = join(root, `${name}.git`);
  mkdirSync(path, { recursive: true });
  git(path, ["init", "--quiet", "--bare", "--initial-branch=main"]);
  git(path, ["config", "uploadpack.allowFilter", "true"]);
  if (commits.length > 0) git(path, ["fast-import", "--quiet", "--force"], streamOf(commits));
  return path;
}

const identity = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
  LC_ALL: "C.UTF-8",
};

/** Runs Git in a repository and gives what it prints. */
export function git(path: string, args: string[], input?: Buffer): string {
  return execFileSync("git", ["-C", path, ...args], {
    input,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, HOME: path, ...identity },
  });
}

function streamOf(commits: readonly NewCommit[]): Buffer {
  const parts = commits.map(({ message, at, parents, author = "Ada <ada@example.com>", authorAt }, place) => {
    const [first, ...others] = parents ?? (place > 0 ? [place - 1] : []);
    const from = first === undefined ? [] : [`from :${first + 1}`];
    const merges = others.map((other) => `merge :${other + 1}`);
    const content = `content ${place}\n`;
    return [
      "commit refs/heads/main",
      `mark :${place + 1}`,
      `author ${author} ${authorAt ?? at} +0000`,
      `committer ${author} ${at} +0000`,
      `data ${Buffer.byteLength(message)}`,
      message,
      ...from,
      ...merges,
      `M 100644 inline file-${place % 50}.txt`,
      `data ${content.length}`,
      content,
    ].join("\n");
  });
  return Buffer.from(`${parts.join("\n")}\n`);
}
