import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

const run = promisify(execFile);
const inProject = (...parts: string[]) => join(process.cwd(), ...parts);
const generators = inProject("e2e", "generated-clients");
const program = (...parts: string[]) => join(generators, "node_modules", ...parts);

/** The settings of careful projects. The check includes the packages' own types. */
const strict = {
  target: "ES2022",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  module: "ESNext",
  moduleResolution: "Bundler",
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  types: [],
  noEmit: true,
};

const configs = {
  // The run-time files of Hey API don't compile with this option, whatever the document says.
  "hey-api": { exactOptionalPropertyTypes: false },
  others: { exactOptionalPropertyTypes: true },
};

const samples = { "hey-api": ["hey-api.ts"], others: ["openapi-typescript.ts", "orval.ts", "orval-zod.ts"] };

const orvalConfig = `const input = "./openapi.json";
export default {
  fetch: { input, output: { target: "./generated/orval.ts", client: "fetch" } },
  zod: { input, output: { target: "./generated/orval-zod.ts", client: "zod" } },
};
`;

export type GeneratedClients = Awaited<ReturnType<typeof generateClients>>;

/** The generators are 160 packages, some of which ask for a newer Node. An installation of Fieldkit doesn't need them. */
async function installGenerators(): Promise<void> {
  if (existsSync(program("orval"))) return;
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await run("npm", ["ci", ...flags], { cwd: generators });
}

/** Clients of the document by three generators, with the samples beside them, in a folder where packages are found. */
export async function generateClients(document: string) {
  await installGenerators();
  await mkdir(inProject("test-results"), { recursive: true });
  const folder = await mkdtemp(inProject("test-results", "clients-"));
  const node = (...args: string[]) =>
    run(process.execPath, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  await cp(inProject("e2e", "generated-clients", "samples"), folder, { recursive: true });
  await writeFile(join(folder, "openapi.json"), document);
  await writeFile(join(folder, "orval.config.mjs"), orvalConfig);
  const types = join("generated", "openapi-typescript.ts");
  const sdk = ["-i", "openapi.json", "-o", join("generated", "hey-api"), "--no-log-file", "--silent"];
  await Promise.all([
    node(program("openapi-typescript", "bin", "cli.js"), "openapi.json", "-o", types),
    node(program("orval", "dist", "bin", "orval.mjs")),
    node(program("@hey-api", "openapi-ts", "bin", "run.js"), ...sdk),
  ]);
  return {
    /** @returns what the compiler says */
    compile: async (name: keyof typeof configs) => {
      const config = { compilerOptions: { ...strict, ...configs[name] }, files: samples[name] };
      const file = `tsconfig.${name}.json`;
      await writeFile(join(folder, file), JSON.stringify(config));
      return node(inProject("node_modules", "typescript-native", "bin", "tsc"), "-p", file).then(
        () => "",
        ({ stdout }: { stdout: string }) => stdout,
      );
    },
    /** The exports of a sample, bundled with its client. */
    load: async (sample: string): Promise<Record<string, unknown>> => {
      const outfile = join(folder, `${sample}.mjs`);
      const entryPoints = [join(folder, `${sample}.ts`)];
      await build({
        entryPoints,
        outfile,
        bundle: true,
        format: "esm",
        platform: "node",
        logLevel: "warning",
      });
      return import(outfile);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
