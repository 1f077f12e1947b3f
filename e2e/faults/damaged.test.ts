import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { copyMigrated } from "@/db/fixtures/migrated-template";
import { commandOf, startDoor } from "../door";
import { freePort } from "../free-port";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function emptyDir(): string {
  const path = mkdtempSync(join(tmpdir(), "fieldkit-damaged-"));
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Starts the server as an operator does, and waits for its end. */
async function startAndEnd(dataDir: string): Promise<{ code: number | null; said: string }> {
  const port = await freePort();
  const server = spawn(process.execPath, commandOf("server", port, false), {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, NO_COLOR: "1", NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  cleanups.push(() => server.kill("SIGKILL"));
  let said = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream.on("data", (text: Buffer) => {
      said += text.toString();
    });
  }
  const [code] = (await once(server, "close")) as [number | null];
  return { code, said };
}

describe("the server ends with a message and no stack where the data directory is", () => {
  test.each([
    ["a file", becomeFile, "is no directory"],
    [
      "without its control file",
      (dir: string) => rmSync(join(dir, "postgres/global/pg_control")),
      "are damaged",
    ],
    ["emptied", (dir: string) => remade(join(dir, "postgres")), "are damaged"],
    [
      "another version's",
      (dir: string) => writeFileSync(join(dir, "postgres/PG_VERSION"), "16\n"),
      "by Postgres 16",
    ],
    ["cut off where only the engine looks", cutOff, "are damaged: FATAL: "],
  ])("%s", async (_, damage, message) => {
    const dataDir = emptyDir();
    await copyMigrated(dataDir);
    damage(dataDir);
    const { code, said } = await startAndEnd(dataDir);
    expect(said).toContain(message);
    expect(said).toContain(dataDir);
    expect(said).not.toMatch(/^ {4}at /m);
    expect(said).not.toContain("Aborted()");
    expect(code).toBe(1);
  });
});

function remade(path: string): void {
  rmSync(path, { recursive: true });
  mkdirSync(path);
}

function becomeFile(path: string): void {
  rmSync(path, { recursive: true });
  writeFileSync(path, "");
}

function cutOff(dataDir: string): void {
  truncateSync(join(dataDir, "postgres/global/pg_filenode.map"), 100);
}

test("files that are damaged while the server runs are told of, and read again once they are whole", async () => {
  const door = await startDoor("server", {}, { pages: false });
  cleanups.push(door.stop);
  const control = join(door.dataDir, "postgres/global/pg_control");
  const readiness = async () => {
    const answer = await fetch(`http://127.0.0.1:${door.port}/readyz`);
    return `${answer.status} ${await answer.text()}`;
  };
  renameSync(control, `${control}.away`);
  for (const pid of door.database()) process.kill(pid, "SIGKILL");
  await expect.poll(readiness).toMatch(/^503 .*not reachable \(data directory: damaged\)/);
  expect(await readiness()).not.toContain(door.dataDir);
  await expect
    .poll(door.log)
    .toContain(`database in ${door.dataDir} are damaged: global/pg_control is missing`);
  renameSync(`${control}.away`, control);
  await expect.poll(readiness).toMatch(/^200 .*"storage":"ok"/);
});
