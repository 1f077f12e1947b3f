import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Cli } from "../cli";
import { port } from "./client";
import { createKey, createMock, createSite } from "./fixtures";

const run = promisify(execFile);
const readme = fileURLToPath(new URL("../../README.md", import.meta.url));
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "fieldkit-readme-"));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

/** The commands of a section, without those that install or start Fieldkit. */
async function commandsOf(title: string): Promise<string[]> {
  const text = await readFile(readme, "utf8");
  const [, after = ""] = text.split(new RegExp(`^## ${title}\\s*$`, "m"));
  const [section = ""] = after.split(/^## /m);
  return [...section.matchAll(/^```bash\n([\s\S]*?)^```/gm)]
    .map(([, block = ""]) => block)
    .filter((block) => !/\bnpm (ci|start)\b/.test(block));
}

it("the README's commands work as written, one section after the other", async () => {
  const sections = ["Quick start", "API keys and feature flags", "Release notes"];
  const blocks = (await Promise.all(sections.map(commandsOf))).flat();
  expect(blocks.length).toBeGreaterThanOrEqual(sections.length);
  const script = blocks
    .join("\necho\n")
    .replaceAll(":3000", `:${port}`)
    .replaceAll("//github.com/", "//github.invalid/");
  const { stdout } = await run("bash", ["-e", "-o", "pipefail", "-c", script], { cwd: directory });
  expect(stdout).toContain('{"hello": "world"}{"hello": "world"}');
  expect(stdout).toMatch(/"key":"new-checkout","value":true,"reason":"TARGETING_MATCH"/);
  expect(stdout).toMatch(/"status":"processing"/);
});

it("the API accepts every mock of the README", async () => {
  const [, section = ""] = (await readFile(readme, "utf8")).split(/^## Mocks$/m);
  const [mocks = ""] = section.split(/^## /m);
  const examples = [...mocks.matchAll(/^ *```json\n([\s\S]*?)^ *```/gm)].map(([, json = ""]) =>
    JSON.parse(json),
  );
  expect(examples.length).toBeGreaterThan(0);
  const { owner, project } = await createSite();
  for (const example of examples) await createMock(owner, project.id, example);
});

it("the README's commands for the command line work as written, and leave project and files the same", async () => {
  const [cli, site] = await Promise.all([Cli.build(), createSite()]);
  try {
    const { key } = await createKey(site.owner, site.project.referenceId);
    await createMock(site.owner, site.project.id, { responseBody: '{"a":1}' });
    const blocks = await commandsOf("From the command line");
    const script = blocks
      .join("\n")
      .replace(/^npm install .*$/m, "")
      .replaceAll(":3000", `:${port}`);
    expect(script).toContain("fieldkit mocks push --check");
    await chmod(cli.program, 0o755);
    await symlink(cli.program, join(cli.folder, "fieldkit"));
    const path = `${cli.folder}:${process.env.PATH}`;
    const env = { ...process.env, ...cli.env, PATH: path, FIELDKIT_URL: "", FIELDKIT_API_KEY: key };
    const { stderr } = await run("bash", ["-e", "-o", "pipefail", "-c", script], { cwd: directory, env });
    expect(stderr.trimEnd()).toMatch(/Files and project are the same\.$/);
  } finally {
    await cli.remove();
  }
});
