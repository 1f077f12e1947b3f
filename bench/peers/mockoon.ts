import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../e2e/free-port";
import { install } from "../install";
import { peerVersions } from "../versions";
import {
  firstPath,
  manyMocks,
  mockBody,
  mockDisciplines,
  mockPath,
  type Peer,
  pathsOf,
  type Tools,
  type Trial,
} from "./peer";
import { startPeerProcess } from "./peer-process";

const version = peerVersions["@mockoon/cli"];

/** Mockoon's command line. Its mocks are in a file that it reads at its start: it is started anew for many. */
export const mockoon: Peer = {
  name: "Mockoon CLI",
  version,
  disciplines: mockDisciplines,
  wantedLead: 1,
  async start({ node }) {
    const folder = await mkdtemp(join(tmpdir(), "fieldkit-bench-"));
    let running: Awaited<ReturnType<typeof startWith>> | undefined;
    const serve = async (paths: readonly string[]) => {
      await running?.stop();
      running = undefined;
      running = await startWith(paths, { node, folder });
      return running.url;
    };
    await serve([firstPath]);
    return {
      pid: () => running?.pid ?? 0,
      trials: trialsOf(serve),
      stop: async () => {
        await running?.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

function trialsOf(serve: (paths: readonly string[]) => Promise<string>): Trial[] {
  const many = Array.from({ length: manyMocks }, (_, at) => mockPath(at));
  return [
    {
      discipline: "one mock",
      prepare: async () => ({ target: { url: `${await serve([firstPath])}${firstPath}` }, mocks: 1 }),
    },
    {
      discipline: "many mocks",
      prepare: async () => ({
        target: { url: await serve([firstPath, ...many]), paths: pathsOf(manyMocks) },
        mocks: manyMocks,
      }),
    },
  ];
}

async function startWith(
  paths: readonly string[],
  { node, folder }: Pick<Tools, "node"> & { folder: string },
) {
  const installed = await install("@mockoon/cli", version);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const file = join(folder, "environment.json");
  await writeFile(file, JSON.stringify(environmentOf(port, paths)));
  const program = join(installed, "bin", "run.js");
  const { pid, stop } = await startPeerProcess({
    command: node,
    args: [program, "start", "--data", file, "--repair", "--disable-log-to-file", "--disable-admin-api"],
    readyUrl: `${url}${firstPath}`,
  });
  return { url, pid, stop };
}

/** Mockoon's file of one server; what is left out here it adds itself. */
function environmentOf(port: number, paths: readonly string[]) {
  const routes = paths.map((path) => ({
    uuid: crypto.randomUUID(),
    type: "http",
    method: "get",
    endpoint: path.slice(1),
    responses: [
      {
        uuid: crypto.randomUUID(),
        body: mockBody,
        mockDisciplines,
        statusCode: 200,
        headers: [{ key: "Content-Type", value: "application/json" }],
        bodyType: "INLINE",
        disableTemplating: true,
        default: true,
      },
    ],
  }));
  const rootChildren = routes.map(({ uuid }) => ({ type: "route", uuid }));
  const place = { uuid: crypto.randomUUID(), name: "bench", hostname: "127.0.0.1", port };
  return { ...place, lastMigration: 33, routes, folders: [], rootChildren };
}
