import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { projectRoot } from "@/server/build-stamp";

const dist = join(projectRoot, ".next");

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
 * Copies what Next found that these entries need (`*.nft.json`), and nothing else, into an empty folder. A file that
 * is opened by a name that Next can't follow is missing there, as it is missing on a platform.
 * @param entries such as `server/app/api/teams/route.js`
 * @returns the path of a launcher
 */
export function layOutTraced(entries: readonly string[], folder: string): string {
  for (const entry of ["server/instrumentation.js", ...entries]) {
    const file = join(dist, entry);
    copy(file, folder);
    copyListed(`${file}.nft.json`, folder);
  }
  copyListed(join(dist, "next-minimal-server.js.nft.json"), folder);
  const required = JSON.parse(readFileSync(join(dist, "required-server-files.json"), "utf8")) as {
    files: string[];
  };
  for (const file of [...required.files, ".next/required-server-files.json"]) {
    copy(join(projectRoot, file), folder);
  }
  const path = join(folder, "launcher.cjs");
  writeFileSync(path, launcher);
  return path;
}

function copyListed(list: string, folder: string): void {
  const { files } = JSON.parse(readFileSync(list, "utf8")) as { files: string[] };
  for (const file of files) copy(resolve(dirname(list), file), folder);
}

function copy(file: string, folder: string): void {
  const to = join(folder, relative(projectRoot, file));
  if (!existsSync(file) || existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(file).isDirectory()) return;
  cpSync(file, to, { verbatimSymlinks: true });
}
