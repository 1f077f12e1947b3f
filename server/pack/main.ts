/**
 * `npm run pack [-- <folder>]`: writes what runs without sources and without `npm ci`, as `fieldkit-<version>/` and
 * `fieldkit-<version>.tar.gz`, into a folder, by default `dist/packed`. Builds first if the sources have changed.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "../build";
import { isBuilt, projectRoot } from "../build-stamp";
import { ownPackage, writeLayout } from "./layout";

const into = resolve(projectRoot, process.argv[2] ?? "dist/packed");
if (!isBuilt()) await build();
const { name, version } = ownPackage();
const packed = `${name}-${version}`;
await writeLayout(join(into, packed));
execFileSync("tar", ["-czf", `${packed}.tar.gz`, packed], { cwd: into, stdio: "inherit" });
const files = readdirSync(join(into, packed), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => statSync(join(entry.parentPath, entry.name)).size);
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const sizes = `${files.length} files, ${mb(files.reduce((sum, size) => sum + size, 0))}`;
const tarball = join(into, `${packed}.tar.gz`);
process.stdout.write(`${join(into, packed)}: ${sizes}\n${tarball}: ${mb(statSync(tarball).size)}\n`);
