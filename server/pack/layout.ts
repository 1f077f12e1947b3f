import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectRoot } from "../build-stamp";
import { commands } from "../commands";
import { writeEmptyDatabase } from "./empty-database";
import { packageOf, tracedFiles } from "./traced-files";

const programs = ["server", "pages", "db-child", ...Object.keys(commands)].map((name) => `dist/${name}.js`);
/** What is taken as it is, if it is there. The launchers start what is built where there is nothing to build from. */
const plain = [
  ...programs,
  "dist/packages",
  "dist/production.js",
  "dist/programs",
  "dist/sidecar.js",
  "server/start.mjs",
  "sidecar/start.mjs",
  "drizzle",
  "public",
  "README.md",
  ".env.example",
  "CHANGELOG.md",
  "LICENSE",
];
/** Of Next's build: caches, reports and lists that only a builder reads. */
const unread =
  /^\.next\/(build|cache|diagnostics|dev|types|trace|trace-build|turbopack|required-server-files\.js)(\/|$)|\.(map|nft\.json)$/;

type Package = { name: string; version: string } & Record<string, unknown>;

export const ownPackage = () =>
  JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as Package;

/**
 * Writes what is needed to run the finished build, and nothing else, into a folder that is made for it: no sources, no
 * compiler, no maps of sources, nothing that is bound to one kind of machine.
 * @param folder absolute
 */
export async function writeLayout(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const traced = await tracedFiles(programs);
  for (const name of [...plain, ...traced, ...licencesOf(traced)]) take(name, folder);
  takeNext(folder);
  // Where the database's program looks for it (db/embedded/child.ts).
  await writeEmptyDatabase(join(folder, "dist", "empty-database"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(packedPackage(), null, 2)}\n`);
}

/** Links stay links: Next's build has some to packages, relative ones. */
function take(name: string, folder: string, filter?: (path: string) => boolean): void {
  const source = join(projectRoot, name);
  if (!existsSync(source)) return;
  const target = join(folder, name);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(source, target, {
    recursive: true,
    verbatimSymlinks: true,
    ...(filter && { filter: (path: string) => filter(path.slice(projectRoot.length).replace(/^\//, "")) }),
  });
}

function takeNext(folder: string): void {
  take(".next", folder, (path) => !unread.test(path));
  // The folder of the build is nobody's business, and Next runs where it is.
  const manifest = join(folder, ".next", "required-server-files.json");
  const inJson = JSON.stringify(projectRoot.replace(/\/$/, "")).slice(1, -1);
  writeFileSync(manifest, readFileSync(manifest, "utf8").replaceAll(inJson, "."));
}

/** Packages want to be handed on with their licences. */
function licencesOf(files: string[]): string[] {
  return [...new Set(files.map(packageOf))].flatMap((name) =>
    readdirSync(join(projectRoot, name))
      .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
      .map((file) => `${name}/${file}`),
  );
}

function packedPackage(): Package {
  const { name, version, private: isPrivate, description, license, type, engines } = ownPackage();
  const started = ["sidecar", ...Object.keys(commands)].map((each) => [each, `node dist/${each}.js`]);
  const scripts = { start: "node dist/server.js", ...Object.fromEntries(started) };
  return { name, version, private: isPrivate, description, license, type, engines, scripts };
}
