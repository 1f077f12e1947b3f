import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "@/e2e/free-port";
import { bundleRelay } from "@/server/build";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Nothing is in it but the relay's file, so that what the file lacks is missing. */
let alone: string;
beforeAll(async () => {
  alone = mkdtempSync(join(tmpdir(), "fieldkit-relay-"));
  await bundleRelay(alone);
});
afterAll(() => rmSync(alone, { recursive: true, force: true }));
const command = ["sidecar.js"];
const clean = { PATH: process.env.PATH, NODE_ENV: "production" as const, NO_COLOR: "1" };

it("the relay alone holds no database, no secret and no pages", async () => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["sidecar/main.ts"],
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    write: false,
    metafile: true,
    outdir: "unused",
    logLevel: "silent",
  });
  const files = Object.keys(metafile.inputs);
  expect(files).toContain("sidecar/relay.ts");
  expect(files.filter((file) => /^(db|app|pages|components|server)\/|secrets/.test(file))).toEqual([]);
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  const packages = new Set(imported.filter((name) => !name.startsWith("node:")));
  expect([...packages].sort()).toEqual([
    "@opentelemetry/api",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace",
    "@upstash/redis",
    "ipaddr.js",
    "pino",
    "prom-client",
    "redis",
    "ws",
    "zod",
  ]);
});

it("is one file", () => {
  expect(readdirSync(alone)).toEqual(["sidecar.js"]);
});

it("says what is missing when it is started without Redis or with itself as the app", async () => {
  const result = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, command, { cwd: alone, env: clean }, (error, _, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
  expect(result.code).toBe(1);
  expect(result.stderr).toContain("REDIS_URL: must be set");
  expect(result.stderr).toContain("APP_URL: must be the app's address");
  expect(result.stderr).not.toContain("    at ");
});

it("starts without its Redis and its app, says so, and ends on SIGTERM", async () => {
  const [port, nowhere] = await Promise.all([freePort(), freePort()]);
  const child = spawn(process.execPath, command, {
    cwd: alone,
    env: {
      ...clean,
      PORT: String(port),
      APP_URL: `http://127.0.0.1:${nowhere}`,
      REDIS_URL: `redis://user:hidden@127.0.0.1:${nowhere}/3`,
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    await expect.poll(() => output, { timeout: 20_000 }).toContain("ready");
    expect(output).toContain(`Redis at 127.0.0.1:${nowhere}, database 3`);
    expect(output).not.toContain("hidden");
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    expect((await get("/livez")).status).toBe(200);
    const ready = await get("/readyz");
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ code: "unavailable" });
    expect((await get("/api/teams")).status).toBe(404);
    expect((await get("/ws/webhook/0190a6ee-0000-7000-8000-000000000001")).status).toBe(426);
  } finally {
    child.kill("SIGTERM");
  }
  expect(await ended).toBe(0);
});

it("starts by the README's command", async () => {
  const readme = readFileSync(`${root}/README.md`, "utf8");
  const command = /^.* npm run sidecar$/m.exec(readme)?.[0];
  expect(command).toBeDefined();
  const [port, nowhere] = await Promise.all([freePort(), freePort()]);
  const elsewhere = (command ?? "").replace("=3001", `=${port}`).replace(/:(3000|6379)\b/g, `:${nowhere}`);
  // A group of its own, because npm and a shell are between here and the relay.
  const child = spawn("bash", ["-c", elsewhere], { cwd: root, env: clean, detached: true });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  try {
    await expect.poll(() => output, { timeout: 25_000 }).toContain("Fieldkit's relay is ready");
    expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
  } finally {
    process.kill(-Number(child.pid), "SIGTERM");
  }
  await ended;
});
