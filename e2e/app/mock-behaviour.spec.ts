import type { Page } from "@playwright/test";
import { expect, inspect, test } from "./browser";
import { addResponse, bodyOf, choose, openMock, responseAt, save, testForm, writeCode } from "./mock-form";
import { type Mock, responseOf, send } from "./workspace";

const template = `{"id": "{{ request.params.id }}", "name": "{{ 'person.fullName' | fake }}"}`;

const form = (page: Page) => page.getByRole("form", { name: "Edit mock" });
const sending = (page: Page) => page.getByRole("button", { name: /^Delay and faults/ });

async function saved(page: Page): Promise<void> {
  await expect(page.getByText("Mock saved").first()).toBeVisible();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
}

test("a template is switched on, saved, and rendered for the test request", async ({ page }) => {
  const { path } = await openMock(page, { endpoint: "/users/:id" });
  await writeCode(bodyOf(page), template);
  await expect(page.getByText("Valid JSON")).toBeVisible();
  await writeCode(bodyOf(page), template.replace('"{{ request.params.id }}"', "{{ request.params.id }}"));
  await expect(page.getByText("Not JSON")).toBeVisible();
  await page.getByRole("switch", { name: "Template" }).click();
  await expect(page.getByText("Not JSON")).toBeHidden();
  await expect(page.getByText("It looks like JSON but")).toBeHidden();
  await expect(page.getByText("sent as application/json if it is JSON")).toBeVisible();
  await page.getByText("Body and header values may say").click();
  await expect(page.getByText("{{ request.json.user.name }}")).toBeVisible();
  await inspect(page, "mock-template");
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === "PUT"),
    save(page).click(),
  ]);
  expect(Object.keys(request.postDataJSON()).sort()).toEqual(["responseBody", "templated"]);
  await saved(page);
  expect((await send<Mock>(page, "GET", path)).templated).toBe(true);

  const tried = testForm(page);
  await tried.getByLabel("Path").fill("/users/42");
  await tried.getByRole("button", { name: "Send request" }).click();
  const answer = page.getByRole("region", { name: "Answer's body" });
  await expect(answer).toContainText("id: 42");
  await expect(answer).toContainText(/name: "?\p{L}+/u);
});

test("a mistake in a template is said at its text, with its place", async ({ page }) => {
  await openMock(page, {
    templated: true,
    responseHeaders: { "X-Who": "nobody" },
    responses: [responseOf({ name: "Other", templated: true })],
  });
  await writeCode(bodyOf(page), "{\n  {% if request.query.a %}");
  await page.getByLabel("Value of header 1").fill("{{ 'person.fulName' | fake }}");
  const other = responseAt(page, "Other");
  await page.getByRole("button", { name: /^Other/ }).click();
  await other.getByLabel("Body", { exact: true }).fill("{{ request.params.id");
  await page.getByRole("button", { name: /^Other/ }).click();
  await save(page).click();
  await expect(page.getByText(/^Body has a mistake in line 2, column 3: /)).toBeVisible();
  await expect(page.getByText(/^Value of header 1 has a mistake in line 1, column \d+: /)).toBeVisible();
  await expect(other.getByText(/^Body has a mistake in line 1, column \d+: /)).toBeVisible();
  await expect(bodyOf(page).first()).toBeFocused();
  await inspect(page, "mock-template-faulty");
});

test("delay, speed and fault are saved, and shown after a reload", async ({ page }) => {
  const { path } = await openMock(page);
  await expect(sending(page)).toHaveAttribute("aria-expanded", "false");
  await sending(page).click();
  await choose(form(page), "Random delay", "Between two times");
  await page.getByLabel("Shortest").fill("300");
  await page.getByLabel("Longest").fill("100");
  await page.getByLabel("Body speed").fill("0");
  await choose(form(page), "Fault", "Half an answer");
  await sending(page).click();
  await expect(page.getByLabel("Longest")).toHaveCount(0);
  await save(page).click();
  // It opens, because something in it has to be mended.
  await expect(page.getByText("Longest must not be less than minMs")).toBeVisible();
  await expect(page.getByText("Body speed must be a whole number from 1 to 1000000000")).toBeVisible();
  await expect(page.getByLabel("Longest")).toBeFocused();
  await inspect(page, "mock-sending-faulty");
  await page.getByLabel("Longest").fill("400");
  await page.getByLabel("Body speed").fill("5000");
  await save(page).click();
  await saved(page);
  expect(await send(page, "GET", path)).toMatchObject({
    delayDistribution: { type: "uniform", minMs: 300, maxMs: 400 },
    ...{ bytesPerSecond: 5000, fault: "truncated" },
  });

  await page.reload();
  await expect(sending(page)).toHaveAttribute("aria-expanded", "true");
  await expect(sending(page)).toContainText(
    "random delay between 300 and 400 ms, 5000 bytes a second, half an answer",
  );
  await expect(page.getByLabel("Shortest")).toHaveValue("300");
  await choose(form(page), "Random delay", "Around a median");
  await page.getByLabel("Median").fill("250");
  await choose(form(page), "Fault", "None");
  await page.getByLabel("Body speed").fill("");
  await save(page).click();
  await saved(page);
  expect(await send(page, "GET", path)).toMatchObject({
    delayDistribution: { type: "lognormal", medianMs: 250, sigma: 0.5 },
    ...{ bytesPerSecond: null, fault: null },
  });
});

test("a response has its own delay and fault, and shows changes by other people", async ({ page }) => {
  const { path } = await openMock(page);
  const response = await addResponse(page, 1);
  await response.getByRole("switch", { name: "Template" }).click();
  await response.getByRole("button", { name: /^Delay and faults/ }).click();
  await choose(response, "Fault", "Reset the connection");
  await inspect(page, "mock-response-sending");
  await save(page).click();
  await saved(page);
  const { responses } = await send<Mock>(page, "GET", path);
  expect(responses).toEqual([responseOf({ templated: true, fault: "reset" })]);

  await send(page, "PUT", path, {
    delayDistribution: { type: "uniform", minMs: 1, maxMs: 2 },
    templated: true,
  });
  await expect(page.getByText(/Template and Random delay were changed meanwhile/)).toBeVisible();
  await expect(sending(page).first()).toContainText("random delay between 1 and 2 ms");
  await expect(page.getByRole("switch", { name: "Template" }).first()).toBeChecked();
});
