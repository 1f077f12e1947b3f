import { join } from "node:path";
import { freePort } from "../../e2e/free-port";
import { waitFor } from "../../e2e/processes";
import { createScratchDatabase } from "../../e2e/scratch-database";
import { install } from "../install";
import { peerVersions } from "../versions";
import { flagKeys, type Peer, type Tools, userCount } from "./peer";
import { callPeer, startPeerProcess } from "./peer-process";

const version = peerVersions["unleash-server"];
const adminToken = "*:*.bench-admin";
const frontendToken = "default:development.bench-frontend";
/** What SDKs of servers and the proxy use. */
export const backendToken = "default:development.bench-backend";

/** Five flags that are on for everybody, so that each is in the answer; asked as browsers do, and as servers do. */
export const unleash: Peer = {
  name: "Unleash",
  version,
  disciplines: ["5 flags"],
  wantedLead: 1,
  async start(tools) {
    const { url, pid, stop } = await startUnleash(tools);
    return {
      pid: () => pid,
      trials: [
        {
          discipline: "5 flags",
          way: "frontend API",
          prepare: async () => ({
            target: { url, paths: usersOf("/api/frontend"), headers: { authorization: frontendToken } },
          }),
        },
        {
          discipline: "5 flags",
          way: "client features",
          prepare: async () => ({
            target: { url: `${url}/api/client/features`, headers: { authorization: backendToken } },
          }),
        },
      ],
      stop,
    };
  },
};

export const usersOf = (path: string) =>
  Array.from({ length: userCount }, (_, at) => `${path}?userId=tenant-${at}`);

/** An Unleash with the flags, on a database of its own. */
export async function startUnleash({ node, admin }: Tools) {
  if (!admin) throw new Error("it needs Postgres, and FIELDKIT_TEST_DATABASE_URL is not set");
  const folder = await install("unleash-server", version);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const database = await createScratchDatabase(admin);
  let stop = database.drop;
  try {
    const started = await startPeerProcess({
      command: node,
      args: [join(folder, "dist", "server.js")],
      env: { ...environment, HTTP_PORT: String(port), DATABASE_URL: database.url },
      cwd: folder,
      readyUrl: `${url}/health`,
    });
    stop = () => started.stop().finally(database.drop);
    await createFlags(url);
    await untilAllAreIn(`${url}/api/frontend?userId=tenant-0`, frontendToken);
    return { url, pid: started.pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const environment = {
  HTTP_HOST: "127.0.0.1",
  DATABASE_SSL: "false",
  CHECK_VERSION: "false",
  SEND_TELEMETRY: "false",
  LOG_LEVEL: "error",
  INIT_ADMIN_API_TOKENS: adminToken,
  INIT_BACKEND_API_TOKENS: backendToken,
  INIT_FRONTEND_API_TOKENS: frontendToken,
};

async function createFlags(url: string): Promise<void> {
  const features = `${url}/api/admin/projects/default/features`;
  const headers = { authorization: adminToken };
  for (const name of flagKeys) {
    const inDevelopment = `${features}/${name}/environments/development`;
    await callPeer(features, { name, type: "release" }, { headers });
    const parameters = { rollout: "100", stickiness: "userId", groupId: name };
    await callPeer(`${inDevelopment}/strategies`, { name: "flexibleRollout", parameters }, { headers });
    await callPeer(`${inDevelopment}/on`, {}, { headers });
  }
}

/** A change takes some seconds to get there. @throws when it takes half a minute */
export async function untilAllAreIn(url: string, authorization: string): Promise<void> {
  const areIn = await waitFor(async () => {
    const response = await fetch(url, { headers: { authorization }, signal: AbortSignal.timeout(5000) });
    const { toggles = [] } = (await response.json()) as { toggles?: unknown[] };
    return toggles.length === flagKeys.length;
  }, 30_000);
  if (!areIn) throw new Error("its flags did not arrive");
}
