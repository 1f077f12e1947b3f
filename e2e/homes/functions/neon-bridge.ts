import { once } from "node:events";
import { createServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

type Options = { databaseUrl: string; password: string; key: string; cert: string };

const cleartextPassword = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);

/**
 * What Neon has in front of its databases, for a Postgres of this machine: WebSockets at `/v2` that carry Postgres's
 * protocol, and a password that is asked for in clear text, because the connection is encrypted.
 */
export async function startNeonBridge({ databaseUrl, password, key, cert }: Options) {
  const { hostname, port } = new URL(databaseUrl);
  const server = createServer({ key, cert });
  const sockets = new WebSocketServer({ server, path: "/v2", perMessageDeflate: false });
  let opened = 0;
  sockets.on("connection", (socket) => {
    opened += 1;
    serve(socket, () => connect(Number(port || 5432), hostname), password);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    opened: () => opened,
    async stop() {
      for (const each of sockets.clients) each.terminate();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function serve(socket: WebSocket, open: () => Socket, password: string): void {
  let greeting: Buffer | undefined;
  let database: Socket | undefined;
  const pending: Buffer[] = [];
  socket.on("error", () => socket.terminate());
  socket.on("close", () => database?.destroy());
  socket.on("message", (data: Buffer) => {
    if (database) return void database.write(data);
    pending.push(data);
    const given = Buffer.concat(pending);
    if (!greeting) {
      if (given.length < 4 || given.length < given.readUInt32BE(0)) return;
      greeting = given.subarray(0, given.readUInt32BE(0));
      socket.send(cleartextPassword);
    }
    const answer = given.subarray(greeting.length);
    if (answer.length < 5 || answer.length < 1 + answer.readUInt32BE(1)) return;
    const length = 1 + answer.readUInt32BE(1);
    if (answer.toString("utf8", 5, length - 1) !== password) return socket.close();
    database = open();
    database.setNoDelay(true);
    database.on("data", (chunk: Buffer) => socket.send(chunk));
    database.on("error", () => socket.terminate());
    database.on("close", () => socket.close());
    database.write(greeting);
    database.write(answer.subarray(length));
  });
}
