import { execFileSync } from "node:child_process";
import { commitOfEnvironment } from "../env/commit";

/**
 * The commit of the sources in a folder: what Git says where the folder is the top of a repository, else what the
 * environment says, else null.
 */
export function findCommit(folder: string): string | null {
  return commitOfGit(folder) ?? commitOfEnvironment();
}

function commitOfGit(folder: string): string | null {
  try {
    const given = execFileSync("git", ["rev-parse", "HEAD", "--show-prefix"], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 5000,
    });
    // A prefix means that the repository is somebody else's, and only holds this folder.
    const [, commit] = /^([0-9a-f]{40,64})\n\n?$/.exec(given) ?? [];
    return commit ?? null;
  } catch {
    return null;
  }
}
