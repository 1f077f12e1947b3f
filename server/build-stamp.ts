import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folders = ["app", "cli", "components", "db", "lib", "sdk", "server", "sidecar"];
const files = [
  "instrumentation.ts",
  "middleware.ts",
  "next.config.ts",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "tsconfig.json",
];
const stampFile = join(root, "dist", "build-stamp");

export const projectRoot = root;
export const bundleFile = (name: string) => join(root, "dist", name);

type Stamp = { digest: string; commit: string | null };

/** True when the last build finished and was made from just these sources. */
export function isBuilt(): boolean {
  return lastStamp()?.digest === sourcesDigest();
}

/** The commit of the last build. It is no part of the digest: the same sources need not be built for each commit. */
export function builtCommit(): string | null {
  return lastStamp()?.commit ?? null;
}

export function stampBuild({ digest, commit }: Stamp): void {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, `${digest}\n${commit ?? ""}`);
}

function lastStamp(): Stamp | undefined {
  if (!existsSync(stampFile)) return undefined;
  const [digest = "", commit = ""] = readFileSync(stampFile, "utf8").split("\n");
  return { digest, commit: commit || null };
}

/** Digest of the names and contents of all files that go into a build. */
export function sourcesDigest(): string {
  const hash = createHash("sha256").update(process.version);
  for (const file of [...folders.flatMap(filesBelow), ...files]) {
    const path = join(root, file);
    if (existsSync(path)) hash.update(`\0${file}\0`).update(readFileSync(path));
  }
  return hash.digest("hex");
}

function filesBelow(folder: string): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}
