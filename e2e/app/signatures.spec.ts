import { createHmac } from "node:crypto";
import { expect, inspect, test } from "./browser";
import { detail, openInbox, row, rows, sendTo } from "./inbox";
import { send } from "./workspace";

const secret = "a shared secret WXYZ";
const headers = (body: string, key = secret) => ({
  "content-type": "application/json",
  "x-hub-signature-256": `sha256=${createHmac("sha256", key).update(body).digest("hex")}`,
});

test("an inbox learns how GitHub signs, and shows of each request whether its signature fits", async ({
  page,
}) => {
  const { inbox, url, base } = await openInbox(page, { name: "Pushes" });
  await page.getByRole("main").getByRole("link", { name: "Settings" }).click();
  const form = page.getByRole("form", { name: "Inbox settings" });
  await form.getByRole("combobox", { name: "Signed by" }).click();
  await page.getByRole("option", { name: "GitHub" }).click();
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(form.getByText(/must be given, as none is stored for this scheme/)).toBeVisible();
  await form.getByRole("textbox", { name: "Secret" }).fill(secret);
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await expect(form.getByText("The one that ends in WXYZ stays if this is empty.")).toBeVisible();
  await expect(form.getByRole("textbox", { name: "Another secret" })).toHaveValue("");
  await inspect(page, "signature-settings");

  await page.goto(`${base}/webhooks/${inbox.id}`);
  await sendTo(url, { path: "/signed", body: '{"a":1}', headers: headers('{"a":1}') });
  await sendTo(url, { path: "/forged", body: '{"a":1}', headers: headers('{"a":1}', "another") });
  await sendTo(url, { path: "/unsigned", body: '{"a":1}' });
  await expect(rows(page)).toHaveCount(3);
  await expect(row(page, "/signed")).toContainText("signature valid");
  await expect(row(page, "/forged")).toContainText("signature wrong");
  await expect(row(page, "/unsigned")).toContainText("signature missing");
  await row(page, "/forged").click();
  await expect(detail(page)).toContainText("it was made with another secret, or the body was changed");
  await inspect(page, "signature-verdicts");
  await page.getByRole("combobox", { name: "Signature" }).click();
  await page.getByRole("option", { name: "Signature valid" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, "/signed")).toBeVisible();
});

test("what is refused is shown with its reason, and the secret stays when the rest changes", async ({
  page,
}) => {
  const { inbox, url, project, base } = await openInbox(page, { name: "Strict" });
  const api = `/api/projects/${project.id}/webhooks/${inbox.id}`;
  await send(page, "PUT", api, {
    signature: { scheme: "hmac", header: "X-Hub-Signature-256", prefix: "sha256=", secret },
  });
  await page.goto(`${base}/webhooks/${inbox.id}/settings`);
  const form = page.getByRole("form", { name: "Inbox settings" });
  await expect(form.getByRole("textbox", { name: "Header" })).toHaveValue("X-Hub-Signature-256");
  await form.getByRole("switch", { name: "Refuse requests that are not valid" }).click();
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await inspect(page, "signature-hmac");

  await page.goto(`${base}/webhooks/${inbox.id}`);
  expect((await sendTo(url, { path: "/signed", body: "{}", headers: headers("{}") })).status).toBe(200);
  expect((await sendTo(url, { path: "/broken", body: "{}\n", headers: headers("{}") })).status).toBe(401);
  await expect(row(page, "/signed")).toContainText("signature valid");
  await expect(row(page, "/broken")).toContainText("wrong, refused with 401");
  await row(page, "/broken").click();
  await expect(detail(page)).toContainText("without the line break at its end");
  await expect(detail(page)).toContainText("The request was refused.");
  await inspect(page, "signature-refused");
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
});
