import { spawn } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build as bundle } from "esbuild";
import { bundleFile, projectRoot, sourcesDigest, stampBuild } from "./build-stamp";

/**
 * Builds the pages with Next and bundles the server and the database's child process.
 * @throws when a step fails; its output is on the terminal.
 */
export async function build(): Promise<void> {
  // Read before the build, so that files edited meanwhile count as changed.
  const digest = sourcesDigest();
  rmSync(bundleFile("build-stamp"), { force: true });
  await buildPages();
  await bundleServer("dist", { server: "server/main.ts", "db-child": "db/embedded/child.ts" });
  stampBuild(digest);
}

/** Bundles in a second. Each file is replaced in one step, because another process may be starting it. */
export async function bundleServer(outdir: string, entryPoints: Record<string, string>): Promise<void> {
  const { outputFiles } = await bundle({ ...bundleOptions(entryPoints), outdir, write: false });
  mkdirSync(join(projectRoot, outdir), { recursive: true });
  for (const { path, contents } of outputFiles) {
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, contents);
    renameSync(draft, path);
  }
}

export function bundleOptions(entryPoints: Record<string, string>) {
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
  } as const satisfies BuildOptions;
}

function buildPages(): Promise<void> {
  const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [next, "build"], {
      cwd: projectRoot,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`next build ended with ${code}`))));
  });
}

if (process.argv[1] && fileURLToPath(import.meta.url) === join(process.argv[1])) await build();
