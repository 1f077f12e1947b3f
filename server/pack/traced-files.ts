import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { projectRoot } from "../build-stamp";

/** Patterns below `node_modules` of what a running server never loads. */
const unused = [
  // Native, so for one kind of machine only: pictures are sent as they are, and nothing is compiled any more.
  /^(@img|@napi-rs|sharp|@next\/swc[^/]*)\//,
  // What Next leaves out of its own lists.
  /^next\/dist\/compiled\/(webpack|jest-worker|@mswjs|next-server\/.*\.dev\.js$)/,
  /^next\/dist\/(server\/lib\/route-resolver|lib\/upgrade\/|pages\/)/,
  /^react(-dom)?\/.*\.development\.js$/,
  /\.([cm]?tsx?|map)$/,
];
const native = /\.(node|so|dylib|dll|exe)(\.[\d.]+)?$/;

/**
 * The files of packages that the bundled programs and Next's pages load, from the project's folder.
 * @param programs bundled files, from the project's folder
 * @throws when one of them would run on one kind of machine only
 */
export async function tracedFiles(programs: string[]): Promise<string[]> {
  const found = [...(await tracedBy(programs)), ...listedAtBuild()];
  const files = withCode([...new Set(found)].filter(isUsed)).sort();
  const bound = files.filter((file) => native.test(file));
  if (bound.length > 0) throw new Error(`These run on one kind of machine only: ${bound.join(", ")}`);
  return files;
}

const packages = "node_modules/";
const isUsed = (file: string) =>
  file.startsWith(packages) && !unused.some((pattern) => pattern.test(file.slice(packages.length)));

/** The package that a file belongs to, as a folder. */
export const packageOf = (file: string): string =>
  /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? "";

/** Without packages of which nothing but their description was looked at. */
function withCode(files: string[]): string[] {
  const loaded = new Set(files.filter((file) => !file.endsWith("/package.json")).map(packageOf));
  return files.filter((file) => loaded.has(packageOf(file)));
}

type TracerOptions = { base: string; mixedModules: boolean; ignore: (file: string) => boolean };
type Tracer = {
  nodeFileTrace(files: string[], options: TracerOptions): Promise<{ fileList: Set<string> }>;
};

async function tracedBy(programs: string[]): Promise<Set<string>> {
  // The tracer that Next itself uses.
  const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft") as Tracer;
  const { fileList } = await nodeFileTrace(
    programs.map((file) => join(projectRoot, file)),
    {
      base: projectRoot,
      mixedModules: true,
      ignore: (file) => !file.startsWith("dist/") && !isUsed(file),
    },
  );
  return fileList;
}

function listedAtBuild(): string[] {
  const built = join(projectRoot, ".next");
  const lists = readdirSync(join(built, "server"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".nft.json"))
    .map((name) => join(built, "server", name));
  return [join(built, "next-server.js.nft.json"), ...lists].flatMap((list) => {
    const { files } = JSON.parse(readFileSync(list, "utf8")) as { files: string[] };
    return files.map((file) => relative(projectRoot, resolve(dirname(list), file)));
  });
}
