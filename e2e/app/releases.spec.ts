import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { serveGit } from "../git-http-server";
import { createRepository, type NewCommit } from "../git-repository";
import { targetPort as ownTargetPort } from "../target-port";
import { expect, inspect, newAccount, test } from "./browser";
import { enter, enterProject, invite, makeProject, makeTeam } from "./workspace";

const targetPort = ownTargetPort();
const repoUrl = `http://127.0.0.1:${targetPort}/shop.git`;
const daysAgo = (days: number) => Math.floor(Date.now() / 1000) - days * 86_400;

const shop: NewCommit[] = [
  { message: "feat(cart): gift cards (#12)", at: daysAgo(20) },
  { message: "feat!: new login\n\nBREAKING CHANGE: everybody signs in again", at: daysAgo(12) },
  { message: "fix: totals of an empty cart", at: daysAgo(9), author: "Zoë Ångström <zoe@example.com>" },
  { message: "chore(deps): bump x from 1 to 2", at: daysAgo(8), author: "dependabot[bot] <bot@example.com>" },
  { message: "Add a dark theme <script>alert(1)</script>", at: daysAgo(3) },
];

let root: string;
let server: Awaited<ReturnType<typeof serveGit>>;

test.beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "fieldkit-repos-"));
  createRepository(root, "shop", shop);
  server = await serveGit(root, targetPort);
});
test.afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

/** Fills in the form for new notes and waits for the draft that comes of it. */
async function writeNotes(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/releases/new`);
  await page.getByLabel("Repository 1", { exact: true }).fill(repoUrl);
  await page.getByRole("button", { name: "Write release notes" }).click();
  await expect(page.getByLabel("Markdown", { exact: true })).toBeVisible({ timeout: 30_000 });
}

const markdown = (page: Page) => page.getByLabel("Markdown", { exact: true });
const preview = (page: Page) => page.getByRole("region", { name: "Preview" });

test("notes are written, edited, published, read by everybody and fetched as feeds", async ({
  page,
  browser,
  baseURL,
}) => {
  const { base, team, project } = await enterProject(page);
  await page.goto(`${base}/mocks`);
  await page.getByRole("link", { name: "Releases" }).click();
  await expect(page.getByRole("heading", { name: "No releases yet" })).toBeVisible();
  await inspect(page, "releases-empty");

  await page.getByRole("link", { name: "Write your first release notes" }).click();
  await page.getByRole("button", { name: "Write release notes" }).click();
  await expect(page.getByLabel("Repository 1", { exact: true })).toHaveAccessibleDescription(
    /must not be empty/,
  );
  await page.getByLabel("Repository 1", { exact: true }).fill("ftp://example.com/x");
  await page.getByRole("button", { name: "Write release notes" }).click();
  await expect(page.getByLabel("Repository 1", { exact: true })).toHaveAccessibleDescription(
    /cannot be used/,
  );
  await inspect(page, "release-new");
  await page.getByLabel("Repository 1", { exact: true }).fill(repoUrl);
  await page.getByRole("button", { name: "Write release notes" }).click();

  await expect(markdown(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("4 commits of shop")).toBeVisible();
  await expect(preview(page).getByRole("heading", { name: "Breaking changes" })).toBeVisible();
  await expect(preview(page).getByText("<script>alert(1)</script>")).toBeVisible();
  await inspect(page, "release-draft");

  await markdown(page).fill("## Highlights\n\n- **Gift cards** for [everybody](https://example.com/cards)\n");
  await expect(preview(page).getByRole("link", { name: "everybody" })).toBeVisible();
  await page.getByLabel("Title", { exact: true }).fill("Spring & summer");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Spring & summer", level: 1 })).toBeVisible();

  await page.goto(`${base}/releases/settings`);
  await page.getByRole("switch", { name: "Show published releases on a public page" }).click();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Release settings saved").first()).toBeVisible();
  await inspect(page, "release-settings");

  await page.goto(`${base}/releases`);
  await page.getByRole("link", { name: "Spring & summer" }).click();
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Publish" }).click();
  const permalink = await page.getByRole("link", { name: /^Public page/ }).getAttribute("href");

  const outside = await browser.newContext(baseURL ? { baseURL } : {});
  const reader = await outside.newPage();
  await reader.goto(`/changelog/${team.slug}/${project.slug}`);
  await expect(reader.getByRole("heading", { name: "Coffee shop", level: 1 })).toBeVisible();
  await expect(reader.getByRole("heading", { name: "Spring & summer", level: 2 })).toBeVisible();
  await inspect(reader, "changelog");
  await reader.getByRole("link", { name: "Spring & summer" }).click();
  expect(reader.url()).toBe(permalink);
  await expect(reader.getByRole("heading", { name: "Spring & summer", level: 1 })).toBeVisible();
  await inspect(reader, "changelog-release");

  for (const feed of ["rss.xml", "atom.xml"]) {
    const xml = await (await reader.request.get(`/changelog/${team.slug}/${project.slug}/${feed}`)).text();
    const read = await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, "application/xml");
      const title = parsed.querySelector("item > title, entry > title")?.textContent;
      return { broken: parsed.querySelector("parsererror")?.textContent ?? null, title };
    }, xml);
    expect(read).toEqual({ broken: null, title: "Spring &amp; summer" });
  }
  await outside.close();
});

test("the list moves by itself, and shows what failed and why", async ({ page }) => {
  const { base, project } = await enterProject(page);
  await page.goto(`${base}/releases`);
  const releases = `/api/projects/${project.id}/releases`;
  const range = { fromDate: "2026-01-01", toDate: new Date().toISOString() };
  const made = await page.request.post(`${releases}/generate`, { data: { ...range, repoUrls: [repoUrl] } });
  const missing = [repoUrl.replace("shop", "nothing")];
  await page.request.post(`${releases}/generate`, { data: { ...range, repoUrls: missing } });
  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: "Draft" })).toHaveCount(1, { timeout: 30_000 });
  await expect(page.getByRole("row").filter({ hasText: "Failed" })).toHaveCount(1, { timeout: 30_000 });
  await inspect(page, "releases");

  await page.getByRole("row").filter({ hasText: "Failed" }).getByRole("link").click();
  await expect(page.getByText(/There is no repository at this address/)).toBeVisible();
  await inspect(page, "release-failed");
  await page.getByRole("link", { name: "Change range or repositories" }).click();
  await expect(page.getByLabel("Repository 1", { exact: true })).toHaveValue(missing[0] ?? "");
  await expect(page.getByLabel("From")).toHaveValue("2026-01-01");

  await page.goto(`${base}/releases/new`);
  await expect(page.getByRole("radio", { name: "Since the last release" })).toBeChecked();
  await expect(page.getByLabel("Repository 1", { exact: true })).toHaveValue(missing[0] ?? "");
  expect(made.status()).toBe(201);
});

test("progress is shown while the commits are read", async ({ page }) => {
  const { base } = await enterProject(page);
  await server.close();
  // Answers once there was a look at what is shown meanwhile.
  const held: (() => void)[] = [];
  let isOpen = false;
  const slow = createServer((_, response) => {
    const refuse = () => void response.writeHead(404).end();
    if (isOpen) refuse();
    else held.push(refuse);
  });
  await new Promise<void>((resolve) => slow.listen(targetPort, "127.0.0.1", resolve));
  try {
    await page.goto(`${base}/releases/new`);
    await page.getByLabel("Repository 1", { exact: true }).fill(repoUrl);
    await page.getByRole("button", { name: "Write release notes" }).click();
    const progress = page.getByRole("region", { name: "Progress" });
    await expect(progress.getByRole("listitem").filter({ hasText: "Reading commits" })).toHaveAttribute(
      "aria-current",
      "step",
    );
    await inspect(page, "release-progress");
    isOpen = true;
    for (const refuse of held) refuse();
    await expect(page.getByRole("heading", { name: "The notes could not be written" })).toBeVisible();
  } finally {
    slow.closeAllConnections();
    await new Promise((resolve) => slow.close(resolve));
    server = await serveGit(root, targetPort);
  }
});

test("the longest titles, wide contents and many releases keep their places", async ({ page }) => {
  const { base, team, project } = await enterProject(page);
  const api = `/api/projects/${project.id}`;
  await page.request.put(`${api}/release-settings`, { data: { changelog: true } });
  const long = "A title as long as titles may get ".repeat(6).slice(0, 200).trim();
  const word = "word".repeat(60);
  const content = [
    `# ${word}\n\n${word} [${word}](https://example.com/${word})`,
    `| a | b |\n|---|---|\n| ${word} | ${word} |`,
    `\`\`\`\n${word.repeat(3)}\n\`\`\``,
    "> quoted\n\n1. one\n2. two\n   - three\n\n---\n\n`code` ![picture](https://example.com/a.png)",
  ].join("\n\n");
  // The repository has nothing in this range, so these are written by hand.
  const range = { fromDate: "2020-01-01", toDate: "2020-01-02", repoUrls: [repoUrl, `${repoUrl}#${word}`] };
  const ids: string[] = [];
  for (let count = 0; count < 10; count += 1) {
    const made = await page.request.post(`${api}/releases/generate`, { data: range });
    ids.push((await made.json()).id);
  }
  const last = ids.at(-1) ?? "";
  const isDraft = async () => (await (await page.request.get(`${api}/releases/${last}`)).json()).status;
  await expect.poll(isDraft, { timeout: 60_000 }).toBe("draft");
  expect((await page.request.put(`${api}/releases/${last}`, { data: { title: long, content } })).ok()).toBe(
    true,
  );
  expect((await page.request.post(`${api}/releases/${last}/publish`)).ok()).toBe(true);

  await page.goto(`${base}/releases`);
  await expect(page.getByRole("searchbox", { name: "Filter releases" })).toBeVisible();
  await inspect(page, "releases-long");
  await page.getByRole("searchbox", { name: "Filter releases" }).fill("as long as");
  await expect(page.getByText("1 found")).toBeVisible();
  await page.getByRole("link", { name: long }).click();
  await expect(preview(page).getByRole("table")).toBeVisible();
  await inspect(page, "release-long");
  await page.goto(`/changelog/${team.slug}/${project.slug}`);
  await expect(page.getByRole("heading", { name: long })).toBeVisible();
  await inspect(page, "changelog-long");
});

test("coverage tells what became of every commit", async ({ page }) => {
  const { base } = await enterProject(page);
  await writeNotes(page, base);
  await page.getByRole("tab", { name: "Coverage" }).click();
  const commits = page.getByRole("table", { name: "Commits" }).locator("tbody").getByRole("row");
  await expect(commits).toHaveCount(4);
  await page.getByRole("button", { name: /^Left out/ }).click();
  await expect(commits).toHaveCount(1);
  await expect(commits).toContainText("made by a bot");
  await inspect(page, "release-coverage");
  await page.getByRole("searchbox", { name: "Filter commits" }).fill("gift");
  await expect(page.getByText("No commit matches “gift”.")).toBeVisible();
});

test("nothing that was written is lost: history, undo, and writing anew", async ({ page }) => {
  const { base } = await enterProject(page);
  await writeNotes(page, base);
  await markdown(page).fill("Our own words\n");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
  await markdown(page).fill("Our own words, better\n");
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Write anew" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Write anew" }).click();
  await expect(page.getByText("The notes are written anew")).toBeVisible({ timeout: 30_000 });
  await expect(markdown(page)).toHaveValue(/Breaking changes/);

  await page.getByRole("button", { name: "Compare and restore" }).click();
  await expect(page.getByRole("button", { name: /^Revision/ })).toHaveCount(4);
  await expect(page.getByRole("button", { name: /^Revision 3/ })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("region", { name: "From revision 3 to now" })).toContainText(
    "Removed: Our own words, better",
  );
  await inspect(page, "release-history");
  await page.getByRole("button", { name: "Restore this text" }).click();
  await expect(page.getByText("Revision 3 is back").first()).toBeVisible();
  await page.getByRole("tab", { name: "Notes" }).click();
  await expect(markdown(page)).toHaveValue("Our own words, better\n");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(markdown(page)).toHaveValue(/Breaking changes/);
});

test("what is typed while a save is on its way stays", async ({ page }) => {
  const { base } = await enterProject(page);
  await writeNotes(page, base);
  await page.route("**/api/projects/*/releases/*", async (route) => {
    if (route.request().method() === "PUT") await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await markdown(page).fill("One");
  await page.keyboard.press("Control+Enter");
  await markdown(page).fill("One, two");
  await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
  await expect(markdown(page)).toHaveValue("One, two");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await page.reload();
  await expect(markdown(page)).toHaveValue("One, two");
});

test("unsaved words are asked about, copied as they stand, and downloaded", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { base } = await enterProject(page);
  await writeNotes(page, base);
  const menu = async (name: string) => {
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  const download = page.waitForEvent("download");
  await menu("Download");
  expect((await download).suggestedFilename()).toMatch(/^release-notes-.*\.md$/);
  await markdown(page).fill("Half a thought");
  await menu("Copy Markdown");
  await expect(page.getByText("Markdown copied").first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Half a thought");
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Stay" }).click();
  await page.goBack();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(markdown(page)).toHaveValue("Half a thought");
  await page.goBack();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "New release" })).toBeVisible();
});

/** What the browser keeps of unsaved words. */
const keptDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("fieldkit.draft/")).length);

const restored = (page: Page) => page.getByText(/^Restored what you had not saved/);

test("unsaved words survive the closing of the page, and are discarded only when somebody says so", async ({
  page,
  context,
}) => {
  const { base } = await enterProject(page);
  await writeNotes(page, base);
  const address = page.url();
  await markdown(page).fill("Written, not saved");
  await expect.poll(() => keptDrafts(page)).toBe(1);
  // Without a question, as in a crash.
  await page.close({ runBeforeUnload: false });

  const again = await context.newPage();
  await again.goto(address);
  await expect(restored(again)).toBeVisible();
  await expect(markdown(again)).toHaveValue("Written, not saved");
  await expect(again.getByText("Unsaved changes")).toBeVisible();
  await inspect(again, "release-restored");
  await again.getByRole("button", { name: "Discard" }).click();
  await expect(markdown(again)).toHaveValue(/Breaking changes/);
  await expect(restored(again)).toBeHidden();
  await again.getByRole("button", { name: "Undo" }).first().click();
  await expect(markdown(again)).toHaveValue("Written, not saved");
  await again.getByRole("button", { name: "Save", exact: true }).click();
  await expect(again.getByText("Saved", { exact: true }).first()).toBeVisible();
  await expect.poll(() => keptDrafts(again)).toBe(0);
  await again.reload();
  await expect(markdown(again)).toHaveValue("Written, not saved");
  await expect(restored(again)).toHaveCount(0);
});

test("two tabs keep what was typed in each", async ({ page, context }) => {
  const { base } = await enterProject(page);
  await writeNotes(page, base);
  const address = page.url();
  const beside = await context.newPage();
  await beside.goto(address);
  // The page takes part once its tabs do.
  await expect(async () => {
    await beside.getByRole("tab", { name: "Coverage" }).click();
    await expect(beside.getByRole("table", { name: "Commits" })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await beside.getByRole("tab", { name: "Notes" }).click();
  await markdown(beside).fill("Of the second tab");
  await expect.poll(() => keptDrafts(page)).toBe(1);
  await markdown(page).fill("Of the first tab");
  await expect.poll(() => keptDrafts(page)).toBe(2);
  await page.close({ runBeforeUnload: false });
  await beside.close({ runBeforeUnload: false });

  for (const words of ["Of the first tab", "Of the second tab"]) {
    const again = await context.newPage();
    await again.goto(address);
    await expect(markdown(again)).toHaveValue(words);
    await again.getByRole("button", { name: "Discard" }).click();
    await expect(markdown(again)).toHaveValue(/Breaking changes/);
    await again.close();
  }
});

test("what somebody else changes is seen, kept, and asked about where both changed the text", async ({
  page,
}) => {
  const { base, project } = await enterProject(page);
  await writeNotes(page, base);
  const api = `/api/projects/${project.id}/releases/${page.url().split("/").at(-1)}`;
  const lines = (middle: string) =>
    `${"# Notes\n\nThe first line\n\nThe second line\n\n"}${middle}\n\nThe end\n`;
  const change = async (data: object) => expect((await page.request.put(api, { data })).status()).toBe(200);

  await change({ content: lines("In the middle") });
  await expect(markdown(page)).toHaveValue(lines("In the middle"), { timeout: 10_000 });

  await markdown(page).fill(lines("In my middle"));
  await change({ title: "Their title" });
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Their title", { timeout: 10_000 });
  await expect(markdown(page)).toHaveValue(lines("In my middle"));

  await change({ content: lines("In their middle") });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const conflict = page.getByRole("dialog", { name: "Somebody else changed this too" });
  const difference = conflict.getByRole("region", { name: "Markdown: from theirs to yours" });
  await expect(difference).toContainText("Removed: In their middle");
  await expect(difference).toContainText("Added: In my middle");
  await expect(difference).not.toContainText("The first line");
  await inspect(page, "release-conflict");
  await conflict.getByLabel("Keep mine").check();
  await conflict.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
  const stored = await (await page.request.get(api)).json();
  expect([stored.title, stored.content]).toEqual(["Their title", lines("In my middle")]);
});

test("many releases are paged, searched and sorted in the address, and deleted together", async ({
  page,
}) => {
  const { base, project } = await enterProject(page);
  const api = `/api/projects/${project.id}/releases`;
  const range = { fromDate: "2020-01-01", toDate: "2020-01-02", repoUrls: [repoUrl] };
  for (let count = 1; count <= 52; count += 1) {
    expect((await page.request.post(`${api}/generate`, { data: range })).status()).toBe(201);
  }
  const made = async (): Promise<{ id: string; status: string }[]> => (await page.request.get(api)).json();
  const waiting = async () => (await made()).filter(({ status }) => status === "processing").length;
  await expect.poll(waiting, { timeout: 120_000 }).toBe(0);
  for (const [at, { id }] of (await made()).reverse().entries()) {
    const title = `Release ${String(at + 1).padStart(2, "0")}`;
    expect((await page.request.put(`${api}/${id}`, { data: { title } })).status()).toBe(200);
  }

  await page.goto(`${base}/releases`);
  const rows = page.getByRole("table", { name: "Releases" }).locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(50);
  await expect(rows.first()).toContainText("Release 52");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText("Release 01");
  await page.goBack();
  await expect(rows).toHaveCount(50);
  await page.getByRole("button", { name: "Title", exact: true }).click();
  await expect(rows.first()).toContainText("Release 01");
  await page.getByRole("searchbox", { name: "Filter releases" }).fill("release 5");
  await expect(rows).toHaveCount(8);
  await expect(page).toHaveURL(/[?&]q=release/);
  await page.reload();
  await expect(rows).toHaveCount(8);
  await expect(rows.first()).toContainText("Release 05");

  const [newest] = await made();
  expect(
    (await page.request.put(`${api}/${newest?.id}`, { data: { title: "Release 5, by somebody else" } })).ok(),
  ).toBe(true);
  await expect(page.getByRole("link", { name: "Release 5, by somebody else" })).toBeVisible({
    timeout: 10_000,
  });

  await page.getByRole("checkbox", { name: "Select Release 50" }).click();
  await page.getByRole("checkbox", { name: "Select Release 51" }).click();
  const bar = page.getByRole("toolbar", { name: "Selected rows" });
  const download = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Export" }).click();
  expect((await download).suggestedFilename()).toBe("releases.json");
  await page.getByRole("checkbox", { name: "Select Release 50" }).click();
  await page.getByRole("checkbox", { name: "Select Release 51" }).click();
  await bar.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("2 releases deleted").first()).toBeVisible();
  await expect(rows).toHaveCount(6);
  expect(await made()).toHaveLength(50);
});

test("a release goes to Slack after a look at it", async ({ page }) => {
  const { base, project } = await enterProject(page);
  await writeNotes(page, base);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Slack is not set up for this project")).toBeVisible();
  await page.keyboard.press("Escape");
  const slackWebhookUrl = `http://127.0.0.1:${targetPort}/services/T0/B0/secretWXYZ`;
  const settings = `/api/projects/${project.id}/release-settings`;
  expect((await page.request.put(settings, { data: { slackWebhookUrl } })).status()).toBe(200);
  await server.close();
  const sent: string[] = [];
  const slack = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    sent.push(Buffer.concat(chunks).toString());
    response.writeHead(200).end("ok");
  });
  await new Promise<void>((resolve) => slack.listen(targetPort, "127.0.0.1", resolve));
  try {
    await page.reload();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Send release" });
    await expect(dialog.getByRole("region", { name: "What is sent" })).toContainText("Gift cards");
    await inspect(page, "release-send");
    await dialog.getByRole("button", { name: "Send to Slack" }).click();
    await expect(page.getByText("Sent to Slack").first()).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain("Draft: Release notes");
  } finally {
    slack.closeAllConnections();
    await new Promise((resolve) => slack.close(resolve));
    server = await serveGit(root, targetPort);
  }
});

test("files are attached, and a release goes out by e-mail after a test", async ({ page }) => {
  const { account, base, project } = await enterProject(page);
  await writeNotes(page, base);
  await page.getByRole("tab", { name: "Attachments" }).click();
  const choose = async (name: string, bytes: number) => {
    const chosen = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach files" }).click();
    await (await chosen).setFiles({ name, mimeType: "text/plain", buffer: Buffer.alloc(bytes, "a") });
  };
  await choose("much.txt", 5 * 1024 * 1024 + 1);
  await expect(page.getByText("“much.txt” is larger than 5 MiB.")).toBeVisible();
  await choose("prices.txt", 2048);
  const files = page.getByRole("list", { name: "Attachments" }).getByRole("listitem");
  await expect(files).toHaveCount(1);
  await choose("dates.txt", 10);
  await expect(files).toHaveCount(2);
  await inspect(page, "release-attachments");
  await page.getByRole("button", { name: "Delete dates.txt" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete attachment" }).click();
  await expect(files).toHaveCount(1);

  const settings = `/api/projects/${project.id}/release-settings`;
  const emailRecipients = ["ada@example.com", "bob@example.com"];
  expect((await page.request.put(settings, { data: { emailRecipients } })).status()).toBe(200);
  await page.reload();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Send release" });
  await expect(dialog.getByText(/ada@example\.com and bob@example\.com/)).toBeVisible();
  await dialog.getByRole("button", { name: "Send me a test" }).click();
  await expect(page.getByText(`Test sent to ${account.email}`).first()).toBeVisible();
  await inspect(page, "release-send-email");
  await dialog.getByRole("button", { name: "Send to 2 recipients" }).click();
  await expect(page.getByText("Sent by e-mail").first()).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("settings are kept, refused where they are wrong, and only looked at by members", async ({
  page,
  browser,
  baseURL,
}) => {
  const { team: home } = await enter(page);
  const team = await makeTeam(page, `crew-${home.referenceId}`);
  await makeProject(page, team);
  const path = `/${team.slug}/coffee-shop/releases/settings`;
  await page.goto(path);
  await page.getByRole("button", { name: "Add a repository" }).click();
  await page.getByLabel("Repository 1", { exact: true }).fill(repoUrl);
  await page.getByLabel("Address of the incoming webhook").fill("http://example.com/hook");
  await page.getByLabel("Recipients").fill("ada@example.com\nnobody");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Recipients")).toHaveAccessibleDescription(/“nobody” must be an e-mail/);
  await page.getByLabel("Recipients").fill("Ada <ada@example.com>, bob@example.com");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Address of the incoming webhook")).toHaveAccessibleDescription(
    /cannot be used/,
  );
  await page.getByLabel("Address of the incoming webhook").fill(`http://127.0.0.1:${targetPort}/secretWXYZ`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Release settings saved").first()).toBeVisible();
  await page.reload();
  await expect(page.getByText("Set up, with an address that ends in WXYZ")).toBeVisible();
  await expect(page.getByLabel("Recipients")).toHaveValue("ada@example.com\nbob@example.com");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Address of the incoming webhook")).toHaveValue("");

  const account = newAccount();
  const { token } = await invite(page, team, account.email, "member");
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const member = await elsewhere.newPage();
  await enter(member, account);
  expect((await member.request.post(`/api/invitations/${token}/accept`)).status()).toBe(200);
  await member.goto(path);
  await expect(member.getByText(/Only admins of/)).toBeVisible();
  await expect(member.getByLabel("Repository 1", { exact: true })).toBeDisabled();
  await expect(member.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  await inspect(member, "release-settings-member");
  await elsewhere.close();
});
