import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { projectRoot } from "./build-stamp";

/** Where Next and platforms serve it as `/whats-new.js`. */
const widgetFile = join(projectRoot, "public", "whats-new.js");

/** Writes the script that other sites load to show a public page of releases. */
export async function buildWidget(): Promise<void> {
  mkdirSync(dirname(widgetFile), { recursive: true });
  const draft = `${widgetFile}.${process.pid}`;
  writeFileSync(draft, await widgetScript());
  renameSync(draft, widgetFile);
}

/** The script as one file that needs nothing. */
export async function widgetScript(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: projectRoot,
    entryPoints: ["lib/releases/changelog/widget/whats-new.ts"],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    logLevel: "warning",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
