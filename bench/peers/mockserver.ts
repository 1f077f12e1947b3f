import { join } from "node:path";
import { freePort } from "../../e2e/free-port";
import { install } from "../install";
import { peerVersions } from "../versions";
import { mockTrials } from "./mock-trials";
import { manyMocks, mockBody, mockDisciplines, type Peer } from "./peer";
import { callPeer, startPeerProcess } from "./peer-process";

const version = peerVersions["mockserver-node"];

/** MockServer without log, with room for all mocks: what it advises for load. */
export const mockserver: Peer = {
  name: "MockServer",
  version,
  disciplines: mockDisciplines,
  wantedLead: 1,
  isJava: true,
  async start() {
    const folder = await install("mockserver-node", version);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const settings = {
      localBoundIP: "127.0.0.1",
      disableLogging: "true",
      maxLogEntries: "100",
      maxExpectations: String(manyMocks * 2),
      livenessHttpGetPath: "/live",
    };
    const { pid, stop } = await startPeerProcess({
      command: "java",
      args: [
        ...Object.entries(settings).map(([name, value]) => `-Dmockserver.${name}=${value}`),
        ...["-jar", join(folder, `mockserver-netty-${version}-jar-with-dependencies.jar`)],
        ...["run", "-p", `${port}`, "-l", "OFF"],
      ],
      readyUrl: `${url}/live`,
    });
    return {
      pid: () => pid,
      trials: mockTrials(url, (paths) =>
        callPeer(`${url}/mockserver/expectation`, paths.map(expectationOf), { method: "PUT" }),
      ),
      stop,
    };
  },
};

const expectationOf = (path: string) => ({
  httpRequest: { method: "GET", path },
  httpResponse: { statusCode: 200, headers: { "Content-Type": ["application/json"] }, body: mockBody },
});
