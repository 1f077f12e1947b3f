import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { build, type Metafile } from "esbuild";

/** Files that decide how tests run: after a change of one, every test counts as related. */
const decisive = ["package.json", "package-lock.json", "tsconfig.json", "vitest.config.ts"];

const testFile = /\.test\.tsx?$/;

function git(...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync("git", args, {
    encoding: "utf8",
    maxBuffer: 100 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(stderr.trim() || `git ${args[0]} failed`);
  return stdout.split("\0").filter(Boolean);
}

/**
 * Files that differ from the commit, deleted and untracked ones included.
 * @throws when Git doesn't know the reference
 */
export function changedFiles(ref: string): string[] {
  const changed = git("diff", "--name-only", "--no-renames", "-z", ref, "--");
  return [...new Set([...changed, ...git("ls-files", "--others", "--exclude-standard", "-z")])].sort();
}

/** Unit tests of the repository; those of `e2e` that need a running service are none. */
export function unitTestFiles(): string[] {
  const files = git("ls-files", "--cached", "--others", "--exclude-standard", "-z");
  return files.filter((file) => testFile.test(file) && !/^e2e\/(?!check\/)/.test(file) && existsSync(file));
}

/** The tests that import a changed file, directly or not, or name it in their text. */
export async function relatedTests(changed: readonly string[], tests: readonly string[]): Promise<string[]> {
  if (changed.some((file) => decisive.includes(file))) return [...tests];
  const importers = importersIn(await importsOf(tests));
  const related = new Set<string>();
  const waiting = [...changed];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (related.has(file)) continue;
    related.add(file);
    waiting.push(...(importers.get(file) ?? []));
  }
  const names = changed.map((file) => basename(file));
  return tests.filter((test) => related.has(test) || mentions(test, names));
}

/** Files that are read rather than imported, such as migrations and documents. */
function mentions(test: string, names: readonly string[]): boolean {
  const text = readFileSync(test, "utf8");
  return names.some((name) => text.includes(name));
}

/** What each file imports. esbuild reads 2,000 files in about two seconds, where a test runner takes many. */
async function importsOf(tests: readonly string[]): Promise<Metafile["inputs"]> {
  const { metafile } = await build({
    stdin: { contents: tests.map((test) => `import "./${test}";`).join("\n"), resolveDir: process.cwd() },
    ...{ bundle: true, write: false, metafile: true, packages: "external", platform: "node", format: "esm" },
    ...{ outdir: "unused", logLevel: "error" },
    alias: { "@": process.cwd() },
    loader: { ".css": "empty", ".svg": "empty", ".txt": "text", ".md": "text", ".sql": "text" },
  });
  return metafile.inputs;
}

function importersIn(inputs: Metafile["inputs"]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, { imports }] of Object.entries(inputs)) {
    for (const { path } of imports) importers.set(path, [...(importers.get(path) ?? []), file]);
  }
  return importers;
}
