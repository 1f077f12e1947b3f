import { build } from "esbuild";
import { projectRoot } from "./build-stamp";
import { writePublic } from "./pack-package";

/** Writes the script that other sites load to show a public page of releases, where Next and platforms serve it. */
export async function buildWidget(): Promise<void> {
  writePublic("whats-new.js", await widgetScript());
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
  const [file] = outputFiles;
  if (!file) throw new Error("esbuild made no file of whats-new.ts");
  return file.text;
}
