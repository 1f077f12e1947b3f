/** What is packed runs where there is nothing else: no sources, no packages, no right to write beside it. */
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { chown } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Caller } from "../caller";
import { type Door, startDoor } from "../door";
import { freePort } from "../free-port";
import { descendantsOf, hasEnded, waitFor } from "../processes";
import { asRoot, type Packed, unpack } from "./packed-folder";

const run = promisify(execFile);
let packed: Packed;
let door: Door;
beforeAll(async () => {
  packed = await unpack();
  door = await startDoor("server", {}, { isFirst: true, elsewhere: packed });
});
afterAll(async () => {
  await door?.stop();
  await packed?.remove();
});

/** An operator's command, as the packed `package.json` has it. */
async function npm(...line: string[]): Promise<string> {
  const env = { ...process.env, ...packed.env, DATA_DIR: door.dataDir, PORT: String(door.port) };
  const [program = "", ...args] = [...packed.command.slice(0, -2), "npm", "run", "--silent", ...line];
  const failed = (error: { stdout: string; stderr: string }) => {
    throw new Error(`npm run ${line.join(" ")} failed: ${error.stdout}${error.stderr}`);
  };
  const { stdout } = await run(program, args, { cwd: packed.cwd, env }).catch(failed);
  return stdout;
}

test("holds no sources, no maps of them, no packages that only build, and nothing for one kind of machine", () => {
  const all = readdirSync(packed.cwd, { recursive: true, encoding: "utf8" });
  // Postgres has maps of its own.
  const files = all.filter((file) => !file.startsWith("dist/empty-database/"));
  expect(files.filter((file) => /\.(map|tsx?|node|so|dylib|dll)$/.test(file))).toEqual([]);
  const packages = readdirSync(join(packed.cwd, "node_modules"));
  const building = ["typescript", "esbuild", "tsx", "tailwindcss", "sharp", "vitest", "drizzle-kit"];
  expect(packages.filter((name) => building.includes(name))).toEqual([]);
  expect(packages).toContain("next");
});

test("begins with a copy of the database that is packed, which is quicker than to make one", () => {
  // The first bytes are a number that each making of a database draws anew.
  const identity = (folder: string) => readFileSync(join(folder, "global", "pg_control")).subarray(0, 8);
  const own = identity(join(door.dataDir, "postgres"));
  expect(own).toEqual(identity(join(packed.cwd, "dist", "empty-database")));
});

test("says that it is ready, makes an account, answers a mock", async () => {
  const anybody = new Caller(door.port);
  expect((await anybody.send("GET", "/readyz")).status).toBe(200);
  const body = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
  const signedUp = await anybody.send("POST", "/api/auth/sign-up/email", { body });
  expect(signedUp.status).toBe(200);
  const cookie = signedUp.setCookie.map((each) => each.split(";", 1)[0]).join("; ");
  const ada = new Caller(door.port, cookie);
  const made = async (path: string, sent: object) => {
    const answer = await ada.send("POST", path, { body: sent });
    expect(answer.status, answer.text).toBe(201);
    return JSON.parse(answer.text) as { id: string; mockBaseUrl: string };
  };
  const [team] = JSON.parse((await ada.send("GET", "/api/teams")).text) as { id: string }[];
  const project = await made(`/api/teams/${team?.id}/projects`, { name: "Shop", slug: "shop" });
  const mock = { name: "Greeting", endpoint: "/hello", responseBody: '{"hello":"world"}' };
  await made(`/api/projects/${project.id}/mocks`, mock);
  const template = "{{ request.params.n | times: 6 }}{{ 'number.int' | fake: min: 1, max: 1 }}";
  const more = { name: "Made", endpoint: "~^/made/(?P<n>[0-9]+)$", templated: true, responseBody: template };
  await made(`/api/projects/${project.id}/mocks`, more);
  const { host, pathname } = new URL(project.mockBaseUrl);
  const base = pathname.replace(/\/$/, "");
  const rendered = await anybody.send("GET", `${base}/made/7`, { host });
  expect([rendered.status, rendered.text]).toEqual([200, "421"]);
  const answer = await anybody.send("GET", `${base}/hello`, { host });
  expect([answer.status, answer.text]).toEqual([200, '{"hello":"world"}']);
});

test("renders pages, with everything that they load", async () => {
  const anybody = new Caller(door.port);
  const page = await anybody.send("GET", "/sign-in");
  expect(page.status).toBe(200);
  expect(page.text).toContain("Sign in");
  const loaded = [...page.text.matchAll(/(?:src|href)="(\/_next\/static\/[^"?]+)/g)].map(([, path]) => path);
  expect(loaded.length).toBeGreaterThan(3);
  const answers = await Promise.all(loaded.map((path = "") => anybody.send("GET", path)));
  expect(answers.map(({ status }) => status)).toEqual(loaded.map(() => 200));
});

test("the operator's commands run in the folder", async () => {
  const file = join(String(packed.env?.TMPDIR), "fieldkit.backup");
  expect(await npm("doctor")).toContain("database");
  expect(await npm("user", "--", "list")).toContain("ada@example.com");
  expect(await npm("outbox")).toBeDefined();
  expect(await npm("backup", "--", file)).toContain(file);
  await door.end();
  expect(await npm("restore", "--", file, "--replace")).toContain("rows");
  await door.restart();
  expect(await npm("user", "--", "list")).toContain("ada@example.com");
});

test("what an installation may add is there: Redis, metrics, traces, mail, several processes", async () => {
  const before = packed.contents();
  const nowhere = await freePort();
  await door.end();
  await door.restart({
    METRICS_TOKEN: "0123456789abcdef0123456789abcdef",
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${nowhere}`,
    REDIS_URL: process.env.FIELDKIT_TEST_REDIS_URL ?? `redis://127.0.0.1:${nowhere}`,
    SMTP_URL: `smtp://127.0.0.1:${nowhere}`,
    MAIL_FROM: "Fieldkit <notes@example.com>",
    WORKERS: "2",
  });
  const anybody = new Caller(door.port);
  const headers = { authorization: "Bearer 0123456789abcdef0123456789abcdef" };
  expect((await anybody.send("GET", "/metrics", { headers })).text).toContain("process_cpu_seconds_total");
  expect((await anybody.send("GET", "/sign-in")).status).toBe(200);
  expect(door.log()).not.toContain("ERR_MODULE_NOT_FOUND");
  expect(door.log()).not.toContain("Cannot find");
  expect(packed.contents()).toEqual(before);
});

test.runIf(asRoot)(
  "as the first process of a container it ends its children in order on SIGTERM",
  async () => {
    const data = mkdtempSync(join(tmpdir(), "fieldkit-first-"));
    await chown(data, 1000, 1000);
    const port = await freePort();
    // A namespace of its own for process ids, in which nothing but Fieldkit is.
    const namespace = ["--pid", "--fork", "--mount-proc", "--kill-child"];
    const container = spawn("unshare", [...namespace, ...packed.command], {
      cwd: packed.cwd,
      env: { ...process.env, ...packed.env, PORT: String(port), DATA_DIR: data, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const databaseFiles = () => readdirSync(join(data, "postgres"));
    let log = "";
    for (const stream of [container.stdout, container.stderr]) stream.on("data", (text) => (log += text));
    try {
      await expect.poll(() => log, { timeout: 120_000 }).toContain("Fieldkit is ready");
      expect(databaseFiles()).toContain("postmaster.pid");
      const family = descendantsOf(container.pid ?? 0);
      const [first = 0] = family;
      expect(family.length).toBeGreaterThan(2);
      process.kill(first, "SIGTERM");
      expect(await waitFor(() => hasEnded(container), 30_000), log).toBe(true);
      expect([container.exitCode, log.includes("not orderly")]).toEqual([0, false]);
      // Whatever a first process leaves behind is killed by the kernel; the database was not.
      expect(databaseFiles()).not.toContain("postmaster.pid");
    } finally {
      // The kernel ends the others with the first one, which does not end with who made the namespace once it is another user.
      for (const pid of descendantsOf(container.pid ?? 0).slice(0, 1)) process.kill(pid, "SIGKILL");
      container.kill("SIGKILL");
      rmSync(data, { recursive: true, force: true });
    }
  },
);
