import type { Page } from "@playwright/test";
import { expect, test } from "./browser";
import { enter, enterProject, makeMock } from "./workspace";

const scripts = "**/_next/static/**/*.js";

/** A page after its first load, which never rests: the remaining code is loaded only when used. */
async function openBusy(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState("networkidle");
}

/** Keeps scripts that are asked for from now on until they are let through. */
async function holdScripts(page: Page): Promise<() => void> {
  let letThrough = () => {};
  const opened = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(scripts, async (route) => {
    await opened;
    await route.continue();
  });
  return letThrough;
}

test("opens a dialog once its code has loaded and returns focus on close", {
  tag: "@always",
}, async ({ page }) => {
  const { team } = await enter(page);
  await openBusy(page, `/${team.slug}`);
  const letThrough = await holdScripts(page);
  const button = page.getByRole("button", { name: "New project" });
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  letThrough();
  const dialog = page.getByRole("dialog", { name: "New project" });
  await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await expect(button).not.toHaveAttribute("aria-busy");
});

test("Escape cancels a dialog that is still loading", { tag: "@always" }, async ({ page }) => {
  const { team } = await enter(page);
  await openBusy(page, `/${team.slug}`);
  const letThrough = await holdScripts(page);
  const button = page.getByRole("button", { name: "New project" });
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  await page.keyboard.press("Escape");
  await expect(button).not.toHaveAttribute("aria-busy");
  const loaded = page.waitForResponse(scripts);
  letThrough();
  await loaded;
  await expect(page.getByRole("dialog", { name: "New project" })).toHaveCount(0);
  await button.click();
  await expect(page.getByRole("dialog", { name: "New project" })).toBeVisible();
});

test("what is typed before the palette is there counts, and Escape takes it back", async ({ page }) => {
  const { base } = await enterProject(page);
  const palette = page.getByRole("dialog", { name: "Command menu" });
  const typeEarly = async (...keys: string[]) => {
    await openBusy(page, `${base}/mocks`);
    const letThrough = await holdScripts(page);
    await page.keyboard.press("Control+k");
    for (const key of keys) await page.keyboard.press(key);
    const loaded = page.waitForResponse(scripts);
    letThrough();
    await loaded;
  };
  await typeEarly("d", "a", "r", "i", "Backspace", "k");
  await expect(palette.getByRole("combobox")).toHaveValue("dark");
  await expect(palette.getByRole("option")).toHaveText(["Dark theme"]);
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");

  await typeEarly("l", "i", "g", "h", "t", "Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expect(palette).toBeHidden();

  await typeEarly("d", "a", "r", "k", "Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(palette).toHaveCount(0);
});

test("so does a menu, by mouse and by key", async ({ page }) => {
  const { project, base } = await enterProject(page);
  await makeMock(page, project);
  const button = page.getByRole("button", { name: "Actions for List users" });
  const first = page.getByRole("menuitem").first();
  for (const press of [() => button.click(), () => button.press("Enter"), () => button.press("ArrowDown")]) {
    await openBusy(page, `${base}/mocks`);
    const letThrough = await holdScripts(page);
    await press();
    await expect(button).toHaveAttribute("aria-busy", "true");
    letThrough();
    await expect(first).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(first).toBeHidden();
    await expect(button).toBeFocused();
    // From now on it opens by itself.
    await button.click();
    await expect(first).toBeVisible();
    await page.unroute(scripts);
  }
});

test("a select shows its value, and opens and changes it", async ({ page }) => {
  const { base } = await enterProject(page);
  await openBusy(page, `${base}/mocks/new`);
  const letThrough = await holdScripts(page);
  const method = page.getByRole("combobox", { name: "Method" });
  await expect(method).toHaveText("GET");
  await page.getByText("Method", { exact: true }).click();
  await method.press("ArrowDown");
  letThrough();
  await page.getByRole("option", { name: "POST" }).click();
  await expect(method).toHaveText("POST");
  await expect(method).toBeFocused();
});

test("retries loading a dialog's code after a failure, then opens the dialog", {
  tag: "@always",
}, async ({ page }) => {
  const { team } = await enter(page);
  await openBusy(page, `/${team.slug}`);
  const refused = new Map<string, number>();
  await page.route(scripts, async (route) => {
    const url = route.request().url();
    refused.set(url, (refused.get(url) ?? 0) + 1);
    await route.abort();
  });
  const mostRefused = () => Math.max(...refused.values());
  const failure = page.getByRole("status").filter({ hasText: "A part of this page did not load" });
  const again = failure.getByRole("button", { name: "Try again" });
  await page.getByRole("button", { name: "New project" }).click();
  await expect(failure).toBeVisible();
  // The bundler's own retries are part of an attempt.
  const eachAttempt = mostRefused();
  await again.click();
  // The notice stays meanwhile, and does not tell when the second attempt has failed as well.
  await expect.poll(mostRefused).toBe(2 * eachAttempt);
  await page.unroute(scripts);
  const dialog = page.getByRole("dialog", { name: "New project" });
  // A press changes nothing until the page has learned of that failure.
  await expect(async () => {
    if (await failure.isVisible()) await again.click({ timeout: 5000 });
    await expect(dialog).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(failure).toBeHidden();
});

test("messages that are given before their code is there are shown", async ({ page }) => {
  const { project, base } = await enterProject(page);
  await openBusy(page, `${base}/settings`);
  const letThrough = await holdScripts(page);
  await page.getByLabel("Name", { exact: true }).fill("Tea house");
  await page.getByRole("form", { name: "General" }).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Project: Tea house. Switch project" })).toBeVisible();
  letThrough();
  await expect(page.getByText("Project saved")).toBeVisible();
  expect(project.name).toBe("Coffee shop");
});

test.describe("in a page that rests", () => {
  test.use({ rests: true });

  test("what may be used next is there before it is", async ({ page }) => {
    const { team } = await enter(page);
    let patienceMs = 500;
    await expect(async () => {
      patienceMs *= 2;
      await page.unrouteAll();
      await page.goto(`/${team.slug}`);
      await page.waitForTimeout(patienceMs);
      await page.route(scripts, (route) => route.abort());
      await page.getByRole("button", { name: "New project" }).click();
      await expect(page.getByRole("dialog", { name: "New project" })).toBeVisible({ timeout: 1000 });
    }).toPass();
  });
});
