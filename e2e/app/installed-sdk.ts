import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { build as viteBundle } from "vite";
import { serviceUrl } from "./key-room";

const run = promisify(execFile);
const withoutProxy = { no_proxy: "localhost,127.0.0.1" };

export type InstalledSdk = Awaited<ReturnType<typeof installSdk>>;

/** The SDK in an application's folder, as npm installs it, with no registry to get anything else from. */
export async function installSdk() {
  // Below the project, so that React's and OpenFeature's packages are found.
  await mkdir("test-results", { recursive: true });
  const folder = await mkdtemp(join(process.cwd(), "test-results", "sdk-"));
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write("package.json", '{ "type": "module", "private": true }');
  const flags = ["--no-audit", "--no-fund", "--fetch-retries=0", "--registry=http://127.0.0.1:9"];
  const env = { ...process.env, ...withoutProxy };
  const cache = `--cache=${join(folder, "cache")}`;
  const { url } = await fetch(`${serviceUrl()}/sdk.tgz`);
  await run("npm", ["install", url, ...flags, cache], { cwd: folder, env });
  return {
    folder,
    write,
    /** Runs a script with Node in the folder. @returns what it printed */
    node: async (args: string[], variables: Record<string, string> = {}) => {
      const options = { cwd: folder, env: { ...process.env, ...withoutProxy, ...variables } };
      return (await run(process.execPath, args, options)).stdout;
    },
    /** The script that Vite makes of a module for a page. */
    vite: (text: string) => viteBuild(folder, text),
    /** One script of a file beside this one with its imports, in which the SDK is the installed one. */
    bundle: (name: string, platform: "browser" | "node") => bundled(folder, name, platform),
    remove: () => rm(folder, { recursive: true }),
  };
}

async function viteBuild(folder: string, text: string): Promise<string> {
  const entry = join(folder, "entry.ts");
  await writeFile(entry, text);
  const built = await viteBundle({
    ...{ root: folder, configFile: false, logLevel: "warn" },
    build: { write: false, lib: { entry, formats: ["es"] } },
  });
  const outputs = Array.isArray(built) ? built : [];
  return outputs
    .flatMap(({ output }) => output.flatMap((each) => ("code" in each ? each.code : [])))
    .join("");
}

async function bundled(folder: string, name: string, platform: "browser" | "node"): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [join(process.cwd(), "e2e", "app", name)],
    bundle: true,
    write: false,
    platform,
    // React's for Node is CommonJS, which asks for Node's modules as such.
    format: platform === "node" ? "cjs" : "esm",
    // React complains while it is developed with.
    define: { "process.env.NODE_ENV": '"development"' },
    alias: { "@/sdk/src/index": "@fieldkit/sdk", "@/sdk/src/react": "@fieldkit/sdk/react" },
    logLevel: "warning",
  });
  return outputFiles.map(({ text }) => text).join("");
}
