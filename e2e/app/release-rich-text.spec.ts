import type { Page } from "@playwright/test";
import { expect, inspect, test } from "./browser";
import { markdown, serveShop, writeNotes } from "./release-notes";
import { enterProject } from "./workspace";

serveShop();

const rich = (page: Page) => page.getByRole("textbox", { name: "Notes" });
const open = (page: Page, name: "Markdown" | "Rich text") =>
  page.getByRole("group", { name: "Editor" }).getByRole("button", { name }).click();
const tool = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name, exact: true });

/** Ways of writing that nobody would choose twice, so that nothing keeps them but their own text. */
const odd = [
  "Heading",
  "=======",
  "",
  "*   one   item",
  "*   another",
  "",
  "",
  "| a | b |",
  "|---|:-:|",
  "| 1 | 2 |",
  "",
  "See [the docs][docs].",
  "",
  "[docs]:   <https://example.com/docs>",
  "",
].join("\n");

test("rich text leaves alone what nobody touches, and writes the rest as Markdown", async ({ page }) => {
  const { base, project } = await enterProject(page);
  await writeNotes(page, base);
  const api = `/api/projects/${project.id}/releases/${page.url().split("/").at(-1)}`;
  expect((await page.request.put(api, { data: { content: odd } })).status()).toBe(200);
  await expect(markdown(page)).toHaveValue(odd, { timeout: 10_000 });

  await open(page, "Rich text");
  await expect(rich(page).getByRole("heading", { name: "Heading" })).toBeVisible();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await open(page, "Markdown");
  await expect(markdown(page)).toHaveValue(odd);

  await open(page, "Rich text");
  await rich(page).getByText("See the docs.").click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("## What is **bold** and `code`");
  await page.keyboard.press("Enter");
  await page.keyboard.type("**New:** exports");
  await expect(rich(page).locator(".label-new")).toBeVisible();
  await tool(page, "List").click();
  await inspect(page, "release-rich-text");
  await open(page, "Markdown");
  await expect(markdown(page)).toHaveValue(
    odd.replace(
      "See [the docs][docs].",
      "See [the docs][docs].\n\n## What is **bold** and `code`\n\n- **New:** exports",
    ),
  );

  await open(page, "Rich text");
  while (await tool(page, "Undo").isEnabled()) await tool(page, "Undo").click();
  await open(page, "Markdown");
  await expect(markdown(page)).toHaveValue(odd);
});

test("pasted HTML becomes Markdown without scripts", { tag: "@always" }, async ({ page }) => {
  const { base } = await enterProject(page);
  await writeNotes(page, base);
  await open(page, "Rich text");
  await rich(page).click();
  await page.keyboard.press("ControlOrMeta+a");
  const paste = (data: Record<string, string>) =>
    rich(page).evaluate((element, all) => {
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(all)) clipboardData.setData(type, text);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, data);
  await paste({
    "text/html":
      '<h2 onclick="alert(1)">Pasted</h2><script>alert(1)</script><p><a href="javascript:alert(1)">bad</a> <a href="https://example.com/">good</a><img src="x" onerror="alert(1)"></p>',
  });
  await expect(rich(page).getByRole("heading", { name: "Pasted" })).toBeVisible();
  await page.keyboard.press("Enter");
  await paste({ "text/plain": "- one\n- **two**\n\n> three" });
  await open(page, "Markdown");
  await expect(markdown(page)).toHaveValue(
    /^## Pasted\n\nbad \[good\]\(https:\/\/example\.com\/\)\n\n- one\n- \*\*two\*\*\n\n> three\n/,
  );
});

test("a toolbar that is reached by Tab and walked by arrows sets links", async ({ page }) => {
  const { base } = await enterProject(page);
  await writeNotes(page, base);
  await markdown(page).fill("Read this\n");
  await open(page, "Rich text");
  await rich(page).click();
  await expect(rich(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  // The editor hears of the selection a moment after the browser.
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toContain("Read this");
  const panel = page.getByRole("group", { name: "Link" });
  await page.keyboard.press("ControlOrMeta+k");
  await expect(panel).toBeVisible();
  await panel.getByLabel("Address").fill("example.com/docs");
  await panel.getByLabel("Address").press("Enter");
  await expect(rich(page).getByRole("link", { name: "Read this" })).toHaveAttribute(
    "href",
    "https://example.com/docs",
  );
  await inspect(page, "release-rich-link");
  await tool(page, "Heading 1").focus();
  await page.keyboard.press("ArrowRight");
  await expect(tool(page, "Heading 2")).toBeFocused();
  await page.keyboard.press("Enter");
  await open(page, "Markdown");
  await expect(markdown(page)).toHaveValue("## [Read this](https://example.com/docs)\n");
  await page.reload();
});
