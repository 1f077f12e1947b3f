import { spawn } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, type BuildResult, build as bundle } from "esbuild";
import { checkProgram } from "@/lib/flag-values/value-schema/check-program";
import { convertProgram } from "@/lib/mocks/import/convert-program";
import { renderProgram } from "@/lib/mocks/templates/render-program";
import { findCommit } from "@/lib/platform/version/find-commit";
import { htmlProgram } from "@/lib/releases/html/html-program";
import { writingProgram } from "@/lib/releases/jobs/writing-program";
import { packCli } from "./build-cli";
import { packSdk } from "./build-sdk";
import { bundleFile, projectRoot, sourcesDigest, stampBuild } from "./build-stamp";
import { buildWidget } from "./build-widget";
import { commands } from "./commands";
import { buildDocs } from "./docs/build-docs";
import { packageVariables } from "./pack-package";
import { requireBanner, wholeFile } from "./whole-file";

/**
 * Builds the pages with Next and bundles the server and the database's child process. Prints three lines.
 * @throws when a step fails; its output is on the terminal.
 */
export async function build(): Promise<void> {
  const startedAt = performance.now();
  // Read before the build, so that files edited meanwhile count as changed.
  const digest = sourcesDigest();
  const commit = findCommit(projectRoot);
  rmSync(bundleFile("build-stamp"), { force: true });
  // First, because Next lists what the pages' functions need.
  await bundlePrograms("dist/programs");
  await Promise.all([packSdk(), packCli(), buildWidget()]);
  buildDocs();
  print("Building the dashboard. This takes 1 to 3 minutes on most machines, once per version…");
  await buildPages(commit);
  print("Building the server…");
  await bundleStarted();
  stampBuild({ digest, commit });
  print(`Built in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
}

const print = (line: string) => process.stdout.write(`${line}\n`);

/** The relay alone, from its sources as they are, in about a second. @returns the file to start */
export async function bundleRelay(outdir: string): Promise<string> {
  writeFiles(await bundle({ ...relayOptions(outdir), write: false }));
  return resolve(projectRoot, outdir, "sidecar.js");
}

/** Puts the commit of unchanged sources, and its documentation, into what `npm start` runs, in about a second. */
async function renewCommit(): Promise<void> {
  buildDocs();
  const digest = sourcesDigest();
  await bundleStarted();
  stampBuild({ digest, commit: findCommit(projectRoot) });
}

async function bundleStarted(): Promise<void> {
  const started = { server: "server/main.ts", pages: "server/pages-main.ts", ...commands };
  const banner = { js: 'import "./production.js";' };
  writeFiles(await bundle({ ...bundleOptions(started), banner, outdir: "dist", write: false }));
  await bundleServer("dist", {
    production: "server/production.mjs",
    "db-child": "db/embedded/child.ts",
    "check-build": "server/check-build.ts",
  });
  await bundleRelay("dist");
}

/** Bundles in a second. Each file is replaced in one step, because another process may be starting it. */
export async function bundleServer(outdir: string, entryPoints: Record<string, string>): Promise<void> {
  writeFiles(await bundle({ ...bundleOptions(entryPoints), outdir, write: false }));
  await bundlePrograms(join(outdir, "programs"));
}

async function bundlePrograms(outdir: string): Promise<void> {
  writeFiles(await bundle({ ...programOptions(outdir), write: false }));
}

function writeFiles({ outputFiles }: BuildResult<{ write: false }>): void {
  for (const { path, contents } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, contents);
    renameSync(draft, path);
  }
}

export function bundleOptions(entryPoints: Readonly<Record<string, string>>) {
  return {
    absWorkingDir: projectRoot,
    entryPoints,
    outdir: "dist",
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20.19",
    sourcemap: true,
    logLevel: "warning",
    define: definitionsOf({ FIELDKIT_COMMIT: findCommit(projectRoot) ?? "", ...packageVariables() }),
  } as const satisfies BuildOptions;
}

const definitionsOf = (variables: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)]),
  );

/** What runs in worker threads, each whole in one file, so that threads start fast and on every platform. */
export function programOptions(outdir: string) {
  const entryPoints = Object.fromEntries(
    [writingProgram, htmlProgram, renderProgram, convertProgram, checkProgram].map(({ name, source }) => [
      name,
      source,
    ]),
  );
  return {
    ...bundleOptions(entryPoints),
    outdir,
    packages: "bundle",
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    sourcemap: false,
  } as const satisfies BuildOptions;
}

/**
 * The relay whole in one file, which starts wherever there is Node. Not minified, because Node shows the line of an error
 * that nobody catches.
 */
export function relayOptions(outdir: string) {
  return {
    ...bundleOptions({ sidecar: "sidecar/main.ts" }),
    outdir,
    ...wholeFile,
    banner: { js: requireBanner },
  } as const satisfies BuildOptions;
}

/** Shows Next's own output, which lists some 200 routes, only if it fails. */
function buildPages(commit: string | null): Promise<void> {
  const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [next, "build"], {
      cwd: projectRoot,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        FIELDKIT_COMMIT: commit ?? "",
        ...packageVariables(),
      },
    });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) return resolve();
      process.stderr.write(Buffer.concat(output));
      reject(new Error(`next build ended with ${code}`));
    });
  });
}

if (process.argv[1] && fileURLToPath(import.meta.url) === join(process.argv[1])) {
  const [, , what] = process.argv;
  if (what === "commit") await renewCommit();
  else if (what === "sidecar") await bundleRelay("dist/alone");
  else await build();
}
