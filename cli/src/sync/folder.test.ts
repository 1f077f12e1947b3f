import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Folder } from "./folder";
import { mocks } from "./mocks";

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), "fieldkit-folder-"));
  writeFileSync(join(path, "a.json"), '{"name":"A","endpoint":"/a"}');
});
afterEach(() => rmSync(path, { recursive: true }));

test.each(["[]", '{"known":{"GET /a":null}}', '{"known":{"GET /a":{"row":"a"}}}', '{"known":[]}', "{"])(
  "a lock file with %s is refused",
  (text) => {
    writeFileSync(join(path, ".fieldkit.json"), text);
    expect(() => new Folder(path).known("p")).toThrow("Restore it from your repository");
  },
);

test.each(["b.json", "below"])(
  "a symbolic link %s stops the command, so that --prune doesn't delete its mock",
  (name) => {
    mkdirSync(join(path, "elsewhere"));
    symlinkSync(join(path, name === "below" ? "elsewhere" : "a.json"), join(path, name));
    expect(() => new Folder(path).read(mocks)).toThrow("is a symbolic link");
  },
);
