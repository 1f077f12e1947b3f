import { createServer } from "node:http";
import { targetPort } from "../target-port";
import { expect, inspect, test } from "./browser";
import { enterProject } from "./workspace";

test("a webhook is added, tried, told of a release, and sent again", async ({ page }) => {
  const got: { type: string }[] = [];
  const answer = { statusCode: 200 };
  const server = createServer(async (request, response) => {
    // The release of this test asks here for a repository, and finds none.
    if (request.url !== "/hooks") return void response.writeHead(404).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    got.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(answer.statusCode).end();
  });
  const port = targetPort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${port}/hooks`;
  const { base, project } = await enterProject(page);
  await page.goto(`${base}/releases/settings`);
  await expect(page.getByText("Nobody is told yet.")).toBeVisible();
  await inspect(page, "release-webhooks-empty");

  await page.getByRole("button", { name: "Add a webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "New webhook" });
  await dialog.getByLabel("URL", { exact: true }).fill("http://example.com/");
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await expect(dialog.getByText(/must begin with https/)).toBeVisible();
  await dialog.getByLabel("URL", { exact: true }).fill(url);
  await inspect(page, "release-webhooks-new");
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  const secret = page.getByRole("dialog", { name: "Copy the signing secret" });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await inspect(page, "release-webhooks-secret");
  await secret.getByRole("button", { name: "Done" }).click();
  await expect(secret).toBeHidden();

  const item = page.getByRole("list", { name: "Release webhooks" }).getByRole("listitem");
  await item.getByRole("button", { name: "Send a test" }).click();
  await expect(item.getByText("It was answered with 200")).toBeVisible();
  expect(got.map(({ type }) => type)).toEqual(["release.test"]);

  answer.statusCode = 422;
  const releases = `/api/projects/${project.id}/releases`;
  const range = {
    fromDate: "2026-01-01",
    toDate: "2026-01-31",
    repoUrls: [`http://127.0.0.1:${port}/a.git`],
  };
  const made = await (await page.request.post(`${releases}/generate`, { data: range })).json();
  const read = async () => (await (await page.request.get(`${releases}/${made.id}`)).json()).status;
  await expect.poll(read).toBe("draft");
  await page.request.put(`${releases}/${made.id}`, { data: { title: "v1.3.0", content: "- Gift cards" } });
  expect((await page.request.post(`${releases}/${made.id}/publish`, { data: {} })).status()).toBe(200);
  await expect(item.getByText("failing", { exact: true })).toBeVisible({ timeout: 20_000 });
  await item.getByRole("button", { name: "Log" }).click();
  const log = page.getByRole("dialog", { name: "Deliveries" });
  await expect(log.getByText("failed", { exact: true })).toBeVisible({ timeout: 20_000 });
  await inspect(page, "release-webhooks-log");
  answer.statusCode = 204;
  await log.getByRole("button", { name: "Send “v1.3.0” again" }).click();
  await expect(log.getByText("delivered", { exact: true })).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press("Escape");

  await item.getByRole("button", { name: `Actions for ${url}` }).click();
  await page.getByRole("menuitem", { name: "New secret" }).click();
  await page.getByRole("button", { name: "Make the new secret" }).click();
  await expect(secret.getByText(/For a day/)).toBeVisible();
  await secret.getByRole("button", { name: "Done" }).click();
  await item.getByRole("button", { name: `Actions for ${url}` }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await expect(item.getByText("paused", { exact: true })).toBeVisible();
  await inspect(page, "release-webhooks");
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
