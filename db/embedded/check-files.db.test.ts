import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyMigrated } from "../fixtures/migrated-template";
import { checkFiles, postgresMajor } from "./check-files";
import { faultOf } from "./data-dir-error";
import { temporaryDir } from "./fixtures/database";

const dir = temporaryDir("check-files-");
const whole = join(dir.path, "whole");
beforeAll(() => copyMigrated(whole));
afterAll(() => dir.remove());

let copies = 0;

/** The error that the operator gets after this was done to the files. */
function errorAfter(damage: (postgres: string) => void): { fault?: string; message?: string } {
  copies += 1;
  const dataDir = join(dir.path, String(copies));
  const postgres = join(dataDir, "postgres");
  mkdirSync(dataDir);
  // Without tables and the log of writes, which are most of it and are not looked at.
  cpSync(join(whole, "postgres"), postgres, {
    recursive: true,
    filter: (path) => !/(?:[0-9A-F]{24}|\/base\/\d+\/.+)$/.test(path),
  });
  damage(postgres);
  try {
    checkFiles(dataDir, postgres);
    return {};
  } catch (error) {
    const { fault, message } = error as { fault: string; message: string };
    expect(message).toContain(dataDir);
    return { fault, message };
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

const replacedBy = (make: (path: string) => unknown) => (postgres: string) => {
  rmSync(postgres, { recursive: true });
  make(postgres);
};
const removed = (name: string) => (postgres: string) => rmSync(join(postgres, name), { recursive: true });
const saying = (name: string, text: string | Buffer) => (postgres: string) =>
  writeFileSync(join(postgres, name), text);

test("whole files are those of a database", () => {
  expect(readFileSync(join(whole, "postgres", "PG_VERSION"), "utf8").trim()).toBe(postgresMajor);
  expect(errorAfter(() => {})).toEqual({});
});

test.each([
  ["a file in its place", replacedBy((at) => writeFileSync(at, "")), "is no directory"],
  ["nothing in it", replacedBy(mkdirSync), "is empty"],
  ["no version", removed("PG_VERSION"), "PG_VERSION is missing"],
  ["an empty version", saying("PG_VERSION", ""), "PG_VERSION holds no version"],
  ["a garbled version", saying("PG_VERSION", Buffer.from([0, 255, 7])), "PG_VERSION holds no version"],
  ["no control file", removed("global/pg_control"), "global/pg_control is missing"],
  [
    "a control file that is cut off",
    (at: string) => truncateSync(join(at, "global/pg_control"), 100),
    "100 bytes",
  ],
  [
    "a control file of zeros",
    saying("global/pg_control", Buffer.alloc(8192)),
    "global/pg_control has 8192 bytes",
  ],
  ["no template", removed("base/1"), "the directory base/1 is missing"],
  ["no database", removed("base/5"), "the directory base/5 is missing"],
  ["no log of writes", removed("pg_wal"), "the directory pg_wal is missing"],
])("%s: the files are damaged, and a backup helps", (_, damage, what) => {
  const { fault, message } = errorAfter(damage);
  expect(fault).toBe("damaged");
  expect(message).toContain(what);
  expect(message).toContain("npm run restore");
});

test.each(["16", "19"])("those of Postgres %s need the version that wrote them", (version) => {
  const { fault, message } = errorAfter(saying("PG_VERSION", `${version}\n`));
  expect(fault).toBe("other-version");
  expect(message).toMatch(
    new RegExp(`by Postgres ${version}, and this build has Postgres ${postgresMajor}\\. Start the`),
  );
});

describe("what the system and the engine say is told as", () => {
  test.each([
    ["ENOSPC: no space left on device, write", "full", "is full: 5 MiB are free"],
    [
      'PANIC: could not write to file "pg_wal/xlogtemp.42": No space left on device',
      "full",
      "Free space on it",
    ],
    ["EDQUOT: disk quota exceeded, write", "full", "Free space on it"],
    ["EROFS: read-only file system, open '/data/x'", "read-only", "Mount it for writing"],
    ['FATAL: could not open file "pg_wal/1": Read-only file system', "read-only", "Mount it for writing"],
    ["EACCES: permission denied, access '/data'", "denied", "chown -R"],
    ['FATAL: could not open file "global/pg_control": Permission denied', "denied", "chown -R"],
    ["PANIC: could not locate a valid checkpoint record at 0/1", "damaged", "npm run restore"],
    ["FATAL: incorrect checksum in control file", "damaged", "incorrect checksum"],
  ])("%s: %s", (what, fault, advice) => {
    const told = faultOf("/data", what, 5 * 1024 * 1024 + 1);
    expect(told?.fault).toBe(fault);
    expect(told?.message).toContain("/data");
    expect(told?.message).toContain(advice);
  });

  test("nothing of the directory's, where they say nothing of files", () => {
    expect(faultOf("/data", "RangeError: Maximum call stack size exceeded", 0)).toBeUndefined();
  });
});
