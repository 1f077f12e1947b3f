import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { projectRoot } from "./build-stamp";

/** Files of a package by name. */
export type PackageFiles = ReadonlyMap<string, string>;

/** Writes what Next and platforms serve at this name. In one step, because another process may be serving it. */
export function writePublic(name: string, content: string | Buffer): void {
  const file = join(projectRoot, "public", name);
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}

/** The archive that npm installs. The same files make the same bytes, so that lock files hold. */
export async function packedFiles(
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
