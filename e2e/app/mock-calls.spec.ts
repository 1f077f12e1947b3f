import { expect, inspect, test } from "./browser";
import { sendTo } from "./inbox";
import { enterProject, makeMock } from "./workspace";

test("calls show as they come in, with the reason of a miss, of which a mock is made", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const mock = await makeMock(page, project);
  const call = (path: string) => sendTo(project.mockBaseUrl, { method: "GET", path });
  await page.goto(`${base}/mocks/calls`);
  await expect(page.getByRole("heading", { name: "No calls yet" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Live" })).toBeVisible();
  await inspect(page, "mock-calls-empty");

  await call(mock.endpoint);
  const calls = page.getByRole("region", { name: "Calls" });
  await expect(calls.getByRole("link", { name: mock.endpoint })).toBeVisible();
  await call("/users/7?expand=team");
  const miss = calls.getByRole("link", { name: "/users/7?expand=team" });
  await expect(miss).toContainText("Miss");
  await miss.click();
  const shown = page.getByRole("region", { name: "Call", exact: true });
  await expect(shown.getByText("No mock is configured for this path").first()).toBeVisible();
  await expect(shown.getByRole("tab", { name: "Answer" })).toBeVisible();
  await expect(shown.getByText("mock_not_found").first()).toBeVisible();
  await inspect(page, "mock-calls");

  await calls.getByRole("combobox", { name: "Outcome" }).click();
  await page.getByRole("option", { name: "Mock" }).click();
  await expect(calls.getByRole("link")).toHaveCount(1);
  await expect(page).toHaveURL(/outcome=mock/);

  await shown.getByRole("link", { name: "Make a mock from this" }).click();
  await expect(page.getByLabel("Endpoint")).toHaveValue("/users/7");
  await page.getByRole("button", { name: "Create mock" }).click();
  await expect(page.getByRole("heading", { name: "GET /users/7", level: 1 })).toBeVisible();
  expect((await call("/users/7")).status).toBe(200);
});

test("a mock made of a call that one answered begins at an endpoint of its own", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const mock = await makeMock(page, project, { responseBody: '["kept"]' });
  await sendTo(project.mockBaseUrl, { method: "GET", path: mock.endpoint });
  await page.goto(`${base}/mocks/calls`);
  await page.getByRole("link", { name: "Make a mock from this" }).click();
  await expect(page.getByLabel("Endpoint")).toHaveValue("/users-copy");
  const answered = page.getByRole("main").getByRole("link", { name: "List users" });
  await expect(answered).toHaveAttribute("href", `${base}/mocks/${mock.id}`);
  await page.getByRole("button", { name: "Create mock" }).click();
  await expect(page.getByRole("heading", { name: "GET /users", level: 1 })).toBeVisible();
  const answer = await sendTo(project.mockBaseUrl, { method: "GET", path: "/users-copy" });
  expect(answer.text).toBe('["kept"]');
});
