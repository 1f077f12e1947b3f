import { expect, inspect, test } from "./browser";
import { asProgram, enterGroup, makeFlag } from "./flag-workspace";
import { openForeignPage } from "./foreign-page";
import { clipboard } from "./inbox";
import { flagsOf, keysOf, newDialog, rowOf, serviceUrl } from "./key-room";
import { send } from "./workspace";

test("a key for a page is made in the dialog, and asks for flags from that page alone", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { project, base, record } = await enterGroup(page);
  await makeFlag(page, project, { name: "Everywhere", key: "everywhere", enabled: true });
  const [shop, stranger] = [await openForeignPage(context), await openForeignPage(context)];
  await page.goto(`${base}/keys`);
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = newDialog(page);
  await expect(dialog.getByRole("radio", { name: /^Admin/ })).toBeChecked();
  await expect(dialog.getByText("never put it in a web page or app")).toBeVisible();
  await expect(dialog.getByLabel("Browser origins")).toHaveCount(0);
  await inspect(page, "key-new-admin");
  await dialog.getByRole("radio", { name: /^Admin/ }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: /^Read/ })).toBeChecked();

  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByText("Everyone who opens the page can read this key")).toBeVisible();
  const origins = dialog.getByLabel("Browser origins");
  await expect(origins).toHaveAccessibleDescription(/Without any, pages of every site may ask/);
  await dialog.getByLabel("Name").fill("Shop page");
  await dialog.getByRole("combobox", { name: "Environment" }).click();
  await page.getByRole("option", { name: "Only Production" }).click();
  await origins.fill(`${shop.origin}\nexample.com`);
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(origins).toHaveAccessibleDescription(
    "“example.com” must begin with its scheme: https://example.com",
  );
  await inspect(page, "key-new-evaluate");
  await origins.fill(shop.origin);
  await dialog.getByRole("button", { name: "Create key" }).click();

  const once = page.getByRole("alertdialog", { name: /Copy the key/ });
  const code = once.getByRole("region", { name: "Try it" });
  await expect(code).toContainText(`"targetingKey":"${record.id}"`);
  await once.getByRole("button", { name: "Copy key" }).click();
  const key = await clipboard(page);
  await inspect(page, "key-once-evaluate");
  await once.getByRole("radio", { name: "OpenFeature Web" }).check();
  await expect(code).toContainText(`const key = "${key}";`);
  await inspect(page, "key-once-evaluate-web");
  await once.getByRole("button", { name: "Done" }).click();
  const row = rowOf(page, "Shop page");
  for (const shown of ["evaluate", "production", shop.origin]) await expect(row).toContainText(shown);

  const answer = { status: 200, body: { flags: { checkout: { enabled: false } } } };
  expect(await shop.ask(flagsOf(record), key)).toMatchObject(answer);
  expect(await stranger.ask(flagsOf(record), key)).toMatchObject({ status: 403 });
  expect((await asProgram(flagsOf(record, "?env=staging"), key)).status).toBe(403);
  expect(await asProgram(`${serviceUrl()}/api/projects/${project.id}/mocks`, key)).toMatchObject({
    status: 403,
    body: { error: "Requires another scope" },
  });
  await Promise.all([shop.close(), stranger.close()]);
});

test("a browser key works only on its own origins and only for flags", {
  tag: "@always",
}, async ({ page, context, complaints }) => {
  const { project, record, flag, group } = await enterGroup(page);
  const [shop, stranger] = [await openForeignPage(context), await openForeignPage(context)];
  const made = { name: "Shop page", scope: "evaluate", origins: [shop.origin] };
  const { key } = await send<{ key: string }>(page, "POST", keysOf(project), made);
  const ofrep = `${serviceUrl()}/api/ofrep/v1/evaluate/flags`;
  const sent = { context: { targetingKey: record.id } };
  expect(await shop.ask(ofrep, key, sent)).toMatchObject({
    ...{ status: 200, body: { flags: [{ key: "checkout", value: false }] } },
  });
  expect((await shop.ask(`${ofrep}/checkout`, key, sent)).status).toBe(200);
  expect((await shop.ask(flagsOf(record), key)).status).toBe(200);
  const elsewhere = { status: 403, body: { error: expect.stringContaining("pages of other origins") } };
  expect(await stranger.ask(ofrep, key, sent)).toMatchObject(elsewhere);
  expect(await stranger.ask(flagsOf(record), key)).toMatchObject(elsewhere);

  const [byId, byReference] = [`/api/projects/${project.id}`, `/api/projects/${project.referenceId}`];
  for (const [method, path] of [
    ["GET", `${byId}/mocks`],
    ["POST", `${byId}/mocks`],
    ["GET", `${byId}/webhooks`],
    ["POST", `${byId}/releases/generate`],
    ["GET", `${byReference}/groups`],
    ["PUT", `${byReference}/groups/${group.id}/flags/${flag.id}`],
    ["DELETE", `${byReference}/groups/${group.id}`],
  ] as const) {
    const answer = await fetch(serviceUrl() + path, { method, headers: { Authorization: `Bearer ${key}` } });
    expect({ method, path, status: answer.status, ...(await answer.json()) }).toMatchObject({
      ...{ method, path, status: 403, error: "Requires another scope" },
    });
  }
  // Pages are not even told that much: what people manage answers none but our own.
  await expect(shop.ask(`${serviceUrl()}${byId}/mocks`, key)).rejects.toThrow("Failed to fetch");
  expect(complaints.splice(0)).toEqual([expect.stringContaining("blocked by CORS policy")]);
  await Promise.all([shop.close(), stranger.close()]);
});
