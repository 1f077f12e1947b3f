/**
 * `npm run dev`: the server with Next in development mode inside. Next shows edits of pages by itself. After an edit
 * of anything else the server is restarted, and requests that arrive meanwhile wait for it.
 */
import { type ChildProcess, fork } from "node:child_process";
import { readdirSync, watch } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { context } from "esbuild";
import { env } from "@/lib/platform/env/env";
import { endOnSignals } from "@/lib/platform/process/end-on-signals";
import { listen } from "@/lib/platform/process/listen";
import { bundleOptions, programOptions } from "./build";
import { packCli } from "./build-cli";
import { packSdk } from "./build-sdk";
import { projectRoot } from "./build-stamp";
import { buildWidget } from "./build-widget";
import { DevFront } from "./dev-front";
import { buildDocs } from "./docs/build-docs";
import { packageVariables } from "./pack-package";

// Next and React need the first before their first import; the second keeps Next from `.env`, as in `production.mjs`.
Object.assign(process.env, { NODE_ENV: "development", __NEXT_PROCESSED_ENV: "true" });

const folders = ["db", "lib", "server", "sidecar"];
/** Editors write a file in several steps, and often several files at once. */
const settleMs = 50;
/** A server that hangs while it ends must not keep an edit from being seen. */
const endWithinMs = 5000;

await Promise.all([packSdk(), packCli(), buildWidget()]);
// For Next, which runs in the server.
Object.assign(process.env, packageVariables());
const bundle = await context({ ...bundleOptions({ "dev-server": "server/main.ts" }), write: false });
const programs = await context({ ...programOptions("dist/dev-programs"), write: false });
buildDocs();
const front = new DevFront();
let bundled = "";
let server: ChildProcess | undefined;
let ending = false;

const { port, host } = env();
await listen(front.listener, { port, host, command: "npm run dev" });
endOnSignals(async () => {
  ending = true;
  front.close();
  await stop();
  await Promise.all([bundle.dispose(), programs.dispose()]);
});
await mkdir(join(projectRoot, "dist", "dev-programs"), { recursive: true });
await renew();

let timer: NodeJS.Timeout | undefined;
let renewing = Promise.resolve();
const watched = new Set<string>();
watchFolders();

/** Watches folders, because Node loses sight of single files that editors replace. */
function watchFolders(): void {
  const below = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name));
  for (const folder of folders
    .map((name) => join(projectRoot, name))
    .flatMap((top) => [top, ...below(top)])) {
    if (watched.has(folder)) continue;
    watched.add(folder);
    watch(folder, (_, file) => changed(file)).on("error", () => watched.delete(folder));
  }
}

function changed(file: string | null): void {
  if (!file || !/^[^.]*(\.ts)?$/.test(file)) return;
  front.wait();
  clearTimeout(timer);
  timer = setTimeout(() => {
    watchFolders();
    renewing = renewing.then(renew);
  }, settleMs);
}

/** Bundles the server, and restarts it when something in it has changed. */
async function renew(): Promise<void> {
  const built = await Promise.all([bundle.rebuild(), programs.rebuild()]).catch(() => undefined);
  // The error is already on the terminal; the previous server goes on.
  if (!built || ending) return front.goOn();
  const files = built.flatMap(({ outputFiles }) => outputFiles);
  const made = files.map(({ path, text }) => (path.endsWith("js") ? text : "")).join("");
  if (made === bundled && server?.connected) return front.goOn();
  const isFirst = bundled === "";
  bundled = made;
  await stop();
  await Promise.all(files.map(({ path, contents }) => writeFile(path, contents)));
  start(isFirst ? ["--dev"] : ["--dev", "--again"]);
}

function start(args: string[]): void {
  const started = fork(join(projectRoot, "dist", "dev-server.js"), args, {
    cwd: projectRoot,
    execArgv: ["--enable-source-maps"],
    // In a process group of its own: Ctrl-C must reach this process alone, which decides when the server ends.
    detached: true,
  });
  server = started;
  started.once("message", (message) => front.lead((message as { port: number }).port));
  started.once("exit", (code) => {
    if (server !== started) return;
    // The first start failed, so there is nothing to go back to; the error is already on the terminal.
    if (!args.includes("--again")) process.exit(code ?? 1);
    front.fail();
  });
}

async function stop(): Promise<void> {
  const stopped = server;
  server = undefined;
  front.wait();
  front.cut();
  if (!stopped || stopped.exitCode !== null || stopped.signalCode !== null) return;
  const ended = new Promise((resolve) => stopped.once("exit", resolve));
  stopped.kill("SIGTERM");
  const impatient = setTimeout(() => stopped.kill("SIGKILL"), endWithinMs);
  await ended;
  clearTimeout(impatient);
}
