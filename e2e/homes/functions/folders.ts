import {
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";

export type BuiltFunction = { launcher: string; isEdge: boolean; folder: string };

type FunctionConfig = { handler?: string; runtime: string; filePathMap?: Record<string, string> };

/**
 * Puts each function of a build into a folder of its own, with the files that its list names and no others, as it is
 * uploaded. Functions that the build links to one another share theirs.
 * @returns them by their path, such as `/api/teams/[teamId]`
 */
export function layOutFunctions(output: string, project: string, target: string): Map<string, BuiltFunction> {
  const root = join(output, "functions");
  const made = new Map<string, BuiltFunction>();
  const found = new Map<string, BuiltFunction>();
  for (const each of foldersIn(root)) {
    const folder = realpathSync(each);
    const built = made.get(folder) ?? layOut(folder, project, join(target, `function-${made.size}`));
    made.set(folder, built);
    found.set(`/${relative(root, each).replace(/\.func$/, "")}`, built);
  }
  return found;
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.endsWith(".func")) return [path];
    return entry.isDirectory() ? foldersIn(path) : [];
  });
}

function layOut(folder: string, project: string, target: string): BuiltFunction {
  const config = JSON.parse(readFileSync(join(folder, ".vc-config.json"), "utf8")) as FunctionConfig;
  const built = {
    launcher: join(target, config.handler ?? ""),
    isEdge: config.runtime === "edge",
    folder: target,
  };
  if (existsSync(target)) return built;
  cpSync(folder, target, { recursive: true });
  for (const [path, source] of Object.entries(config.filePathMap ?? {})) {
    const to = join(target, path);
    if (existsSync(to)) continue;
    mkdirSync(dirname(to), { recursive: true });
    const from = join(project, source);
    if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else linkSync(from, to);
  }
  return built;
}
