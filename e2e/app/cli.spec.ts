import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Cli } from "../cli";
import { expect, inspect, newAccount, test } from "./browser";
import { serviceUrl } from "./key-room";
import { enter, enterProject, invite, makeInbox, makeProject, makeTeam } from "./workspace";

let cli: Cli;
test.beforeAll(async () => {
  cli = await Cli.build();
});
test.afterAll(() => cli.remove());

/** The command, and the page that it asks to open. */
async function signingIn(command = ["login"]) {
  const running = cli.start([...command, serviceUrl(), "--no-browser"]);
  await expect.poll(() => running.err).toMatch(/\/-\/cli\?\S+/);
  return { running, address: /http\S+\/-\/cli\?\S+/.exec(running.err)?.[0] ?? "" };
}

test("approves a CLI sign-in for a project and gives the CLI its key", { tag: "@always" }, async ({
  page,
}) => {
  const { team } = await enter(page);
  const project = await makeProject(page, team);
  await makeProject(page, team, { name: "Tea shop", slug: "tea-shop" });
  const { running, address } = await signingIn();
  await page.goto(address);
  const form = page.getByRole("form", { name: "Sign in a command line" });
  await form.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(form.getByText("Project must be selected")).toBeVisible();
  await inspect(page, "cli");
  await form.getByRole("combobox", { name: "Project" }).click();
  await page.getByRole("option", { name: project.name }).click();
  await form.getByRole("radio", { name: /^Read/ }).check();
  await form.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(page.getByText("You are signed in. Go back to the terminal")).toBeVisible();
  expect(page.url()).not.toContain("fk_");
  expect(await running.ended).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("with the scope read, within your role"),
  });
  const { stdout } = await cli.run(["whoami", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ scope: "read", personal: true, project: { id: project.id } });
});

test("approves a key for a terminal, and says so", async ({ page }) => {
  const { project } = await enterProject(page);
  const { running, address } = await signingIn(["key", "create"]);
  await page.goto(address);
  await expect(page.getByText("Continue only if you just ran fieldkit key create")).toBeVisible();
  const form = page.getByRole("form", { name: "Create a key for a terminal" });
  await expect(form.getByRole("combobox", { name: "Project" })).toHaveText(project.name);
  await form.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(page.getByText("Key created. Go back to the terminal")).toBeVisible();
  expect(await running.ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^fk_\S+\n$/) });
});

test("somebody signs in first, and may refuse", async ({ page }) => {
  const account = await enterProject(page).then((entered) => entered.account);
  await page.context().clearCookies();
  const { running, address } = await signingIn();
  await page.goto(address);
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Deny" }).click();
  await expect(page.getByText("Access was denied")).toBeVisible();
  expect(await running.ended).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("denied in the browser"),
  });
});

test("a member signs in with a personal key and listens to an inbox", async ({ page, browser, baseURL }) => {
  const { team: home } = await enter(page);
  const team = await makeTeam(page, `cli-${home.referenceId}`);
  const project = await makeProject(page, team);
  const inbox = await makeInbox(page, project);
  const guest = newAccount();
  const { token } = await invite(page, team, guest.email, "member");
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const there = await elsewhere.newPage();
  await enter(there, guest);
  await there.request.post(`/api/invitations/${token}/accept`);
  const { running, address } = await signingIn();
  await there.goto(address);
  const form = there.getByRole("form", { name: "Sign in a command line" });
  // Their personal team has no projects, and the other one has a single one.
  await expect(form.getByRole("combobox", { name: "Team" })).toHaveText(team.name);
  await expect(form.getByRole("combobox", { name: "Project" })).toHaveText(project.name);
  await form.getByRole("radio", { name: /^Custom/ }).check();
  await form.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(form.getByText("Select at least one scope")).toBeVisible();
  await form.getByRole("checkbox", { name: "webhooks:write" }).check();
  await inspect(there, "cli-member");
  await form.getByRole("button", { name: "Allow", exact: true }).click();
  expect(await running.ended).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("webhooks:write, within your role"),
  });
  const listening = cli.start(["listen", inbox.name]);
  await expect.poll(() => listening.err).toContain(inbox.name);
  await page.request.post(inbox.pathUrl, { data: { id: 7 } });
  await expect.poll(() => listening.out + listening.err).toContain("POST");
  listening.child.kill("SIGINT");
  await listening.ended;
  const mocks = await cli.run(["mocks", "pull"]);
  expect(mocks).toMatchObject({ code: 3, stderr: expect.stringContaining("mocks:write") });
  await elsewhere.close();
});

test("rejects approval URLs that no CLI created, and can't be framed", {
  tag: "@always",
}, async ({ page }) => {
  await enter(page);
  const answer = await page.goto("/-/cli?port=80&state=x&challenge=y");
  await expect(page.getByText("isn't a valid link of the command line")).toBeVisible();
  expect(answer?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  await inspect(page, "cli-none");
});

test("npm installs and runs the CLI package that the server offers", {
  tag: "@always",
}, async () => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), "fieldkit-npx-"));
  try {
    const env = { ...process.env, no_proxy: "localhost,127.0.0.1", npm_config_cache: join(folder, "cache") };
    const { url } = await fetch(`${serviceUrl()}/cli.tgz`);
    expect(url).toMatch(/\/cli-\d+\.\d+\.\d+-g[0-9a-f]{8}\.tgz$/);
    const args = ["--yes", "--registry=http://127.0.0.1:9", url, "help"];
    const { stdout } = await promisify(execFile)("npx", args, { cwd: folder, env });
    expect(stdout).toContain("Usage: fieldkit <command>");
    const file = await (await fetch(`${serviceUrl()}/cli.mjs`)).text();
    expect(file.startsWith("#!/usr/bin/env node")).toBe(true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
