import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const withinMs = 300_000;
const run = promisify(execFile);

/** Outside the project, so that `npm ci` leaves it and other checkouts share it. */
const cacheFolder = () => join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "fieldkit-bench");

/**
 * Installs a package of npm where it is not there yet. Its own scripts are not run.
 * @returns the folder of the package
 * @throws when npm can't get it, with npm's last words
 */
export async function install(name: string, version: string): Promise<string> {
  const folder = join(cacheFolder(), `${name.replace("/", "+")}@${version}`);
  if (!existsSync(folder)) await installInto(folder, `${name}@${version}`);
  return join(folder, "node_modules", name);
}

async function installInto(folder: string, wanted: string): Promise<void> {
  // Made elsewhere and moved: half an installation is never taken for a whole one.
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  await writeFile(join(draft, "package.json"), '{"private":true}');
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", "--loglevel=error"];
  try {
    await run("npm", ["install", ...options, wanted], { cwd: draft, timeout: withinMs });
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (existsSync(folder)) return;
    throw new Error(`npm could not install ${wanted}: ${lastWords(error)}`);
  }
}

function lastWords(error: unknown): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  const lines = said.split("\n").filter((line) => line.startsWith("npm error "));
  return lines.slice(0, 2).join(", ").replaceAll("npm error ", "") || String(error);
}
