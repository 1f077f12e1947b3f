import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./browser";
import { enterGroup, makeFlag, makeGroupFlag, makeKey, overrideInStaging } from "./flag-workspace";
import { clipboard } from "./inbox";
import { runSteps } from "./run-steps";
import { enterProject, scrollDown } from "./workspace";

const run = promisify(execFile);

const runners = [
  { language: "curl", file: "ask.sh", command: "bash", output: /"enabled": ?true/ },
  { language: "Browser", file: "ask.mjs", command: process.execPath, output: /^true$/ },
  { language: "Node.js", file: "ask.mjs", command: process.execPath, output: /^true$/ },
  { language: "Python", file: "ask.py", command: "python3", output: /^True$/ },
  { language: "SDK", file: "ask.mjs", command: process.execPath, output: /^true$/ },
  { language: "OpenFeature Web", file: "ask.mjs", command: process.execPath, output: /^true$/ },
  { language: "OpenFeature", file: "ask.mjs", command: process.execPath, output: /^true$/ },
];

/** Copies the code for a language and runs it as somebody would who pasted it. */
async function runSnippet(
  page: Page,
  key: string,
  { language, file, command, output }: (typeof runners)[number],
) {
  await page.getByRole("radio", { name: language, exact: true }).check();
  await page.getByRole("button", { name: `Copy ${language}` }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  // Below the project, so that packages are found.
  await mkdir("test-results", { recursive: true });
  const folder = await mkdtemp(join(process.cwd(), "test-results", "snippet-"));
  try {
    const code = (await clipboard(page)).replace('"fk_…"', JSON.stringify(key));
    // OFREP's provider for pages polls as long as the page is open.
    const isOpen = language === "OpenFeature Web";
    await writeFile(join(folder, file), isOpen ? `${code}process.exit();\n` : code);
    const env = { ...process.env, FIELDKIT_API_KEY: key, no_proxy: "localhost", FORCE_COLOR: "0" };
    const [, own] = /npm install (\S+\/sdk-\S+\.tgz)/.exec(code) ?? [];
    if (own) {
      // Else npm takes the project's own folder for the one to install into.
      await writeFile(join(folder, "package.json"), "{}");
      await run("npm", ["install", "--no-audit", "--no-fund", own], { cwd: folder, env });
    }
    const { stdout } = await run(command, [file], { cwd: folder, env });
    expect(stdout.trim(), language).toMatch(output);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("the code for a record and for a global flag works as it is copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const place = await enterGroup(page);
  const { project, base, record, key, groupBase } = place;
  await overrideInStaging(page, place);
  await page.goto(`${groupBase}/records/${record.id}`);
  await scrollDown(page);
  await page.getByRole("combobox", { name: "Environment" }).click();
  await page.getByRole("option", { name: "Staging" }).click();
  for (const runner of runners) await runSnippet(page, key, runner);
  await page.getByRole("radio", { name: "Go", exact: true }).check();
  await expect(page.getByRole("region", { name: "Code: Go" })).toContainText(
    `/api/flags/${record.id}?env=staging`,
  );

  await makeFlag(page, project, { name: "Everywhere", enabled: true });
  await page.goto(`${base}/flags`);
  // What is asked here answers no pages of other origins.
  const onServers = ["curl", "Node.js", "Python"];
  for (const runner of runners.filter(({ language }) => onServers.includes(language))) {
    await runSnippet(page, key, runner);
  }
  await expect(page.getByRole("radio", { name: "Browser", exact: true })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Code: Python" })).toContainText(project.referenceId);
});

test("the code for a flag with texts asks for its value", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { project, group, record, key, groupBase } = await enterGroup(page);
  const values = { type: "string", onValue: "dark", offValue: "light" };
  await makeGroupFlag(page, project, group, {
    name: "A theme",
    key: "theme",
    defaultEnabled: true,
    ...values,
  });
  await page.goto(`${groupBase}/records/${record.id}`);
  await scrollDown(page);
  // The first test runs the others with the same calls.
  const languages = ["Node.js", "Python", "SDK"];
  for (const runner of runners.filter(({ language }) => languages.includes(language))) {
    await runSnippet(page, key, { ...runner, output: /^dark$/ });
  }
  await page.goto(groupBase);
  await scrollDown(page);
  await page.getByRole("combobox", { name: "Flag", exact: true }).click();
  await page.getByRole("option", { name: "A theme" }).click();
  const server = { language: "SDK, server", file: "ask.mjs", command: process.execPath, output: /^dark$/ };
  await runSnippet(page, key, server);
  await runSnippet(page, key, {
    language: "curl",
    file: "ask.sh",
    command: "bash",
    output: /"value":"dark"/,
  });
});

test("the commands of empty rooms for flags work as printed, but for the key", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const { key } = await makeKey(page, project);
  const made = async (place: Page | Locator = page) => {
    const [, ...outputs] = await runSteps(place, key);
    return outputs.map((output) => JSON.parse(output));
  };
  await page.goto(`${base}/flags`);
  expect(await made()).toMatchObject([{ key: "new-checkout", rollout: 25 }, { source: "global" }]);
  await page.goto(`${base}/flags/groups`);
  const [group] = await made();
  expect(group).toMatchObject({ name: "Tenants", prefix: "tenan", projectId: project.referenceId });
  await page.goto(`${base}/flags/groups/${group.id}`);
  const part = (name: string) => page.getByRole("region", { name, exact: true });
  expect(await made(part("Flags"))).toMatchObject([{ key: "beta", defaultPercentage: 25 }]);
  expect(await made(part("Records"))).toMatchObject([{ name: "Acme Inc.", metadata: { plan: "pro" } }]);
  await page.reload();
  await expect(page.getByRole("button", { name: "Beta", exact: true })).toBeVisible();
  await expect(page.getByRole("cell", { name: "Acme Inc.", exact: true })).toBeVisible();
});
