import { expect, inspect, test } from "./browser";
import { bodyOf, expectCode, nameOf, openMock, save, somebodyElse, writeCode } from "./mock-form";
import { type Mock, send } from "./workspace";

test("saves only changed fields and keeps other people's changes", { tag: "@always" }, async ({
  page,
  browser,
}) => {
  const room = await openMock(page);
  const other = await somebodyElse(browser, room);
  await writeCode(bodyOf(page), '{"mine": true}');
  await send(other, "PUT", room.path, { name: "Theirs", statusCode: 201 });
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === "PUT"),
    save(page).click(),
  ]);
  expect(request.postDataJSON()).toEqual({ responseBody: '{"mine": true}' });
  expect(request.headers()["if-match"]).toMatch(/^"\d{4}-.*Z"$/);
  await expect(page.getByText("Mock saved").first()).toBeVisible();
  await expect(nameOf(page)).toHaveValue("Theirs");
  expect(await send(page, "GET", room.path)).toMatchObject({
    ...{ name: "Theirs", statusCode: 201, responseBody: '{"mine": true}' },
  });
  await other.context().close();
});

test("what others change is seen while a form is open, and what is typed stays", async ({
  page,
  browser,
}) => {
  const room = await openMock(page);
  const other = await somebodyElse(browser, room);
  await writeCode(bodyOf(page), '{"mine": true}');
  await send(other, "PUT", room.path, { name: "Theirs" });
  await expect(nameOf(page)).toHaveValue("Theirs");
  await expect(page.getByText("Name was changed meanwhile by somebody else")).toBeVisible();
  await expectCode(bodyOf(page), '{"mine": true}');
  await send(other, "PUT", room.path, { responseBody: '{"theirs": true}' });
  await expect(page.getByText("Body was changed meanwhile by somebody else, too")).toBeVisible();
  await expectCode(bodyOf(page), '{"mine": true}');
  await other.context().close();
});

test("shows both versions when two people changed the same field", { tag: "@always" }, async ({
  page,
  browser,
}) => {
  const lines = (middle: string) => `${"same\n".repeat(40)}${middle}\n${"same\n".repeat(40)}`;
  const room = await openMock(page, { responseBody: lines("before") });
  const other = await somebodyElse(browser, room);
  await nameOf(page).fill("Mine");
  await writeCode(bodyOf(page), lines("mine"));
  const theirs = { name: "Theirs", responseBody: lines("theirs"), delayMs: 5 };
  await send(other, "PUT", room.path, theirs);
  await save(page).click();
  const dialog = page.getByRole("dialog", { name: "Somebody else changed this too" });
  await expect(dialog).toBeVisible();
  const fieldOf = (name: string) => dialog.getByRole("group", { name });
  await expect(fieldOf("Body")).toContainText("theirs");
  await expect(fieldOf("Body")).toContainText("mine");
  // What shows differences comes later than the two texts.
  await expect.poll(async () => (await fieldOf("Body").textContent())?.match(/same/g)?.length).toBe(8);
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await fieldOf("Name").getByLabel("Take theirs").check();
  await inspect(page, "form-conflict");
  await fieldOf("Body").getByLabel("Keep mine").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Mock saved").first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(nameOf(page)).toHaveValue("Theirs");
  const stored = await send<Mock>(page, "GET", room.path);
  expect(stored).toMatchObject({ name: "Theirs", responseBody: lines("mine"), delayMs: 5 });
  await other.context().close();
});

test("a mock that somebody deleted meanwhile can be made anew from the form", async ({ page, browser }) => {
  await page.clock.install();
  const room = await openMock(page);
  const other = await somebodyElse(browser, room);
  await nameOf(page).fill("Still wanted");
  await other.request.delete(room.path);
  await expect(page.getByText("Somebody deleted this mock meanwhile")).toBeVisible();
  // What is there is still looked at, and what is gone is not.
  let looks = 0;
  page.on("request", (sent) => {
    if (new URL(sent.url()).pathname === room.path) looks += 1;
  });
  const others = page.waitForRequest(/\/mock-chaos$/);
  await page.clock.fastForward(60_000);
  await others;
  expect(looks).toBe(0);
  await expect(nameOf(page)).toHaveValue("Still wanted");
  await page.getByRole("button", { name: "Create it anew" }).click();
  await expect(page.getByRole("heading", { name: "Still wanted", level: 1 })).toBeVisible();
  await expect(page).not.toHaveURL(room.url);
  await other.context().close();
});
