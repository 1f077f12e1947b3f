import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Git's own `http-backend` for the bare repositories below a folder, on loopback; on a free port unless told. Commits have
 * web pages as on a forge, except those of repositories whose name starts with `plain`.
 */
export async function serveGit(root: string, wantedPort = 0) {
  const server = createServer((request, response) => {
    if (/^\/(?!plain)[^/]+\/commit\//.test(request.url ?? ""))
      response.end("<!doctype html><title>A commit</title>");
    else runBackend(root, request, response);
  });
  await new Promise<void>((resolve) => server.listen(wantedPort, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function runBackend(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
  const backend = spawn("git", ["http-backend"], {
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "safe.directory",
      GIT_CONFIG_VALUE_0: "*",
      REQUEST_METHOD: request.method ?? "GET",
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      REMOTE_ADDR: "127.0.0.1",
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  request.pipe(backend.stdin);
  backend.stdin.on("error", () => {});
  let head = Buffer.alloc(0);
  let inBody = false;
  backend.stdout.on("data", (chunk: Buffer) => {
    if (inBody) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf("\r\n\r\n");
    if (end === -1) return;
    inBody = true;
    const lines = head.toString("latin1", 0, end).split("\r\n");
    const headers = lines.map((line) => line.split(/:\s*/, 2) as [string, string]);
    const status = Number(headers.find(([name]) => name === "Status")?.[1]?.slice(0, 3) ?? 200);
    response.writeHead(status, headers.filter(([name]) => name !== "Status").flat());
    response.write(head.subarray(end + 4));
  });
  backend.stdout.on("end", () => response.end());
  response.on("close", () => backend.kill());
}
