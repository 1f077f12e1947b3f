import type { Page } from "@playwright/test";
import { emptyRangeAt } from "../empty-range";
import { expect, inspect, takePicture, test } from "./browser";
import { openForeignPage } from "./foreign-page";
import { serviceUrl } from "./key-room";
import { enterProject, type Project, send } from "./workspace";

/** The smallest GIF that browsers show. */
const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** A published release with these words; nothing needs to be read for it. */
async function publish(page: Page, project: Project, title: string, content: string): Promise<void> {
  const path = `/api/projects/${project.id}/releases`;
  const range = emptyRangeAt(serviceUrl());
  const { id } = await send<{ id: string }>(page, "POST", `${path}/generate`, range);
  await expect
    .poll(async () => (await send<{ status: string }>(page, "GET", `${path}/${id}`)).status, {
      timeout: 30_000,
    })
    .toBe("draft");
  await send(page, "PUT", `${path}/${id}`, { title, content });
  await send(page, "POST", `${path}/${id}/publish`, {});
}

const switchPage = (page: Page, project: Project, fields: object = {}) =>
  send(page, "PUT", `/api/projects/${project.id}/release-settings`, { changelog: true, ...fields });

test("a public page gets a logo, a colour and subscribers, and readers search it", async ({
  page,
  browser,
  baseURL,
}) => {
  const { base, team, project } = await enterProject(page);
  await publish(page, project, "Spring", "## New\n\n- **Gift cards** for everybody\n");
  await publish(page, project, "Summer", "## Fixed\n\n- The cart keeps its items\n");
  await page.goto(`${base}/releases/settings`);
  await page.getByRole("switch", { name: "Show published releases on a public page" }).click();
  await page
    .getByLabel("Logo", { exact: true })
    .setInputFiles({ name: "logo.gif", mimeType: "image/gif", buffer: gif });
  await expect(page.getByAltText("Logo of the public page")).toBeVisible();
  await page.getByRole("button", { name: "violet" }).click();
  await page.getByRole("switch", { name: "Let readers subscribe by e-mail" }).click();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await inspect(page, "release-settings-page");

  const outside = await browser.newContext(baseURL ? { baseURL } : {});
  const reader = await outside.newPage();
  await reader.goto(`/changelog/${team.slug}/${project.slug}`);
  await expect(reader.locator(".brand img")).toHaveJSProperty("naturalWidth", 1);
  await expect(reader.getByRole("button", { name: "Subscribe" })).toBeVisible();
  await inspect(reader, "public-page");
  await reader.getByLabel("Search releases").fill("gift");
  await reader.keyboard.press("Enter");
  await expect(reader.getByRole("heading", { level: 2 })).toHaveText(["Spring"]);
  await expect(reader.locator("mark")).toHaveText(["Gift"]);
  await inspect(reader, "public-page-search");
  await reader.getByLabel("Your e-mail address").fill("reader@example.com");
  await reader.getByRole("button", { name: "Subscribe" }).click();
  await expect(reader.getByRole("heading", { name: "One more step" })).toBeVisible();
  await outside.close();

  await page.goto(`${base}/releases/subscribers`);
  await expect(page.getByRole("heading", { name: "Nobody has subscribed yet" })).toBeVisible();
  await inspect(page, "release-subscribers-empty");
});

test("the widget shows unseen releases on another site once", { tag: "@always" }, async ({
  page,
  context,
}) => {
  const { team, project } = await enterProject(page);
  await publish(
    page,
    project,
    "Spring",
    "## New\n\n- **Gift cards**, see [more](https://example.com/more)\n",
  );
  await switchPage(page, project, { accentColor: "#7c3aed" });
  const address = `${serviceUrl()}/changelog/${team.slug}/${project.slug}`;
  const script = `<script async src="${serviceUrl()}/whats-new.js" data-changelog="${address}"></script>`;
  const site = await openForeignPage(context, new Map(), `<p>A shop</p>${script}`);
  const problems: string[] = [];
  site.page.on("pageerror", (error) => problems.push(error.message));

  const button = site.page.getByRole("button", { name: "What’s new, 1 new" });
  await expect(button).toBeVisible();
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await button.click();
  const panel = site.page.getByRole("dialog", { name: "What’s new" });
  const frame = panel.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "Spring" })).toBeVisible();
  await expect(panel.getByRole("button", { name: "Close" })).toBeFocused();
  await takePicture(site.page, "widget");
  const opened = context.waitForEvent("page");
  await frame.getByRole("link", { name: "Spring" }).click();
  const release = await opened;
  await expect(release.getByRole("heading", { name: "Spring", level: 1 })).toBeVisible();
  await release.close();

  await panel.getByRole("button", { name: "Close" }).focus();
  await site.page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  const seen = site.page.getByRole("button", { name: "What’s new", exact: true });
  await expect(seen).toBeFocused();
  await site.page.reload();
  await expect(seen).toBeVisible();
  await publish(page, project, "Summer", "Later");
  await site.page.reload();
  await expect(button).toBeVisible();
  expect(problems).toEqual([]);
  await site.close();
});

test("a site's own button opens the widget and shows the unseen count", { tag: "@always" }, async ({
  page,
  context,
}) => {
  const { team, project } = await enterProject(page);
  await publish(page, project, "Spring", "New");
  await switchPage(page, project);
  const address = `${serviceUrl()}/changelog/${team.slug}/${project.slug}`;
  const own = `<button id="news">News of the shop</button>`;
  const script = `<script async src="${serviceUrl()}/whats-new.js" data-changelog="${address}" data-trigger="#news"></script>`;
  const site = await openForeignPage(context, new Map(), own + script);
  const button = site.page.getByRole("button", { name: "News of the shop" });
  await expect(button).toHaveAttribute("data-whats-new", "1");
  await button.click();
  await expect(site.page.getByRole("dialog")).toBeVisible();
  await expect(button).not.toHaveAttribute("data-whats-new");
  await site.page.mouse.click(5, 500);
  await expect(site.page.getByRole("dialog")).toBeHidden();

  // A page that is switched off leaves the site as it is.
  await send(page, "PUT", `/api/projects/${project.id}/release-settings`, { changelog: false });
  await site.page.reload();
  await expect(button).toBeVisible();
  await expect(button).not.toHaveAttribute("aria-haspopup");
  await site.close();
});
