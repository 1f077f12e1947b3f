import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { noteOutsideChange, watchOutsideChanges } from "./outside-changes";

test("a server notices that a command has changed its database, each time", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "outside-"));
  const changed = vi.fn();
  const stop = watchOutsideChanges(dataDir, changed);
  try {
    for (const times of [1, 2]) {
      noteOutsideChange(dataDir);
      await expect.poll(() => changed.mock.calls.length).toBe(times);
    }
  } finally {
    stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
