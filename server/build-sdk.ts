import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import ts from "typescript";
import { projectRoot } from "./build-stamp";
import { writePackage } from "./pack-package";

const entries = ["index", "server", "react", "openfeature", "openfeature-server"];
/** Files whose declarations those mention. */
const declared = [...entries, "errors", "provider", "types"];
/** Bundlers for React Server Components need to know that its hooks run in browsers. */
const clientEntries = ["react"];

/** Writes the SDK as npm installs it. */
export async function packSdk(): Promise<void> {
  await writePackage("sdk", await sdkFiles());
}

/** The files of the package by name. */
export async function sdkFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  files.set("package.json", readFileSync(source("package.json"), "utf8"));
  files.set("README.md", readFileSync(source("README.md"), "utf8"));
  files.set("LICENSE", readFileSync(join(projectRoot, "LICENSE"), "utf8"));
  for (const platform of ["default", "node"] as const) {
    for (const [name, text] of await scriptsFor(platform)) files.set(name, text);
  }
  for (const name of declared) files.set(`${name}.d.ts`, declarationOf(name));
  return files;
}

const source = (name: string) => join(projectRoot, "sdk", name);

/** Code that several entries share is in files of its own, so that a page with two of them loads it once. */
async function scriptsFor(platform: "default" | "node"): Promise<[string, string][]> {
  const folder = platform === "node" ? "node/" : "";
  const { outputFiles } = await build({
    absWorkingDir: projectRoot,
    entryPoints: entries.map((name) => `sdk/src/${name}.ts`),
    outdir: "dist/sdk",
    bundle: true,
    splitting: true,
    chunkNames: "shared-[hash]",
    // In Node, readable stack traces are worth more than size.
    minify: platform === "default",
    format: "esm",
    target: "es2022",
    external: ["react", "node:*"],
    plugins: platform === "node" ? [nodePlatform] : [],
    logLevel: "warning",
    write: false,
  });
  const outdir = join(projectRoot, "dist", "sdk");
  return outputFiles.map(({ path, text }) => {
    const name = path.slice(outdir.length + 1);
    const directive = clientEntries.some((each) => name === `${each}.js`) ? '"use client";\n' : "";
    return [folder + name, directive + text];
  });
}

const nodePlatform: Plugin = {
  name: "platform",
  setup(build) {
    build.onResolve({ filter: /^\.\/platform$/ }, () => ({ path: source("src/platform.node.ts") }));
  },
};

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
