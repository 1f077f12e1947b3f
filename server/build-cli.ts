import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { projectRoot } from "./build-stamp";
import { versionMark, writePackage, writePublic } from "./pack-package";
import { requireBanner, wholeFile } from "./whole-file";

const program = "cli.mjs";

/** Writes the command line as npm installs it, and as one file to run, which Next and platforms serve as `/cli.mjs`. */
export async function packCli(): Promise<void> {
  const files = await writePackage("cli", await cliFiles(), { programs: [program] });
  writePublic(program, files.get(program) ?? "");
}

/** The files of the package by name. */
export async function cliFiles(): Promise<Map<string, string>> {
  const read = (name: string) => readFileSync(join(projectRoot, name), "utf8");
  return new Map([
    ["package.json", read("cli/package.json")],
    ["README.md", read("cli/README.md")],
    ["LICENSE", read("LICENSE")],
    [program, await bundledCli()],
  ]);
}

/** The whole command line in one file. */
export async function bundledCli(): Promise<string> {
  const { outputFiles } = await build({
    ...wholeFile,
    absWorkingDir: projectRoot,
    entryPoints: ["cli/src/main.ts"],
    outfile: `dist/${program}`,
    bundle: true,
    minify: true,
    keepNames: true,
    format: "esm",
    platform: "node",
    target: "node20",
    define: { "process.env.FIELDKIT_CLI_VERSION": JSON.stringify(versionMark) },
    banner: { js: `#!/usr/bin/env node\n${requireBanner}` },
    // Licences are in the package; comments of packages would be half of the file.
    legalComments: "none",
    logLevel: "warning",
    write: false,
    plugins: [smallZod],
  });
  const [file] = outputFiles;
  if (!file) throw new Error("esbuild made no file of cli/src/main.ts");
  return file.text;
}

/** Bundles the parts of zod that contracts use. As the object `z`, it would bring all of its languages, 360 KB. */
const smallZod: Plugin = {
  name: "small-zod",
  setup({ onLoad }) {
    onLoad({ filter: /\/lib\/.*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace('import { z } from "zod";', 'import * as z from "zod";'),
      loader: "ts",
    }));
  },
};
