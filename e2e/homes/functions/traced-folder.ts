import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { projectRoot } from "@/server/build-stamp";

export const dist = join(projectRoot, ".next");

/** What the launcher of a platform does: Next without its own server, in the folder where it stands. */
const launcher = `
process.chdir(__dirname);
process.env.NODE_ENV = "production";
const { config } = JSON.parse(require("node:fs").readFileSync(".next/required-server-files.json", "utf8"));
const NextServer = require("next/dist/compiled/next-server/server.runtime.prod.js").default;
const server = new NextServer({ conf: config, dir: ".", minimalMode: true, customServer: false });
const { AsyncLocalStorage } = require("node:async_hooks");
const requests = new AsyncLocalStorage();
globalThis[Symbol.for("@next/request-context")] = { get: () => requests.getStore() };
const handle = server.getRequestHandler();
module.exports = (request, response) => {
  const { waitUntil } = globalThis[Symbol.for("@vercel/request-context")].get();
  return requests.run({ waitUntil }, () => handle(request, response));
};
`;

/**
 * Lays out what Next found that these entries need (`*.nft.json`), and nothing else, in an empty folder. A file that
 * is opened by a name that Next can't follow is missing there, as it is missing on a platform.
 * @param entries such as `server/app/api/teams/route.js`
 * @returns the path of a launcher
 */
export function layOutTraced(entries: readonly string[], folder: string): string {
  const files = new Set<string>();
  for (const entry of ["server/instrumentation.js", ...entries]) {
    const file = join(dist, entry);
    files.add(file);
    addListed(`${file}.nft.json`, files);
  }
  addListed(join(dist, "next-minimal-server.js.nft.json"), files);
  const required = JSON.parse(readFileSync(join(dist, "required-server-files.json"), "utf8")) as {
    files: string[];
  };
  for (const file of [...required.files, ".next/required-server-files.json"]) {
    files.add(join(projectRoot, file));
  }
  for (const file of files) copy(file, folder);
  const path = join(folder, "launcher.cjs");
  writeFileSync(path, launcher);
  return path;
}

function addListed(list: string, files: Set<string>): void {
  const { files: listed } = JSON.parse(readFileSync(list, "utf8")) as { files: string[] };
  const folder = dirname(list);
  for (const file of listed) files.add(join(folder, file));
}

function copy(file: string, folder: string): void {
  const to = join(folder, relative(projectRoot, file));
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) return;
  mkdirSync(dirname(to), { recursive: true });
  if (found.isSymbolicLink()) symlinkSync(readlinkSync(file), to);
  else if (found.isFile()) linkOrCopy(file, to);
}

/** Thousands of files are linked in a moment, but only within one file system. */
function linkOrCopy(file: string, to: string): void {
  try {
    linkSync(file, to);
  } catch {
    copyFileSync(file, to);
  }
}
