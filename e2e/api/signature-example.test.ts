import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { port } from "./client";
import { createKey, createSite } from "./fixtures";

const run = promisify(execFile);
const page = fileURLToPath(new URL("../../docs/webhook-signatures.md", import.meta.url));

it("the example of signatures works as written", async () => {
  const { owner, project } = await createSite();
  const { key } = await createKey(owner, project.referenceId);
  const [, example = ""] = /^```bash\n([\s\S]*?)^```/m.exec(await readFile(page, "utf8")) ?? [];
  const API = `http://localhost:${port}/api/projects/${project.referenceId}`;
  const env = { ...process.env, API, FIELDKIT_API_KEY: key };
  const { stdout } = await run("bash", ["-e", "-o", "pipefail", "-c", example], { env });
  expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/missing wrong valid$/);
});
