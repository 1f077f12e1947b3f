import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { afterAll, beforeEach, expect, test } from "vitest";
import { roomLimits } from "./disk-room";
import { temporaryDir } from "./fixtures/database";
import { SpareFile, spareBytes, spareFile } from "./spare-file";

const dir = temporaryDir("spare-file-");
const path = spareFile(dir.path);
const disk = { freeBytes: 0 };
const spare = new SpareFile(dir.path, () => disk.freeBytes);
const enough = roomLimits.enoughBytes + spareBytes;

beforeEach(() => {
  rmSync(path, { force: true });
  disk.freeBytes = enough;
});
afterAll(() => dir.remove());

test("room is really taken while there is some, once", async () => {
  await Promise.all([spare.keep(), spare.keep()]);
  expect(statSync(path).blocks * 512).toBeGreaterThanOrEqual(spareBytes);
  expect(readdirSync(dir.path)).toEqual(["postgres.spare"]);
});

test("none is taken where writes would soon stop because of it", async () => {
  disk.freeBytes = enough - 1;
  await spare.keep();
  expect(readdirSync(dir.path)).toEqual([]);
});

test("a file that an end cut off is made anew", async () => {
  writeFileSync(path, "cut off");
  await spare.keep();
  expect(statSync(path).size).toBe(spareBytes);
});

test.each([
  ["a start without room gets it", spareBytes - 1, false],
  ["any other leaves it", spareBytes, true],
])("%s", async (_, freeBytes, isKept) => {
  await spare.keep();
  disk.freeBytes = freeBytes;
  spare.release();
  expect(existsSync(path)).toBe(isKept);
});
