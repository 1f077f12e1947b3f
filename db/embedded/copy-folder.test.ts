import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { copyFolder, privately } from "./copy-folder";

it("a copy of what nobody may write is its owner's alone, and can be written", () => {
  const top = mkdtempSync(join(tmpdir(), "copy-folder-"));
  const [from, to] = [join(top, "from"), join(top, "to")];
  try {
    mkdirSync(join(from, "base", "5"), { recursive: true });
    mkdirSync(join(from, "pg_notify"));
    writeFileSync(join(from, "base", "5", "112"), "rows");
    execFileSync("chmod", ["-R", "a-w,a+rX", from]);
    copyFolder(from, to, privately);
    const entries = readdirSync(to, { recursive: true, encoding: "utf8" }).sort();
    expect(entries).toEqual(["base", "base/5", "base/5/112", "pg_notify"]);
    expect(readFileSync(join(to, "base", "5", "112"), "utf8")).toBe("rows");
    const modes = ["", ...entries].map((each) => statSync(join(to, each)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o700, 0o600, 0o700]);
  } finally {
    execFileSync("chmod", ["-R", "u+w", from]);
    rmSync(top, { recursive: true, force: true });
  }
});
