import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

const source = `
const body = Buffer.from(process.argv[1]);
require("node:http").createServer((request, response) => {
  response.writeHead(200, ["Content-Type", "application/json", "Content-Length", String(body.length)]);
  response.end(body);
}).listen(0, "127.0.0.1", function () { process.stdout.write(String(this.address().port) + "\\n"); });
`;

/**
 * A bare `node:http` server in a process of its own that answers everything with one constant body.
 * @param node the binary that the server under test runs on, too
 */
export async function startControl(body: string, node: string): Promise<{ url: string; stop(): void }> {
  const child: ChildProcess = spawn(node, ["-e", source, "--", body], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (!child.stdout) throw new Error("The control has no output");
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { url: `http://127.0.0.1:${line.toString().trim()}/`, stop: () => child.kill() };
}
