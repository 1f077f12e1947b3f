import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { chown, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Elsewhere } from "../door";

const run = promisify(execFile);

/** Whoever may become another user does so as the image says; others stay who they are, and may write nothing either. */
export const asRoot = process.getuid?.() === 0;
const user = asRoot ? 1000 : undefined;
const become = asRoot ? ["setpriv", "--reuid=1000", "--regid=1000", "--clear-groups"] : [];

export type Packed = Elsewhere & {
  /** Everything that is in the folder, with size and time of change. */
  contents(): string[];
  remove(): Promise<void>;
};

/**
 * Takes the steps of the Dockerfile that need no container: packs the present build, unpacks the tarball into an empty
 * folder, which nobody may write to, and starts what `CMD` says in it, as another user where that is possible.
 */
export async function unpack(): Promise<Packed> {
  const top = mkdtempSync(join(tmpdir(), "fieldkit-packed-"));
  const into = join(top, "packed");
  await run(process.execPath, ["--import", "tsx", "server/pack/main.ts", into], { maxBuffer: 1e8 });
  const [tarball = ""] = readdirSync(into).filter((name) => name.endsWith(".tar.gz"));
  const app = join(top, "app");
  const scratch = join(top, "tmp");
  for (const folder of [app, scratch]) mkdirSync(folder);
  execFileSync("tar", ["-xzf", join(into, tarball), "--strip-components=1", "-C", app]);
  rmSync(into, { recursive: true });
  chmodSync(top, 0o755);
  execFileSync("chmod", ["-R", "a-w,a+rX", app]);
  if (user !== undefined) await chown(scratch, user, user);
  return {
    command: [...become, process.execPath, ...commandOfImage()] as [string, ...string[]],
    cwd: app,
    env: { TMPDIR: scratch, HOME: scratch },
    ...(user !== undefined && { uid: user }),
    contents: () => listing(app),
    async remove() {
      execFileSync("chmod", ["-R", "u+w", app]);
      await rm(top, { recursive: true, force: true });
    },
  };
}

/** What the image's first process is told after `node`. */
function commandOfImage(): string[] {
  const [, command] = /^CMD (\[.*\])$/m.exec(readFileSync("Dockerfile", "utf8")) ?? [];
  const [node, ...args] = JSON.parse(command ?? "[]") as string[];
  if (node !== "node") throw new Error("The Dockerfile has no command of Node's");
  return args;
}

const listing = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, ...statSync(path) }))
    .map(({ path, size, mtimeMs }) => `${path.slice(folder.length)} ${size} ${mtimeMs}`)
    .sort();
