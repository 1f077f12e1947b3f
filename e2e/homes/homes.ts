import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Counts, sumOf } from "../check/steps";
import { apiSuite, clusterSuite, functionSuite, onScratch, withRelay } from "../check/suites";
import { containerHome } from "./container";
import { builtForVercel } from "./functions/build";
import { nginxHome } from "./nginx";
import { pooledHome } from "./pgbouncer";

/** A way to run Fieldkit, and all that is run against it. */
export type Home = {
  /** What it is called on the command line. */
  name: string;
  title: string;
  suites: string;
  run(): Promise<Counts>;
};

export type Services = { databaseUrl: string; redisUrl: string };

/** The oldest that Fieldkit runs on, and those after it. Other homes are tested on the one that runs the tests. */
const supportedNodes = ["20", "22", "24"];

/** Every home that Fieldkit is tested in. They build upon the present build, except for functions, which need their own. */
export function homesOn({ databaseUrl, redisUrl }: Services): Home[] {
  const functions = (bus: "upstash" | "redis") => () => onFunctions({ databaseUrl, redisUrl }, bus);
  return [
    ...supportedNodes.map((version) => ({
      name: `node-${version}`,
      title: `Server with its embedded database, Node ${version}`,
      suites: "API, streams",
      run: () => onNode(version),
    })),
    {
      name: "processes",
      title: "Server on Postgres and Redis, two processes",
      suites: "API, streams, both processes and broken connections",
      run: async () => sumOf([await onTwoProcesses({ databaseUrl, redisUrl }), await clusterSuite()]),
    },
    {
      name: "next",
      title: "`next start` on Postgres and Redis, relay beside it, no cron",
      suites: "API, streams",
      run: () =>
        onScratch(databaseUrl, (database) => withRelay("next", redisUrl, database, { label: "next" })),
    },
    {
      name: "functions",
      title: "Vercel's functions, Neon's driver, Upstash over REST, relay",
      suites: "API, streams, traced files",
      run: async () => sumOf([await functionSuite(), await functions("upstash")()]),
    },
    {
      name: "functions-redis",
      title: "Vercel's functions, Neon's driver, Redis over TCP, relay",
      suites: "API, streams",
      run: functions("redis"),
    },
    {
      name: "container",
      title: "What is packed for images and tarball, as another user, read-only",
      suites: "API, streams, start and end",
      run: containerHome,
    },
    {
      name: "nginx",
      title: "Server behind Debian's nginx",
      suites: "API, streams, pages in a browser",
      run: nginxHome,
    },
    {
      name: "pgbouncer",
      title: "Server behind PgBouncer in transaction mode",
      suites: "API, streams, starts at once",
      run: () => pooledHome(databaseUrl),
    },
  ];
}

const onTwoProcesses = ({ databaseUrl, redisUrl }: Services) =>
  onScratch(databaseUrl, (database) =>
    apiSuite("server", { ...database, REDIS_URL: redisUrl, WORKERS: "2" }),
  );

export async function onFunctions(
  { databaseUrl, redisUrl }: Services,
  bus: "upstash" | "redis",
  only: readonly string[] = [],
): Promise<Counts> {
  process.env.FIELDKIT_FUNCTIONS = await builtForVercel(databaseUrl);
  process.env.FIELDKIT_FUNCTIONS_BUS = bus;
  return onScratch(databaseUrl, (database) =>
    withRelay("functions", redisUrl, database, { label: `functions ${bus}`, only }),
  );
}

/** Another Node runs the last build as it is. npm has each version's binary as a package. */
async function onNode(version: string): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), "fieldkit-node-"));
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  try {
    await writeFile(join(folder, "package.json"), "{}");
    await promisify(execFile)("npm", ["install", "--ignore-scripts", `${name}@${version}`], { cwd: folder });
    return await apiSuite("server", {}, { node: join(folder, "node_modules", name, "bin", "node") });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
