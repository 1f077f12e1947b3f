import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Door, startDoor } from "../door";
import { createScratchDatabase } from "../scratch-database";

const run = promisify(execFile);
const directory = mkdtempSync(join(tmpdir(), "fieldkit-backup-"));
const file = join(directory, "fieldkit.backup");

let door: Door;
let cookie: string;
beforeAll(async () => {
  door = await startDoor("server", {}, { pages: false });
  const email = "ada@example.com";
  const answer = await call("/api/auth/sign-up/email", {
    name: "Ada",
    email,
    password: "correct horse battery",
  });
  cookie = answer.headers.getSetCookie().join("; ");
});
afterAll(async () => {
  await door.stop();
  rmSync(directory, { recursive: true, force: true });
});

const call = (path: string, body?: object) =>
  fetch(`http://localhost:${door.port}${path}`, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", ...(cookie && { cookie }) },
  });

/** Runs a command as the README has it; what it printed, and its exit code. */
async function npm(line: string[], env: Record<string, string>) {
  const options = { env: { ...process.env, DATABASE_URL: "", AUTH_SECRET: "", ...env } };
  const { stdout, stderr, code } = await run("npm", ["run", "--silent", ...line], options).then(
    (done) => ({ ...done, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  expect(stderr).not.toMatch(/^\s+at /m);
  return { stdout, stderr, code };
}

/** What the README says after `npm run`, for this file. */
function readmeLine(name: string): string[] {
  const line = new RegExp(`^npm run (${name}\\b.*?)(?: +#.*)?$`, "m").exec(
    readFileSync("README.md", "utf8"),
  )?.[1];
  return (line ?? `the README has no ${name}`).replace("fieldkit.backup", file).split(" ");
}

const rowsOf = (path: string) => gunzipSync(readFileSync(path)).toString("utf8").split("\n").slice(1, -2);
const fingerprint = /fingerprint ([0-9a-f]{8})/;

test("a backup of a running server moves to another machine, or a Postgres, with sessions that go on", async () => {
  const { dataDir } = door;
  const moved = join(directory, "moved");
  const backup = await npm(readmeLine("backup"), { DATA_DIR: dataDir });
  expect([backup.code, statSync(file).mode & 0o777]).toEqual([0, 0o600]);
  const [, secret] = fingerprint.exec(backup.stdout) ?? [];
  expect(secret).toBeDefined();
  expect(gunzipSync(readFileSync(file)).includes(readFileSync(join(dataDir, "auth-secret")))).toBe(false);
  expect(await npm(["backup", "--", file], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("exists"),
  });
  expect(await npm(["restore", "--", file, "--replace"], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/in use by process \d+/),
  });
  const restore = await npm(readmeLine("restore"), { DATA_DIR: moved });
  expect(restore).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`another AUTH_SECRET (fingerprint ${secret})`),
  });
  copyFileSync(join(dataDir, "auth-secret"), join(moved, "auth-secret"));
  await door.end();
  await door.restart({ DATA_DIR: moved });
  expect((await call("/api/teams")).status).toBe(200);
  await door.end();

  const adminUrl = process.env.FIELDKIT_TEST_DATABASE_URL;
  if (!adminUrl) return;
  const scratch = await createScratchDatabase(adminUrl);
  try {
    const to = { DATABASE_URL: scratch.url, AUTH_SECRET: readFileSync(join(dataDir, "auth-secret"), "utf8") };
    const known = await npm(["restore", "--", file], to);
    expect(known).toMatchObject({ code: 0, stdout: expect.stringContaining("sessions go on") });
    await door.restart(to);
    expect((await call("/api/teams")).status).toBe(200);
    await door.end();
  } finally {
    await scratch.drop();
  }
});

test("a running server notices within seconds that an account was deleted by a command", async () => {
  await door.restart({ DATA_DIR: door.dataDir, DATABASE_URL: "", AUTH_SECRET: "" });
  const status = async () => (await call("/api/account")).status;
  expect(await status()).toBe(200);
  const deleted = await npm(["user", "--", "delete", "ada@example.com", "--yes"], { DATA_DIR: door.dataDir });
  expect(deleted).toMatchObject({ code: 0, stdout: "Deleted the account of ada@example.com.\n" });
  // The cache alone would accept the session for 30 seconds.
  await expect.poll(status).toBe(401);
  await door.end();
});

test("the doctor finds a server that runs well, and one that has ended", async () => {
  const settings = {
    DATA_DIR: door.dataDir,
    PORT: String(door.port),
    APP_URL: `http://localhost:${door.port}`,
  };
  await door.restart({ DATA_DIR: door.dataDir, DATABASE_URL: "", AUTH_SECRET: "" });
  const well = await npm(readmeLine("doctor"), settings);
  expect(well).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^✓ port +Fieldkit answers on port \d+ and is ready$/m),
  });
  expect(well.stdout).toMatch(/^✓ database +schema \w+, as of this version$/m);
  expect(well.stdout).toMatch(/^✓ data directory +in use by process \d+/m);
  await door.end();
  const json = ["doctor", "--", "--json"];
  expect(JSON.parse((await npm(json, settings)).stdout)).toMatchObject({ ok: true });
  const broken = await npm(json, { ...settings, DATABASE_URL: "postgres://ada:hunter22@127.0.0.1:1/d" });
  expect(broken).toMatchObject({ code: 1, stdout: expect.not.stringContaining("hunter22") });
  expect(JSON.parse(broken.stdout)).toMatchObject({ ok: false });
});

test("a restore that is killed half-way leaves the database as it was", async () => {
  const [target, before, after] = ["target", "before.backup", "after.backup"].map((name) =>
    join(directory, name),
  ) as [string, string, string];
  await npm(["restore", "--", file], { DATA_DIR: target });
  await npm(["backup", "--", before], { DATA_DIR: target });
  const restore = run(process.execPath, ["--import", "tsx", "e2e/faults/killed-restore.ts", target, file]);
  await expect(restore).rejects.toMatchObject({ signal: "SIGKILL" });
  expect(await npm(["backup", "--", after], { DATA_DIR: target })).toMatchObject({ code: 0 });
  expect(rowsOf(after)).toEqual(rowsOf(before));
  expect(rowsOf(after)).toEqual(rowsOf(file));
});

test.each([
  { line: ["restore", "--", "none.backup"], says: /^There is no file none\.backup/ },
  { line: ["restore"], says: /^Usage:/ },
  { line: ["restore", "--", "a.backup", "--force"], says: /^Unknown option '--force'/ },
  { line: ["backup"], says: /^There is no database in .*Set DATA_DIR or DATABASE_URL/ },
])("$line is told what to do, and makes nothing", async ({ line, says }) => {
  const dataDir = mkdtempSync(join(directory, "none-"));
  const { code, stderr } = await npm(line, { DATA_DIR: dataDir });
  expect(stderr.replace(/^npm warn.*\n/gm, "")).toMatch(says);
  expect([code, readdirSync(dataDir)]).toEqual([1, []]);
});
