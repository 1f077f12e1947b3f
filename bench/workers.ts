import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { familyCpuSeconds } from "./process-family";
import { type Site, startSite } from "./site";
import type { Subject } from "./subject";
import type { Row } from "./table";

const connections = 64;
const warmMs = 2000;
const measuredMs = 6000;
const counts = [1, 2];

/**
 * A mock served by one worker and by two. The load counts bytes and parses nothing, because an ordinary one takes a whole
 * core, which on two cores leaves a second worker nothing to serve with.
 */
export async function benchWorkers(subject: Subject): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of counts) {
    const site = await startSite({ WORKERS: String(count) }, subject);
    try {
      await site.call(`/api/projects/${site.project.id}/mocks`, { name: "Mock", endpoint: "/one" });
      await answersIn(site, warmMs);
      const before = familyCpuSeconds(site.pid);
      const answers = await answersIn(site, measuredMs);
      const cpu = (familyCpuSeconds(site.pid) - before) / answers;
      rows.push({
        work: `mock, plain sockets, WORKERS=${count}`,
        measured: answers / (measuredMs / 1000),
        cpu,
      });
    } finally {
      await site.stop();
    }
  }
  return rows;
}

/** How often the mock answers on all connections, each of which asks again as soon as an answer is whole. */
async function answersIn({ port, project }: Site, ms: number): Promise<number> {
  const request = Buffer.from(`GET /api/mock/one HTTP/1.1\r\nHost: ${project.host}\r\n\r\n`);
  const length = await lengthOfAnswer(port, request);
  let answers = 0;
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(port, "127.0.0.1");
    let bytes = 0;
    socket.on("data", (chunk) => {
      bytes += chunk.length;
      if (bytes < length) return;
      bytes -= length;
      answers += 1;
      socket.write(request);
    });
    socket.write(request);
    return socket;
  });
  await sleep(ms);
  for (const socket of sockets) socket.destroy();
  return answers;
}

/** Bytes of the answer, which are the same each time. @throws when it is no 200 */
function lengthOfAnswer(port: number, request: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("data", (chunk) => {
      socket.destroy();
      if (chunk.toString("latin1").startsWith("HTTP/1.1 200")) resolve(chunk.length);
      else reject(new Error(chunk.toString("latin1").slice(0, 100)));
    });
    socket.once("error", reject);
    socket.write(request);
  });
}
