import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { type PackageName, packagesFolder } from "@/lib/platform/env/package-files";
import { projectRoot } from "./build-stamp";

/** Files of a package by name. */
export type PackageFiles = ReadonlyMap<string, string>;

/** Stands for the version in files, of which the version is made. */
export const versionMark = "0.0.0-unversioned";

/** Writes what Next and platforms serve at this name. */
export const writePublic = (name: string, content: string): void => replace(join("public", name), content);

/**
 * Versions a package by its content, so that another content never has the same URL, and writes its archive.
 * @returns its files, with the version in them
 */
export async function writePackage(
  name: PackageName,
  files: PackageFiles,
  options: { programs?: readonly string[] } = {},
): Promise<PackageFiles> {
  const digest = createHash("sha256").update(JSON.stringify([...files].sort()));
  const { version: release } = JSON.parse(files.get("package.json") ?? "{}") as { version: string };
  // The letter, because a number must not begin with a zero.
  const version = `${release}-g${digest.digest("hex").slice(0, 8)}`;
  const json = files.get("package.json")?.replace(`"version": "${release}"`, `"version": "${version}"`);
  const versioned = new Map([...files, ["package.json", json ?? ""] as const]);
  for (const [file, text] of versioned) versioned.set(file, text.replaceAll(versionMark, version));
  const archive = `${name}-${version}.tgz`;
  replace(join(packagesFolder, archive), await packedFiles(versioned, options));
  for (const file of readdirSync(join(projectRoot, packagesFolder))) {
    if (file.startsWith(`${name}-`) && file !== archive) rmSync(join(projectRoot, packagesFolder, file));
  }
  return versioned;
}

/** The variables that a build puts in place of `packageFile`. Empty before anything is packed. */
export function packageVariables(): { FIELDKIT_CLI_PACKAGE: string; FIELDKIT_SDK_PACKAGE: string } {
  const folder = join(projectRoot, packagesFolder);
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(folder);
  const archiveOf = (name: PackageName) => files.find((file) => file.startsWith(`${name}-`)) ?? "";
  return { FIELDKIT_CLI_PACKAGE: archiveOf("cli"), FIELDKIT_SDK_PACKAGE: archiveOf("sdk") };
}

/** In one step, because another process may be serving the file. */
function replace(name: string, content: string | Buffer): void {
  const file = join(projectRoot, name);
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}

/** The archive that npm installs. The same files make the same bytes, so that lock files hold. */
async function packedFiles(
  files: PackageFiles,
  { programs = [] }: { programs?: readonly string[] } = {},
): Promise<Buffer> {
  const tar = pack();
  // What npm's own packages have.
  const mtime = new Date("1985-10-26T08:15:00Z");
  for (const [name, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    tar.entry({ name: `package/${name}`, mtime, mode: programs.includes(name) ? 0o755 : 0o644 }, text);
  }
  tar.finalize();
  return gzipSync(await buffer(tar), { level: 9 });
}
