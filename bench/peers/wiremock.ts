import { join } from "node:path";
import { freePort } from "../../e2e/free-port";
import { install } from "../install";
import { peerVersions } from "../versions";
import { mockTrials } from "./mock-trials";
import { mockBody, mockDisciplines, type Peer } from "./peer";
import { callPeer, startPeerProcess } from "./peer-process";

const version = peerVersions.wiremock;

/** WireMock standalone, without journal and request log: what it advises for load. */
export const wiremock: Peer = {
  name: "WireMock",
  version,
  disciplines: mockDisciplines,
  wantedLead: 1,
  isJava: true,
  async start() {
    const folder = await install("wiremock", version);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const quiet = ["--no-request-journal", "--disable-request-logging", "--disable-banner"];
    const jar = join(folder, "build", `wiremock-standalone-${version}.jar`);
    const { pid, stop } = await startPeerProcess({
      command: "java",
      args: ["-jar", jar, "--port", `${port}`, "--bind-address", "127.0.0.1", "--root-dir", ".", ...quiet],
      readyUrl: `${url}/__admin/health`,
    });
    return {
      pid: () => pid,
      trials: mockTrials(url, (paths) =>
        callPeer(`${url}/__admin/mappings/import`, { mappings: paths.map(mappingOf) }),
      ),
      stop,
    };
  },
};

const mappingOf = (path: string) => ({
  request: { method: "GET", url: path },
  response: { status: 200, headers: { "Content-Type": "application/json" }, body: mockBody },
});
