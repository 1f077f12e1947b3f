import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports that Linux, macOS and Windows give to outgoing connections, which may take one at any time. */
const lowest = 12_000;
const beyond = 32_000;
const given = new Set<number>();

/** A port that nobody listens on now, and that no outgoing connection of the tests will take. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(lowest, beyond);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found between ${lowest} and ${beyond}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
