import { freePort } from "../../e2e/free-port";
import { install } from "../install";
import { peerVersions } from "../versions";
import type { Peer, Tools } from "./peer";
import { startPeerProcess } from "./peer-process";
import { backendToken, startUnleash, untilAllAreIn, usersOf } from "./unleash";

const version = peerVersions["@unleash/proxy"];
const clientKey = "bench-proxy";

/** Its own program listens on every address; this is the same on loopback. */
const program = `
const { unleashUrl, unleashApiToken, clientKey, port } = JSON.parse(process.argv[1]);
require("@unleash/proxy")
  .createApp({ unleashUrl, unleashApiToken, clientKeys: [clientKey], unleashAppName: "bench" })
  .listen(port, "127.0.0.1");
`;

/** The proxy before an Unleash of its own, which only tells it the flags. */
export const unleashProxy: Peer = {
  name: "Unleash Proxy",
  version,
  disciplines: ["5 flags"],
  wantedLead: 4,
  async start(tools) {
    const folder = await install("@unleash/proxy", version);
    const upstream = await startUnleash(tools);
    try {
      const { url, pid, stop } = await startProxy(upstream.url, folder, tools);
      return {
        pid: () => pid,
        trials: [
          {
            discipline: "5 flags",
            prepare: async () => ({
              target: { url, paths: usersOf("/proxy"), headers: { authorization: clientKey } },
            }),
          },
        ],
        stop: () => stop().finally(upstream.stop),
      };
    } catch (error) {
      await upstream.stop();
      throw error;
    }
  },
};

async function startProxy(upstream: string, folder: string, { node }: Tools) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { unleashUrl: `${upstream}/api`, unleashApiToken: backendToken, clientKey, port };
  const { pid, stop } = await startPeerProcess({
    command: node,
    args: ["-e", program, "--", JSON.stringify(settings)],
    cwd: folder,
    readyUrl: `${url}/proxy/health`,
  });
  try {
    await untilAllAreIn(`${url}/proxy?userId=tenant-0`, clientKey);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid, stop };
}
