import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";

/**
 * Runs the commands of the steps on a page or a part of it, one after the other, in one folder, as they are copied.
 * The first one sets the key, and has no output.
 */
export async function runSteps(place: Page | Locator, key: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "fieldkit-steps-"));
  try {
    const outputs: string[] = [];
    let first = "";
    for (const step of await place.getByRole("radio").all()) {
      await step.check();
      const shown = place.getByRole("region", { name: await step.inputValue() });
      const code = (await shown.locator("code").textContent()) ?? "";
      first ||= code.replace("fk_…", key);
      const script = `set -e\n${first}\n${outputs.length > 0 ? code : ""}`;
      outputs.push(execFileSync("sh", ["-c", script], { cwd: folder, encoding: "utf8", stdio: "pipe" }));
    }
    return outputs;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
