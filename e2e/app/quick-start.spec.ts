import type { Page } from "@playwright/test";
import { createMock, createProject, expect, signUp, test } from "./browser";

const body = '{"greeting":"hello from the real host"}';

/** What a page of the app reads from a mock by a plain fetch. */
function fetchFrom(page: Page, url: string) {
  return page.evaluate(async (address) => {
    const answer = await fetch(address);
    return { status: answer.status, text: await answer.text() };
  }, url);
}

const answerOf = (page: Page) => page.locator("[aria-live=polite]");

test("goes from sign-up to a working mock and back", { tag: "@always" }, async ({ page }) => {
  await test.step("sign up", async () => {
    await signUp(page);
  });

  await test.step("create a project", async () => {
    await page.getByRole("button", { name: "New project" }).click();
    await expect(page.getByRole("dialog", { name: "New project" })).toBeVisible();
    await page.keyboard.press("Escape");
    await createProject(page, "Coffee shop");
    expect(new URL(page.url()).pathname).toMatch(/^\/[a-z0-9-]+\/coffee-shop$/);
  });

  const base = (await page.locator("code", { hasText: "/api/mock" }).first().textContent()) ?? "";
  expect(base).toMatch(/^http:\/\/[a-z0-9]{8}-coffee-shop\.mock\.localhost(:\d+)?\/api\/mock$/);

  await test.step("create a mock through the form", async () => {
    await page.getByRole("link", { name: "Mocks", exact: true }).first().click();
    await expect(page.getByRole("heading", { name: "Mocks", level: 1 })).toBeVisible();
    await page.goto(`${page.url()}/new`);
    await page.getByRole("button", { name: "Create mock" }).click();
    await expect(page.getByText(/Name must not be empty/)).toBeVisible();
    await page.goBack();
    await createMock(page, { name: "Greeting", endpoint: "/greetings/first", body });
  });

  await test.step("send a test request to the real host", async () => {
    const asked = page.waitForResponse(`${base}/greetings/first`);
    await page.getByRole("button", { name: "Send request" }).click();
    expect((await asked).status()).toBe(200);
    await expect(answerOf(page).filter({ hasText: "hello from the real host" })).toBeVisible();
    expect(await fetchFrom(page, `${base}/greetings/first?any=query`)).toEqual({ status: 200, text: body });
  });

  await test.step("edit it", async () => {
    const form = page.getByRole("form", { name: "Edit mock" });
    await form.getByLabel("Body", { exact: true }).fill("edited");
    await form.getByLabel("Status code", { exact: true }).fill("201");
    await form.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Mock saved").first()).toBeVisible();
    expect(await fetchFrom(page, `${base}/greetings/first`)).toEqual({ status: 201, text: "edited" });
  });

  await test.step("disable it", async () => {
    await page.getByRole("switch", { name: "Answers requests" }).click();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText(/This mock is switched off/)).toBeVisible();
    const miss = await fetchFrom(page, `${base}/greetings/first`);
    expect(miss.status).toBe(404);
    expect(miss.text).toContain("disabled");
  });

  await test.step("enable it in the list", async () => {
    await page.getByRole("link", { name: "Mocks" }).first().click();
    const toggle = page.getByRole("switch", { name: "Greeting is on" });
    await expect(toggle).not.toBeChecked();
    await toggle.click();
    await expect(page.getByText("“Greeting” is on").first()).toBeVisible();
    expect((await fetchFrom(page, `${base}/greetings/first`)).status).toBe(201);
  });

  await test.step("delete it", async () => {
    await page.getByRole("button", { name: "Actions for Greeting" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete mock" }).click();
    await expect(page.getByRole("heading", { name: "No mocks yet" })).toBeVisible();
    expect((await fetchFrom(page, `${base}/greetings/first`)).status).toBe(404);
  });

  await test.step("settings", async () => {
    await page.goto(page.url().replace(/\/mocks.*$/, "/settings"));
    await expect(page.getByRole("heading", { name: "Project settings", level: 1 })).toBeVisible();
  });
});
