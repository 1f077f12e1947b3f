import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
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
  // Before the build, so that what is edited meanwhile counts as changed.
  const digest = sourcesDigest();
  rmSync(bundleFile("build-stamp"), { force: true });
  await buildPages();
  await bundle(bundleOptions({ server: "server/main.ts", "db-child": "db/embedded/child.ts" }));
  stampBuild(digest);
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
