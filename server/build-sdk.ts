import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import ts from "typescript";
import { projectRoot } from "./build-stamp";
import { packedFiles, writePublic } from "./pack-package";

const entries = ["index", "server", "react", "openfeature", "openfeature-server"];
/** What the declarations of those mention. */
const declared = [...entries, "provider", "types"];

/** Writes the SDK as npm installs it, where Next and platforms serve it as `/sdk.tgz`. */
export async function packSdk(): Promise<void> {
  writePublic("sdk.tgz", await packedFiles(await sdkFiles()));
}

/** The files of the package by name. */
export async function sdkFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  files.set("package.json", readFileSync(source("package.json"), "utf8"));
  files.set("README.md", readFileSync(source("README.md"), "utf8"));
  files.set("LICENSE", readFileSync(join(projectRoot, "LICENSE"), "utf8"));
  for (const [name, text] of await scripts()) files.set(name, text);
  for (const name of declared) files.set(`${name}.d.ts`, declarationOf(name));
  return files;
}

const source = (name: string) => join(projectRoot, "sdk", name);

/** What several entries need is in files of its own, so that a page that has two of them loads it once. */
async function scripts(): Promise<[string, string][]> {
  const { outputFiles } = await build({
    absWorkingDir: projectRoot,
    entryPoints: entries.map((name) => `sdk/src/${name}.ts`),
    outdir: "dist/sdk",
    bundle: true,
    splitting: true,
    chunkNames: "shared-[hash]",
    minify: true,
    format: "esm",
    target: "es2022",
    external: ["react"],
    logLevel: "warning",
    write: false,
  });
  const outdir = join(projectRoot, "dist", "sdk");
  return outputFiles.map(({ path, text }) => [path.slice(outdir.length + 1), text]);
}

/** @throws where an exported type is not written out, so that it can't be told from its file alone */
function declarationOf(name: string): string {
  const { outputText, diagnostics } = ts.transpileDeclaration(
    readFileSync(source(`src/${name}.ts`), "utf8"),
    {
      fileName: `${name}.ts`,
      reportDiagnostics: true,
      compilerOptions: { isolatedDeclarations: true, declaration: true, target: ts.ScriptTarget.ES2022 },
    },
  );
  const [problem] = diagnostics ?? [];
  if (problem)
    throw new Error(`sdk/src/${name}.ts: ${ts.flattenDiagnosticMessageText(problem.messageText, "\n")}`);
  // Node resolves what modules import by the names of files.
  return outputText.replace(/(from ")(\.\/[\w-]+)(")/g, "$1$2.js$3");
}
