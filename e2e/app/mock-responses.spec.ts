import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, inspect, test } from "./browser";
import {
  addResponse,
  choose,
  expectCode,
  openMock,
  responseAt,
  responseTitles,
  save,
  somebodyElse,
} from "./mock-form";
import { enterProject, type Mock, type Response, responseOf, send } from "./workspace";

const pages: Response[] = [
  responseOf({
    ...{ name: "First page", body: '{"page":1}' },
    when: { all: [{ in: "query", name: "page", equals: "1" }] },
  }),
  responseOf({
    ...{ name: "Second page", body: '{"page":2}', statusCode: 206 },
    when: { all: [{ in: "query", name: "page", equals: "2" }] },
  }),
  responseOf({ name: "Busy", statusCode: 503 }),
];

const saved = (page: Page) => expect(page.getByText("Mock saved").first()).toBeVisible();

/** Fills in the condition with this number. */
async function fillCondition(response: Locator, number: number, fields: [string, string, string, string]) {
  const [source, name, comparison, value] = fields;
  const condition = response.getByRole("group", { name: `Condition ${number}` });
  await choose(condition, "Looks at", source);
  await condition.getByLabel("Name", { exact: true }).fill(name);
  await choose(condition, "Comparison", comparison);
  await condition.getByLabel("Value", { exact: true }).fill(value);
}

test("two responses with conditions are made in the form, saved, and there after a reload", async ({
  page,
}) => {
  const { path } = await openMock(page);
  await expect(page.getByRole("heading", { name: "Default response" })).toHaveCount(0);
  const first = await addResponse(page, 1);
  await expect(page.getByRole("heading", { name: "Default response" })).toBeVisible();
  await expect(page.getByLabel("Response name")).toBeFocused();
  await page.getByLabel("Response name").fill("Second page");
  const second = responseAt(page, "Second page");
  await expect(first).toHaveCount(0);
  await second.getByRole("button", { name: "Add condition" }).click();
  await expect(second.getByLabel("Name", { exact: true })).toBeFocused();
  await fillCondition(second, 1, ["Query", "page", "is", "2"]);
  await second.getByRole("button", { name: "Add condition" }).click();
  await fillCondition(second, 2, ["JSON body", "user.id", "is not", "1"]);
  await expect(second.getByText("Read as a number.")).toBeVisible();
  await second.getByLabel("Body", { exact: true }).fill('{"page":2}');
  const toggle = second.getByRole("button", { name: /^Second page/ });
  await expect(toggle).toContainText("when query page is 2 and JSON user.id is not 1");
  await second.getByText("Any of them holds").click();
  await expect(toggle).toContainText("when query page is 2 or JSON user.id is not 1");

  const other = await addResponse(page, 2);
  await other.getByRole("button", { name: "Common status codes" }).click();
  await page.getByRole("menuitem", { name: "404" }).click();
  await other.getByRole("button", { name: "Add header" }).click();
  await other.getByLabel("Name of header 1").fill("X-Why");
  await other.getByLabel("Value of header 1").fill("unknown");
  await inspect(page, "mock-responses-edited");
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === "PUT"),
    save(page).click(),
  ]);
  expect(Object.keys(request.postDataJSON())).toEqual(["responses"]);
  expect(request.headers()["if-match"]).toBeTruthy();
  await saved(page);
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  expect((await send<Mock>(page, "GET", path)).responses).toEqual([
    responseOf({
      ...{ name: "Second page", body: '{"page":2}' },
      when: {
        any: [
          { in: "query", name: "page", equals: "2" },
          { in: "json", name: "user.id", equals: 1, not: true },
        ],
      },
    }),
    responseOf({ statusCode: 404, headers: { "X-Why": "unknown" } }),
  ]);

  await page.reload();
  await expect(second).toBeVisible();
  expect(await responseTitles(page)).toEqual(["Second page", "Response 2"]);
  await expect(page.getByText("2 conditional responses", { exact: true })).toBeVisible();
  await toggle.click();
  await expectCode(second.getByLabel("Body", { exact: true }), '{"page":2}');
  await expect(
    second.getByRole("group", { name: "Condition 2" }).getByLabel("Value", { exact: true }),
  ).toHaveValue("1");
  await expect(page.getByText("Unsaved changes")).toBeHidden();
});

test("reorders responses by button and keyboard, and focus follows", { tag: "@always" }, async ({ page }) => {
  const { path } = await openMock(page, { responses: pages });
  await page.getByRole("button", { name: "Move First page down" }).click();
  expect(await responseTitles(page)).toEqual(["Second page", "First page", "Busy"]);
  await expect(page.getByRole("button", { name: "Move First page down" })).toBeFocused();
  await expect(page.getByText("First page is now number 2 of 3")).toBeAttached();
  await page.keyboard.press("Enter");
  expect(await responseTitles(page)).toEqual(["Second page", "Busy", "First page"]);
  // It cannot go further down.
  const toggle = page.getByRole("button", { name: /^First page/ });
  await expect(toggle).toBeFocused();
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Alt+ArrowUp");
  expect(await responseTitles(page)).toEqual(["First page", "Second page", "Busy"]);
  await expect(toggle).toBeFocused();
  await expect(page.getByText("Unsaved changes")).toBeHidden();

  await page.keyboard.press("Enter");
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  const first = responseAt(page, "First page");
  await expectCode(first.getByLabel("Body", { exact: true }), '{"page":1}');
  await first.getByLabel("Body", { exact: true }).fill('{"page":"one"}');
  await page.keyboard.press("Control+Enter");
  await saved(page);
  const { responses } = await send<Mock>(page, "GET", path);
  expect(responses.map(({ name }) => name)).toEqual(["Second page", "First page", "Busy"]);
  expect(responses.map(({ body }) => body)).toEqual(['{"page":2}', '{"page":"one"}', "{}"]);
});

test("a response is removed, put back as it was, and doubled", async ({ page }) => {
  await openMock(page, { responses: pages });
  const second = responseAt(page, "Second page");
  await page.getByRole("button", { name: /^Second page/ }).click();
  await second.getByLabel("Body", { exact: true }).fill("typed, not saved");
  await page.getByRole("button", { name: "Actions for Second page" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  expect(await responseTitles(page)).toEqual(["First page", "Busy"]);
  await expect(page.getByRole("button", { name: /^Busy/ })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await responseTitles(page)).toEqual(["First page", "Second page", "Busy"]);
  await expect(page.getByRole("button", { name: /^Second page/ })).toBeFocused();
  await expectCode(second.getByLabel("Body", { exact: true }), "typed, not saved");

  await page.getByRole("button", { name: "Actions for First page" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  expect(await responseTitles(page)).toEqual(["First page", "First page (copy)", "Second page", "Busy"]);
  const copy = responseAt(page, "First page (copy)");
  await expect(copy.getByLabel("Response name")).toBeFocused();
  await expectCode(copy.getByLabel("Body", { exact: true }), '{"page":1}');

  for (const title of ["First page", "First page (copy)", "Second page", "Busy"]) {
    await page.getByRole("button", { name: `Actions for ${title}`, exact: true }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
  }
  await expect(page.getByRole("button", { name: "Add response" })).toBeFocused();
  await expect(page.getByRole("heading", { name: "Default response" })).toHaveCount(0);
});

test("what is wrong with a response is said at its field, also in one that is closed", async ({ page }) => {
  await openMock(page, { responses: pages });
  const toggle = page.getByRole("button", { name: /^Second page/ });
  const second = responseAt(page, "Second page");
  await toggle.click();
  const condition = second.getByRole("group", { name: "Condition 1" });
  await condition.getByLabel("Name", { exact: true }).fill("");
  await toggle.click();
  await expect(condition).toHaveCount(0);
  await save(page).click();
  await expect(second.getByText("Name must say which query parameter")).toBeVisible();
  await expect(condition.getByLabel("Name", { exact: true })).toBeFocused();
  await inspect(page, "mock-responses-faulty");
  await toggle.click();
  await expect(second.getByText("Something in here has to be mended.")).toBeVisible();
  await toggle.click();
  await condition.getByLabel("Name", { exact: true }).fill("page");
  await choose(condition, "Comparison", "matches");
  await condition.getByLabel("Value", { exact: true }).fill("(a");
  await toggle.click();
  // Only the API knows what its regular expressions may be.
  await save(page).click();
  await expect(condition.getByLabel("Value", { exact: true })).toBeFocused();
  await expect(condition.getByLabel("Value", { exact: true })).toHaveAttribute("aria-invalid", "true");
});

test("a sequence shows what happens after its last response, and can be restarted", async ({ page }) => {
  const { path } = await openMock(page, { responses: pages.map((each) => ({ ...each, when: null })) });
  const form = page.getByRole("form", { name: "Edit mock" });
  await expect(page.getByText("Never given: First page takes every request.")).toHaveCount(2);
  await choose(form, "Which response is given", "Any, by weight");
  await expect(page.getByText("weight 1 (33 %), for every request")).toHaveCount(3);
  await choose(form, "Which response is given", "The next in turn");
  await choose(form, "After the last one", "Repeat the last");
  await form.getByRole("switch", { name: "Otherwise give the default response" }).click();
  await inspect(page, "mock-responses-sequence");
  await save(page).click();
  await saved(page);
  expect(await send(page, "GET", path)).toMatchObject({
    ...{ responseMode: "sequence", sequenceEnd: "last", fallback: false },
  });
  await expect(page.getByText("3 responses, in turn")).toBeVisible();
  const [reset] = await Promise.all([
    page.waitForRequest((sent) => sent.url().endsWith(`${path}/reset`)),
    page.getByRole("button", { name: "Start over" }).click(),
  ]);
  expect(reset.method()).toBe("POST");
  await expect(page.getByText("The next call gives the first response again").first()).toBeVisible();
});

test("changes by other people are shown, and conflicting changes ask which to keep", async ({
  page,
  browser,
}) => {
  const room = await openMock(page, { responses: pages });
  const other = await somebodyElse(browser, room);
  const [first, ...others] = pages as [Response, ...Response[]];
  await send(other, "PUT", room.path, { responses: [{ ...first, name: "Theirs" }, ...others] });
  await expect(page.getByText("List of responses was changed meanwhile by somebody else")).toBeVisible();
  expect(await responseTitles(page)).toEqual(["Theirs", "Second page", "Busy"]);

  await page.getByRole("button", { name: /^Busy/ }).click();
  await page.getByLabel("Response name").fill("Mine");
  await send(other, "PUT", room.path, { responses: others });
  await expect(page.getByText("List of responses was changed meanwhile by somebody else, too")).toBeVisible();
  await save(page).click();
  const dialog = page.getByRole("dialog", { name: "Somebody else changed this too" });
  await dialog.getByLabel("Take theirs").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  expect(await responseTitles(page)).toEqual(["Second page", "Busy"]);
  await other.context().close();
});

test("the form of a new mock has responses, too, and nobody is kept out", async ({ page }) => {
  const { base } = await enterProject(page);
  await page.goto(`${base}/mocks/new`);
  await inspect(page, "mock-responses-none");
  await page.getByLabel("Name", { exact: true }).fill("New");
  await page.getByLabel("Endpoint").fill("/new");
  await addResponse(page, 1);
  await page.keyboard.type("Only one");
  await expectAccessible(page, "a new mock with a response");
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/\/mocks\/[0-9a-f-]{36}$/);
  await expect(page.getByText("1 conditional response", { exact: true })).toBeVisible();
  expect(await responseTitles(page)).toEqual(["Only one"]);
});
