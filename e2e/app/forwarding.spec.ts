import { createServer } from "node:http";
import { targetPort } from "../target-port";
import { expect, inspect, test } from "./browser";
import { detail, list, openInbox, openMenu, row, rows, sendTo } from "./inbox";

/** A receiver on the one local port of this worker that may be called; it answers what it is told to. */
async function listenAsReceiver() {
  const got: { url: string; body: string; token: string | undefined }[] = [];
  const answer = { statusCode: 200 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const token = [request.headers["x-token"]].flat()[0];
    got.push({ url: request.url ?? "", body: Buffer.concat(chunks).toString(), token });
    response.writeHead(answer.statusCode, { "content-type": "text/plain" }).end("Taken");
  });
  const port = targetPort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    ...{ got, answer, url: `http://127.0.0.1:${port}/hooks` },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

test("a rule forwards what fits, its log tells of each try, and what failed is sent again", async ({
  page,
}) => {
  const receiver = await listenAsReceiver();
  const { url, inbox, base } = await openInbox(page);
  await page.goto(`${base}/webhooks/${inbox.id}/forwarding`);
  await expect(page.getByRole("heading", { name: "Nothing is forwarded yet" })).toBeVisible();
  await inspect(page, "forwarding-empty");
  await page.getByRole("button", { name: "New rule" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Staging");
  await dialog.getByLabel("URL", { exact: true }).fill(receiver.url);
  await inspect(page, "forwarding-rule");
  await dialog.getByRole("button", { name: "Create rule" }).click();
  await expect(dialog).toBeHidden();
  const rule = page.getByRole("list", { name: "Forwarding rules" }).getByRole("listitem");
  await expect(rule).toContainText("Staging");

  await sendTo(url, { path: "/orders?page=2", body: "first" });
  await expect.poll(() => receiver.got.length).toBe(1);
  expect(receiver.got[0]).toMatchObject({ url: "/hooks/orders?page=2", body: "first" });
  const log = page.getByRole("region", { name: "Log" });
  await expect(log.getByText("delivered")).toBeVisible({ timeout: 20_000 });

  receiver.answer.statusCode = 422;
  await sendTo(url, { path: "/broken", body: "second" });
  await expect(log.getByText("failed")).toBeVisible({ timeout: 20_000 });
  await inspect(page, "forwarding-log");
  await log.getByRole("button", { name: /\/broken/ }).click();
  const delivery = page.getByRole("dialog", { name: "Delivery" });
  await expect(delivery.getByRole("list", { name: "Tries" })).toContainText("422");
  await inspect(page, "forwarding-delivery");
  receiver.answer.statusCode = 200;
  await delivery.getByRole("button", { name: "Send again" }).click();
  await expect(delivery.getByText("Try 2", { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(delivery.getByText("delivered")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto(`${base}/webhooks/${inbox.id}`);
  await row(page, "/broken").click();
  await expect(detail(page)).toContainText("Staging");
  await receiver.close();
});

test("a paused rule sends nothing until it goes on", async ({ page }) => {
  const receiver = await listenAsReceiver();
  const { url, inbox, base, project } = await openInbox(page);
  const path = `/api/projects/${project.id}/webhooks/${inbox.id}/forwarding-rules`;
  const made = await page.request.post(path, { data: { name: "Staging", url: receiver.url } });
  expect(made.status()).toBe(201);
  await page.goto(`${base}/webhooks/${inbox.id}/forwarding`);
  const rule = page.getByRole("list", { name: "Forwarding rules" }).getByRole("listitem");
  await rule.getByRole("button", { name: "Actions for Staging" }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await expect(rule.getByText("paused")).toBeVisible();
  await sendTo(url, { path: "/while-paused" });
  await rule.getByRole("button", { name: "Actions for Staging" }).click();
  await page.getByRole("menuitem", { name: "Go on" }).click();
  await expect(rule.getByText("on", { exact: true })).toBeVisible();
  await sendTo(url, { path: "/after" });
  await expect.poll(() => receiver.got.map(({ url: got }) => got)).toEqual(["/hooks/after"]);
  await receiver.close();
});

test("marked requests are replayed in their order, with what came of each", async ({ page }) => {
  const receiver = await listenAsReceiver();
  const { url } = await openInbox(page);
  for (const path of ["/one", "/two", "/three"]) await sendTo(url, { path, body: path });
  await expect(rows(page)).toHaveCount(3);
  await expect(list(page)).toBeVisible();
  await openMenu(page);
  await page.getByRole("menuitem", { name: "Replay several" }).click();
  const dialog = page.getByRole("dialog", { name: "Replay several requests" });
  await dialog.getByLabel("URL", { exact: true }).fill(receiver.url);
  await dialog.getByRole("checkbox", { name: /\/two/ }).click();
  await inspect(page, "replay-several");
  receiver.answer.statusCode = 500;
  await dialog.getByRole("button", { name: "Replay 2" }).click();
  await expect(dialog.getByRole("status")).toHaveText("2 of 2 sent, 2 failed");
  expect(receiver.got.map(({ url: got }) => got)).toEqual(["/hooks/one", "/hooks/three"]);
  receiver.answer.statusCode = 200;
  await dialog.getByRole("button", { name: "Send 2 failed again" }).click();
  await expect(dialog.getByRole("status")).toHaveText("2 of 2 sent");
  await receiver.close();
});
