import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "redis";

/** Upstash's REST interface in front of a Redis: a command to `/`, several to `/pipeline`, results in base64. */
export async function startUpstashBridge({ redisUrl, token }: { redisUrl: string; token: string }) {
  const client = createClient({ url: redisUrl, RESP: 2 });
  client.on("error", () => {});
  await client.connect();
  let asked = 0;

  const run = async (command: unknown[]) => {
    asked += 1;
    try {
      return { result: encoded(await client.sendCommand(command.map(String))) };
    } catch (error) {
      return { error: String(error) };
    }
  };
  const server = createServer(async (request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${token}`;
    const body = JSON.parse((await textOf(request)) || "[]") as unknown[];
    const isPipeline = request.url === "/pipeline";
    const commands = (isPipeline ? body : [body]) as unknown[][];
    const results = isKnown ? await Promise.all(commands.map(run)) : [{ error: "WRONGPASS" }];
    const status = isKnown ? (isPipeline || "result" in (results[0] ?? {}) ? 200 : 400) : 401;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(isPipeline && isKnown ? results : results[0]));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many commands were run. */
    asked: () => asked,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
      client.destroy();
    },
  };
}

/** As the client asks for it by its header, always. */
function encoded(value: unknown): unknown {
  if (typeof value === "string") return Buffer.from(value).toString("base64");
  return Array.isArray(value) ? value.map(encoded) : value;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
