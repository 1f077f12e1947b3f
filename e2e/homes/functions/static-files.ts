import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { StaticFile } from "./front";

const types: Record<string, string> = {
  css: "text/css; charset=utf-8",
  js: "application/javascript; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
  png: "image/png",
  ico: "image/x-icon",
  txt: "text/plain; charset=utf-8",
};

/**
 * Finds files by their path.
 * @param prefix what paths of files in the folder begin with
 * @param named those that are called otherwise than their path says
 */
export function filesIn(prefix: string, folder: string, named: ReadonlyMap<string, StaticFile>) {
  return (path: string): StaticFile | undefined => {
    const known = named.get(path);
    if (known) return known;
    if (!path.startsWith(prefix) || path.includes("..") || path.includes("\0")) return undefined;
    const file = join(folder, path.slice(prefix.length));
    if (!existsSync(file) || !statSync(file).isFile()) return undefined;
    return { path: file, contentType: types[file.split(".").at(-1) ?? ""] };
  };
}
