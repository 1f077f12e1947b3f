import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { freePort } from "../free-port";
import { hasEnded, waitFor } from "../processes";

const patient = 280_000;
const sources = [
  ...["app", "cli", "components", "db", "drizzle", "lib", "pages", "sdk", "server", "sidecar"],
  ...["instrumentation.ts", "middleware.ts", "next.config.ts", "package.json"],
  ...["postcss.config.mjs", "tsconfig.json", "LICENSE"],
  // The font of public pages is read from below the directory that the server runs in.
  "node_modules/geist",
];
let root: string;
let port: number;
let server: ChildProcess;
let output = "";

beforeAll(async () => {
  // A copy, since other tests run from the sources; below the project, so that it finds the same packages.
  root = await mkdtemp(join(process.cwd(), ".dev-test-"));
  await Promise.all(sources.map((name) => cp(name, join(root, name), { recursive: true })));
  port = await freePort();
  server = spawn(process.execPath, ["--import", "tsx", "server/dev.ts"], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(root, ".data"),
      RATE_LIMIT: "off",
      NEXT_TELEMETRY_DISABLED: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const isReady = () => output.includes("Fieldkit is ready") || hasEnded(server);
  expect(await waitFor(isReady, patient), output).toBe(true);
}, patient);

afterAll(async () => {
  const ended = server.exitCode === null ? once(server, "exit") : undefined;
  server.kill("SIGTERM");
  await ended;
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
}, patient);

const read = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).text();

async function edit(file: string, from: string, to: string): Promise<void> {
  const path = join(root, file);
  const text = await readFile(path, "utf8");
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

/** The first thing that a WebSocket hears: a message, or the status of a refusal. */
function greeting(path: string): Promise<string> {
  const socket = new WebSocket(`ws://localhost:${port}${path}`, { origin: `http://localhost:${port}` });
  return new Promise<string>((resolve, reject) => {
    socket.once("message", (data) => resolve(String(data)));
    socket.once("unexpected-response", (_, { statusCode }) => resolve(`refused with ${statusCode}`));
    socket.once("error", reject);
  }).finally(() => socket.terminate());
}

it("shows edits of the server and of pages, and serves streams and Next's own WebSocket", {
  timeout: patient,
}, async () => {
  expect(await read("/livez")).toContain('"ok"');
  await edit("lib/api/health.ts", '{ status: "ok" }', '{ status: "edited" }');
  await expect.poll(() => read("/livez"), { timeout: patient }).toContain('"edited"');
  expect(await greeting("/_next/hmr?id=test")).toContain('"type"');
  expect(await greeting("/ws/webhook/3f0c2f5e-8d2b-4a53-9a5e-1f4f7a0f9c11")).toBe("refused with 401");
  expect(await read("/sign-in")).toContain("<html");
  await writeFile(join(root, "app/(auth)/sign-in/page.tsx"), "export default () => <p>An edited page</p>;\n");
  await expect.poll(() => read("/sign-in"), { timeout: patient }).toContain("An edited page");
  expect(output).not.toContain("could not start");
});
