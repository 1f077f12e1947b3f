import { deflateSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, inspect, test } from "./browser";
import { markdown, preview, serveShop, writeNotes } from "./release-notes";
import { enterProject } from "./workspace";

serveShop();

/** The check that a part of a PNG ends with (ISO 3309). */
function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

function part(type: string, data: Buffer): Buffer {
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  check.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, check]);
}

/** A picture that can be recognised: stripes from one colour to another. */
function png(width = 320, height = 120): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.from([0, ...Array.from({ length: width }, (_, x) => [40 + (x >> 1), 120, 200]).flat()]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    part("IHDR", head),
    part("IDAT", deflateSync(rows)),
    part("IEND", Buffer.alloc(0)),
  ]);
}

const file = (name: string, buffer = png(), mimeType = "image/png") => ({ name, mimeType, buffer });
const rich = (page: Page) => page.getByRole("textbox", { name: "Notes" });
const open = (page: Page, name: "Markdown" | "Rich text") =>
  page.getByRole("group", { name: "Editor" }).getByRole("button", { name }).click();
const reference = "\\(attachment:[0-9a-f-]{36}\\)";

async function choose(page: Page, button: string, ...files: ReturnType<typeof file>[]) {
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button }).click();
  await (await chosen).setFiles(files);
}

/** Gives a file to an element as the clipboard or a drag does. */
const give = (page: Page, selector: string, kind: "paste" | "drop", name: string) =>
  page.locator(selector).evaluate(
    (element, { kind, name, bytes }) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }));
      const { left, top } = element.getBoundingClientRect();
      const init = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        kind === "paste"
          ? new ClipboardEvent("paste", { ...init, clipboardData: data })
          : new DragEvent("drop", { ...init, dataTransfer: data, clientX: left + 60, clientY: top + 30 }),
      );
    },
    { kind, name, bytes: [...png()] },
  );

test("images are added to Markdown by a button, paste and drop, and are shown beside it", async ({
  page,
}) => {
  const { base } = await enterProject(page);
  await writeNotes(page, base);
  await markdown(page).fill("Before\n\nAfter\n");
  await markdown(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(6, 6));
  await choose(page, "Add image", file("new [cart].png"));
  await expect(markdown(page)).toHaveValue(
    new RegExp(`^Before!\\[new \\\\\\[cart\\\\\\]\\]${reference}\n\nAfter\n$`),
  );
  const image = preview(page).getByRole("img", { name: "new [cart]" });
  await expect(image).toHaveJSProperty("naturalWidth", 320);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(markdown(page)).toHaveValue("Before\n\nAfter\n");

  await give(page, "textarea[name=content]", "paste", "pasted.png");
  await give(page, "textarea[name=content]", "drop", "dropped.png");
  await expect(markdown(page)).toHaveValue(
    new RegExp(`^Before!\\[pasted\\]${reference}!\\[dropped\\]${reference}\n\nAfter\n$`),
  );
  await expect(preview(page).getByRole("img")).toHaveCount(2);
  await inspect(page, "release-images-markdown");
});

test("what is no image, or too large, is refused with a reason, and the others are added", async ({
  page,
}) => {
  const { base } = await enterProject(page);
  await writeNotes(page, base);
  await markdown(page).fill("");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const large = Buffer.concat([png(), Buffer.alloc(5 * 1024 * 1024)]);
  await choose(page, "Add image", file("drawing.png", svg), file("large.png", large), file("good.png"));
  await expect(page.getByText(/“drawing\.png” is no image that notes can show/)).toBeVisible();
  await expect(page.getByText(/“large\.png” is larger than 5 MiB/)).toBeVisible();
  await expect(markdown(page)).toHaveValue(new RegExp(`^!\\[good\\]${reference}$`));
  await inspect(page, "release-images-refused");
});

test("the rich text editor shows images and saves them as Markdown", async ({ page }) => {
  const { base } = await enterProject(page);
  await writeNotes(page, base);
  await markdown(page).fill("*   odd   item\n\nWords\n");
  await open(page, "Rich text");
  await rich(page).getByText("Words").click();
  await page.keyboard.press("End");
  await choose(page, "Upload images", file("my_cart.png"));
  const image = rich(page).getByRole("img", { name: "my_cart" });
  await expect(image).toHaveJSProperty("naturalWidth", 320);
  await image.click();
  await page.getByLabel("What it shows").fill("The cart](javascript:alert(1))");
  await inspect(page, "release-images-rich");
  await rich(page)
    .getByText("Words")
    .click({ position: { x: 2, y: 5 } });
  await page.keyboard.press("Home");
  await give(page, ".ProseMirror", "paste", "pasted.png");
  await expect(rich(page).getByRole("img")).toHaveCount(2);
  await open(page, "Markdown");
  await expect(markdown(page)).toHaveValue(
    new RegExp(
      `^\\*   odd   item\n\n!\\[pasted\\]${reference}Words!\\[The cart\\\\\\]\\(javascript:alert\\(1\\)\\)\\]${reference}\n$`,
    ),
  );
});

test("attachments are put into the notes; deleting one that is shown says so, and leaves its words", async ({
  page,
  browser,
  baseURL,
}) => {
  const { base, team, project } = await enterProject(page);
  await page.request.put(`/api/projects/${project.id}/release-settings`, { data: { changelog: true } });
  await writeNotes(page, base);
  await markdown(page).fill("## New\n");
  await page.getByRole("tab", { name: "Attachments" }).click();
  await choose(page, "Attach files", file("cart.png"), file("plan.txt", Buffer.from("plan"), "text/plain"));
  const files = page.getByRole("list", { name: "Attachments" }).getByRole("listitem");
  await expect(files).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Insert plan.txt into the notes" })).toHaveCount(0);
  await inspect(page, "release-images-attachments");
  await page.getByRole("button", { name: "Insert cart.png into the notes" }).click();
  await expect(markdown(page)).toHaveValue(new RegExp(`^## New\n!\\[cart\\]${reference}$`));
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Published", { exact: true }).first()).toBeVisible();

  const outside = await browser.newContext(baseURL ? { baseURL } : {});
  const reader = await outside.newPage();
  await reader.goto(`/changelog/${team.slug}/${project.slug}`);
  await expect(reader.getByRole("img", { name: "cart" })).toHaveJSProperty("naturalWidth", 320);
  await reader.getByRole("navigation", { name: "Labels" }).getByRole("link", { name: "New" }).click();
  await expect(reader.getByRole("link", { name: "New" })).toHaveAttribute("aria-current", "true");
  await expect(reader.getByRole("img", { name: "cart" })).toBeVisible();
  await inspect(reader, "public-page-label");
  await reader.getByRole("link", { name: "Security" }).click();
  await expect(reader.getByText("Nothing with the label “Security”")).toBeVisible();
  await inspect(reader, "public-page-label-empty");
  await reader.getByRole("link", { name: "Show all releases" }).click();

  await page.getByRole("tab", { name: "Attachments" }).click();
  await page.getByRole("button", { name: "Delete cart.png" }).click();
  await expect(page.getByText(/The notes show this image/)).toBeVisible();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete attachment" }).click();
  await expect(files).toHaveCount(1);
  await reader.reload();
  await expect(reader.locator(".notes")).toContainText("cart");
  await expect(reader.getByRole("img")).toHaveCount(0);
  await outside.close();
  await page.reload();
  await page.getByRole("tab", { name: "Notes" }).click();
  await expect(preview(page)).toContainText("cart");
  await expect(preview(page).getByRole("img")).toHaveCount(0);
});
