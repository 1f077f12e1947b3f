import { mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDataDir } from "./data-dir";

let parent: string;
beforeEach(() => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), "data-dir-")));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

describe("the data directory", () => {
  it("is made with its parents, for its owner only", () => {
    const path = openDataDir(join(parent, "a", "b"));
    expect(path).toBe(join(parent, "a", "b"));
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it("has one name, whatever link leads to it", () => {
    const path = openDataDir(join(parent, "real"));
    symlinkSync(path, join(parent, "link"));
    expect(openDataDir(join(parent, "link"))).toBe(path);
  });

  it.each(["file", "file/below"])("%s, which can't be one, is refused with what to do", (name) => {
    writeFileSync(join(parent, "file"), "");
    expect(() => openDataDir(join(parent, name))).toThrow(/is no directory\. Point DATA_DIR to one/);
  });

  it.skipIf(process.platform !== "linux")("is refused at once where the system makes none", () => {
    expect(() => openDataDir("/proc/nope/below")).toThrow(
      /can't be read and written by .*ENOENT.* point DATA_DIR/,
    );
  });
});
