import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, inspect, newAccount, test } from "./browser";
import { repoUrl, serveShop, targetPort, writeNotes } from "./release-notes";
import { enter, enterProject, invite, makeProject, makeTeam } from "./workspace";

const repository = serveShop();

test("a release goes to Slack after a look at it", async ({ page }) => {
  const { base, project } = await enterProject(page);
  await writeNotes(page, base);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Slack is not set up for this project")).toBeVisible();
  await page.keyboard.press("Escape");
  const slackWebhookUrl = `http://127.0.0.1:${targetPort}/services/T0/B0/secretWXYZ`;
  const settings = `/api/projects/${project.id}/release-settings`;
  expect((await page.request.put(settings, { data: { slackWebhookUrl } })).status()).toBe(200);
  const sent: string[] = [];
  const slack = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    sent.push(Buffer.concat(chunks).toString());
    response.writeHead(200).end("ok");
  };
  await repository.replacedBy(slack, async () => {
    await page.reload();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Send release" });
    await expect(dialog.getByRole("region", { name: "What is sent" })).toContainText("Gift cards");
    await inspect(page, "release-send");
    await dialog.getByRole("button", { name: "Send to Slack" }).click();
    await expect(page.getByText("Sent to Slack").first()).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain("Draft: Release notes");
  });
});

test("files are attached, and a release goes out by e-mail after a test", async ({ page }) => {
  const { base, project } = await enterProject(page);
  await writeNotes(page, base);
  await page.getByRole("tab", { name: "Attachments" }).click();
  const choose = async (name: string, bytes: number) => {
    const chosen = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach files" }).click();
    await (await chosen).setFiles({ name, mimeType: "text/plain", buffer: Buffer.alloc(bytes, "a") });
  };
  await choose("much.txt", 5 * 1024 * 1024 + 1);
  await expect(page.getByText("“much.txt” is larger than 5 MiB.")).toBeVisible();
  await choose("prices.txt", 2048);
  const files = page.getByRole("list", { name: "Attachments" }).getByRole("listitem");
  await expect(files).toHaveCount(1);
  await choose("dates.txt", 10);
  await expect(files).toHaveCount(2);
  await inspect(page, "release-attachments");
  await page.getByRole("button", { name: "Delete dates.txt" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete attachment" }).click();
  await expect(files).toHaveCount(1);

  const settings = `/api/projects/${project.id}/release-settings`;
  const emailRecipients = ["ada@example.com", "bob@example.com"];
  expect((await page.request.put(settings, { data: { emailRecipients } })).status()).toBe(200);
  await page.reload();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Send release" });
  await expect(dialog.getByText(/ada@example\.com and bob@example\.com/)).toBeVisible();
  await dialog.getByRole("button", { name: "Send me a test" }).click();
  await expect(page.getByText("The test is in the outbox").first()).toBeVisible();
  await inspect(page, "release-send-email");
  await dialog.getByRole("button", { name: "Send to 2 recipients" }).click();
  await expect(page.getByText("The emails are in the outbox").first()).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("settings are kept, refused where they are wrong, and only looked at by members", async ({
  page,
  browser,
  baseURL,
}) => {
  const { team: home } = await enter(page);
  const team = await makeTeam(page, `crew-${home.referenceId}`);
  await makeProject(page, team);
  const path = `/${team.slug}/coffee-shop/releases/settings`;
  await page.goto(path);
  await page.getByRole("button", { name: "Add a repository" }).click();
  await page.getByLabel("Repository 1", { exact: true }).fill(repoUrl);
  await page.getByLabel("Address of the incoming webhook").fill("http://example.com/hook");
  await page.getByLabel("Recipients").fill("ada@example.com\nnobody");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Recipients")).toHaveAccessibleDescription(/“nobody” must be an e-mail/);
  await page.getByLabel("Recipients").fill("Ada <ada@example.com>, bob@example.com");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Address of the incoming webhook")).toHaveAccessibleDescription(
    /must begin with https/,
  );
  await page.getByLabel("Address of the incoming webhook").fill(`http://127.0.0.1:${targetPort}/secretWXYZ`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Release settings saved").first()).toBeVisible();
  await page.reload();
  await expect(page.getByText("Set up, with an address that ends in WXYZ")).toBeVisible();
  await expect(page.getByLabel("Recipients")).toHaveValue("ada@example.com\nbob@example.com");
  await page.getByRole("button", { name: "Remove the Slack address" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Address of the incoming webhook")).toHaveValue("");

  const account = newAccount();
  const { token } = await invite(page, team, account.email, "member");
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const member = await elsewhere.newPage();
  await enter(member, account);
  expect((await member.request.post(`/api/invitations/${token}/accept`)).status()).toBe(200);
  await member.goto(path);
  await expect(member.getByText(/Only admins of/)).toBeVisible();
  await expect(member.getByLabel("Repository 1", { exact: true })).toBeDisabled();
  await expect(member.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  await inspect(member, "release-settings-member");
  await elsewhere.close();
});
