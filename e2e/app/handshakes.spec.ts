import { expect, inspect, test } from "./browser";
import { detail, openInbox, row, sendJson, sendTo } from "./inbox";
import { bodyOf, writeCode } from "./mock-form";
import { send } from "./workspace";

test("handshakes are chosen in the settings, and a capture says that it was one", async ({ page }) => {
  const { url, inbox, project, base } = await openInbox(page, { name: "Verified" });
  const settings = `${base}/webhooks/${inbox.id}/settings`;
  await page.goto(settings);
  const form = page.getByRole("form", { name: "Inbox settings" });
  const preset = (name: string) => form.getByRole("checkbox", { name });
  for (const name of ["Slack", "Meta", "Microsoft Graph", "Dropbox", "CloudEvents"]) {
    await expect(preset(name)).toBeChecked();
  }
  await expect(preset("Twilio")).not.toBeChecked();
  await preset("Twilio").click();
  await preset("Dropbox").click();
  await form.getByLabel("Verify token").fill("meatyhamhock");
  await inspect(page, "inbox-handshakes");
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(form.getByText("Unsaved changes")).toBeHidden();
  expect(await send(page, "GET", `/api/projects/${project.id}/webhooks/${inbox.id}`)).toMatchObject({
    handshakes: ["slack", "meta", "microsoft-graph", "cloudevents", "twilio"],
    metaVerifyToken: "meatyhamhock",
  });

  const meta = (token: string) => ({
    method: "GET",
    path: `/${token}?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`,
  });
  await page.goto(`${base}/webhooks/${inbox.id}`);
  expect((await sendJson(url, "/slack", { type: "url_verification", challenge: "abc" })).text).toBe("abc");
  expect(await sendTo(url, meta("meatyhamhock"))).toEqual({ status: 200, text: "1158201444" });
  expect((await sendTo(url, meta("other"))).status).toBe(403);
  expect((await sendTo(url, { method: "GET", path: "/dropbox?challenge=abc" })).text).toContain("success");
  await sendJson(url, "/ordinary", { type: "order.paid" });
  for (const [path, text] of [
    ["/slack", "Completed Slack's handshake"],
    ["/meatyhamhock", "Completed Meta's handshake"],
    ["/other", "Refused Meta's handshake: another verify token"],
    ["/dropbox", "Dropbox's handshake, which this inbox does not complete"],
  ] as const) {
    await row(page, path).click();
    await expect(detail(page).getByText(text, { exact: true })).toBeVisible();
  }
  await row(page, "/slack").click();
  await expect(detail(page).getByText("Completed Slack's handshake")).toBeVisible();
  await inspect(page, "capture-handshake");
  await row(page, "/ordinary").click();
  await expect(detail(page).getByText(/handshake/)).toHaveCount(0);
});

test("an inbox's own answer can be a template, which its editor knows", async ({ page }) => {
  const { url, inbox, base } = await openInbox(page, { name: "Dynamic" });
  await page.goto(`${base}/webhooks/${inbox.id}/settings`);
  const form = page.getByRole("form", { name: "Inbox settings" });
  await form.getByRole("switch", { name: "Give an answer of my own" }).click();
  await expect(form.getByRole("radio", { name: "File" })).toHaveCount(0);
  await form.getByRole("switch", { name: "Template" }).click();
  const offered = page.getByRole("option", { name: /^id/ });
  // What it offers comes after the editor itself.
  await expect(async () => {
    await writeCode(bodyOf(page), "");
    await bodyOf(page).pressSequentially('{"id": "{{ capture.');
    await expect(offered).toBeVisible({ timeout: 2000 });
  }).toPass();
  await offered.click();
  await bodyOf(page).press("End");
  await expect(bodyOf(page)).toContainText("capture.id");
  await writeCode(bodyOf(page), '{"id": "{{ capture.id | upcas }}"}');
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(form.getByText(/There is no filter/)).toBeVisible();
  await writeCode(bodyOf(page), '{"at": {{ capture.sequence }}, "order": {{ request.json.order | json }}}');
  await page.getByText("There is more.").click();
  await form.getByRole("button", { name: "Show preview" }).click();
  const preview = form.getByRole("region", { name: "Preview of the answer" });
  await expect(preview.getByRole("region", { name: "Preview's body" })).toContainText("id: 7");
  await form.getByLabel("Request body").fill('{"order": "A-1"}');
  await expect(preview).toContainText('order: "A-1"');
  await form.getByLabel("Request path").fill("?validationToken=a+b");
  await expect(preview).toContainText("Microsoft Graph");
  await expect(preview.getByRole("region", { name: "Preview's body" })).toHaveText(/^a b/);
  await form.getByLabel("Request path").fill("/");
  await expect(preview).toContainText('order: "A-1"');
  await inspect(page, "inbox-template");
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(form.getByText("Unsaved changes")).toBeHidden();
  expect((await sendJson(url, "", { order: "A-1" })).text).toBe('{"at": 1, "order": "A-1"}');
});
