import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { pack } from "tar-stream";
import ts from "typescript";
import { projectRoot } from "./build-stamp";

const entries = ["index", "server", "react", "openfeature", "openfeature-server"];
/** What the declarations of those mention. */
const declared = [...entries, "provider", "types"];

/** Where Next and platforms serve it as `/sdk.tgz`. */
const sdkFile = join(projectRoot, "public", "sdk.tgz");

/** Writes the SDK as npm installs it. The same sources make the same bytes, so that lock files hold. */
export async function packSdk(): Promise<void> {
  const packed = await packedFiles(await sdkFiles());
  mkdirSync(dirname(sdkFile), { recursive: true });
  const draft = `${sdkFile}.${process.pid}`;
  writeFileSync(draft, packed);
  renameSync(draft, sdkFile);
}

/** The files of the package by name. */
export async function sdkFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  files.set("package.json", readFileSync(source("package.json"), "utf8"));
  files.set("README.md", readFileSync(source("README.md"), "utf8"));
  files.set("LICENSE", readFileSync(join(projectRoot, "LICENSE"), "utf8"));
  for (const [name, text] of await scripts()) files.set(name, text);
  for (const name of declared) files.set(`${name}.d.ts`, declarationOf(name));
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
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

async function packedFiles(files: ReadonlyMap<string, string>): Promise<Buffer> {
  const tar = pack();
  // What npm's own packages have.
  const mtime = new Date("1985-10-26T08:15:00Z");
  for (const [name, text] of files) tar.entry({ name: `package/${name}`, mtime, mode: 0o644 }, text);
  tar.finalize();
  return gzipSync(await buffer(tar), { level: 9 });
}
