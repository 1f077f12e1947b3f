import { once } from "node:events";
import { createServer } from "node:http";
import { type AttackSite, times } from "./attack-site";
import type { Attack } from "./people-attacks";

const chunk = Buffer.alloc(65_536, '{"token":"a"},');

/** A server that never answers some, and never ends its answer to others. */
const hostileServer = () =>
  createServer((request, response) => {
    request.resume();
    if (request.url?.includes("silent")) return;
    response.writeHead(200, { "content-type": "application/json" });
    if (request.url?.includes("large")) {
      response.end(Buffer.alloc(1_000_000, '[{"token":"\\\\\\"a"}],'));
      return;
    }
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", more);
    more();
  });

/** What the servers that misses are forwarded to can do, and those who call them. */
export const forwardingAttacks = (site: () => AttackSite): Attack[] => [
  {
    name: "misses forwarded to a server that never answers, never ends, or answers what is hard to record",
    run: async () => {
      const { door, api, owner, project } = site();
      const server = hostileServer().listen(door.targetPort, "127.0.0.1");
      await once(server, "listening");
      const set = { baseUrl: `http://127.0.0.1:${door.targetPort}`, timeoutMs: 2000, recording: true };
      await owner.done("PUT", `${api}/mock-proxy`, set);
      try {
        const kinds = ["silent", "endless", "large"];
        const ask = (n: number) =>
          site().send({ path: `/api/mock/${kinds[n % 3]}/${n}`, host: project.host });
        return (await times(40, ask)).filter((status) => ![200, 502, 503, 504].includes(status));
      } finally {
        await owner.done("DELETE", `${api}/mock-proxy`);
        server.closeAllConnections();
        server.close();
      }
    },
  },
  {
    name: "callbacks to a server that never answers, by a flood of calls",
    prepare: async () => {
      const callback = { url: `http://127.0.0.1:${site().door.targetPort}/`, body: "x".repeat(100_000) };
      const mock = {
        name: "C",
        method: "ANY",
        endpoint: "/called",
        callbacks: [callback, callback, callback],
      };
      await site().owner.done("POST", `${site().api}/mocks`, mock);
    },
    run: async () => {
      const server = hostileServer().listen(site().door.targetPort, "127.0.0.1");
      await once(server, "listening");
      try {
        return await times(300, () => site().send({ path: "/api/mock/called", host: site().project.host }));
      } finally {
        server.closeAllConnections();
        server.close();
      }
    },
  },
];
