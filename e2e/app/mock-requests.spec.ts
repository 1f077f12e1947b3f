import { expect, inspect, test } from "./browser";
import { openMock, testForm } from "./mock-form";
import { enterProject, makeMock, responseOf } from "./workspace";

test("a mock for ANY method is tried with each, with headers and a body", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { mock } = await openMock(page, { method: "ANY", endpoint: "/any/:id?" });
  await expect(page.getByText("Every method that has no mock of its own.")).toBeVisible();
  const tried = testForm(page);
  await expect(tried.getByLabel("Path")).toHaveValue("/any");
  await expect(tried.getByLabel("Request body")).toHaveCount(0);
  await tried.getByRole("combobox", { name: "Method" }).click();
  await expect(page.getByRole("option")).toHaveText([
    "GET",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "HEAD",
    "OPTIONS",
  ]);
  await page.getByRole("option", { name: "PUT" }).click();
  await tried.getByLabel("Request body").fill('{"a":1}');
  await tried.getByRole("button", { name: "Add request header" }).click();
  await expect(tried.getByLabel("Name of request header 1")).toBeFocused();
  await page.keyboard.type("X-Try");
  await tried.getByLabel("Value of request header 1").fill("it's me");
  await tried.getByRole("button", { name: "Add request header" }).click();
  await page.keyboard.type("Cookie");
  await expect(tried.getByText("Browsers do not let a page send Cookie.")).toBeVisible();
  await inspect(page, "mock-any");
  await tried.getByRole("button", { name: "Remove request header 2" }).click();
  await expect(tried.getByRole("button", { name: "Add request header" })).toBeFocused();
  await tried.getByRole("button", { name: "Copy curl" }).click();
  const [base] =
    (
      await page
        .getByText(/^http.*\/api\/mock\/any$/)
        .first()
        .textContent()
    )?.split("/any") ?? [];
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    [
      `curl -X PUT -i '${base}/any'`,
      String.raw`-H 'X-Try: it'\''s me'`,
      "-H 'Content-Type: application/json'",
      `--data-raw '{"a":1}'`,
    ].join(" \\\n  "),
  );
  expect(mock.endpoint).toBe("/any/:id?");
});

test("a mock on a regular expression has no address to copy, but any path can be tried", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const mock = await makeMock(page, project, { name: "Versions", endpoint: "~^/v[0-9]+/users$" });
  await page.goto(`${base}/mocks`);
  await page.getByRole("button", { name: "Actions for Versions" }).click();
  await expect(page.getByRole("menuitem", { name: "Copy base URL" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Copy curl" })).toHaveCount(0);
  await page.goto(`${base}/mocks/${mock.id}`);
  await expect(page.getByText("followed by a path that this regular expression matches")).toBeVisible();
  await page.getByLabel("Path").fill("/v2/users");
  await expect(page.getByText(`${project.mockBaseUrl}/v2/users`)).toBeVisible();
  await inspect(page, "mock-expression");
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("200", { exact: true })).toBeVisible();
});

test("a request gets the response whose conditions hold", async ({ page }) => {
  const responses = ["1", "2"].map((page) =>
    responseOf({
      ...{ statusCode: 200 + Number(page), body: `{"page":${page}}` },
      when: { all: [{ in: "query", name: "page", equals: page }] },
    }),
  );
  await openMock(page, { responses, responseBody: '{"page":0}' });
  const tried = testForm(page);
  for (const [query, status, body] of [
    ["?page=2", "202", "page: 2"],
    ["?page=1", "201", "page: 1"],
    ["", "200", "page: 0"],
  ] as const) {
    await tried.getByLabel("Path").fill(`/users${query}`);
    await tried.getByRole("button", { name: "Send request" }).click();
    await expect(page.getByRole("region", { name: "Answer's body" })).toContainText(body);
    await expect(page.getByText(status, { exact: true }).last()).toBeVisible();
  }
});
