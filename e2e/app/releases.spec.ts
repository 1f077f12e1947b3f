import type { IncomingMessage, ServerResponse } from "node:http";
import { sql } from "drizzle-orm";
import { expect, inspect, test } from "./browser";
import { copied, makeCopies } from "./copies";
import { markdown, preview, repoUrl, serveShop, writeNotes } from "./release-notes";
import { enterProject } from "./workspace";

const repository = serveShop();

test("generates, edits and publishes release notes, on the public page and in feeds", {
  tag: "@always",
}, async ({ page, browser, baseURL }) => {
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
    /must begin with https/,
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
  await page.getByRole("button", { name: "Actions for Spring & summer" }).click();
  await page.getByRole("menuitem", { name: "Take back" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Take back" }).click();
  await expect(page.getByText("“Spring & summer” is a draft again").first()).toBeVisible();
  await reader.reload();
  await expect(reader.getByRole("heading", { name: "Spring & summer", level: 1 })).toBeHidden();
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
  // Answers once there was a look at what is shown meanwhile.
  const held: (() => void)[] = [];
  let isOpen = false;
  const answer = (_: IncomingMessage, response: ServerResponse) => {
    const refuse = () => void response.writeHead(404).end();
    if (isOpen) refuse();
    else held.push(refuse);
  };
  await repository.replacedBy(answer, async () => {
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
  });
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

test("many releases are paged, searched and sorted in the address, and deleted together", async ({
  page,
}) => {
  const { base, project } = await enterProject(page);
  const api = `/api/projects/${project.id}/releases`;
  const range = { fromDate: "2020-01-01", toDate: "2020-01-02", repoUrls: [repoUrl] };
  expect((await page.request.post(`${api}/generate`, { data: range })).status()).toBe(201);
  const made = async (): Promise<{ id: string; status: string }[]> => (await page.request.get(api)).json();
  const waiting = async () => (await made()).filter(({ status }) => status === "processing").length;
  await expect.poll(waiting, { timeout: 120_000 }).toBe(0);
  const [first] = await made();
  if (!first) throw new Error("The release is missing");
  expect((await page.request.put(`${api}/${first.id}`, { data: { title: "Release 01" } })).status()).toBe(
    200,
  );
  await makeCopies("releases", first, 51, {
    ...{ id: copied.uuid, title: sql`'Release ' || lpad((i + 1)::text, 2, '0')` },
  });

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
