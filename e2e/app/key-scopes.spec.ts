import type { ApiKey } from "@/components/keys/key-state";
import { expect, inspect, newAccount, test } from "./browser";
import { enterGroup, makeEnvironment, makeFlag, makeKey } from "./flag-workspace";
import { openForeignPage } from "./foreign-page";
import { act, flagsOf, keysOf, newDialog, rowOf, serviceUrl } from "./key-room";
import { enter, enterProject, invite, makeProject, makeTeam, scrollDown, send } from "./workspace";

test("a rolled key of a page holds for the same environment and the same pages", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const made = { name: "Shop page", scope: "evaluate", environmentKey: "production" };
  await send(page, "POST", keysOf(project), { ...made, origins: ["https://shop.example.com"] });
  await page.goto(`${base}/keys`);
  await act(page, "Shop page", "Roll");
  const roll = page.getByRole("alertdialog", { name: /Roll/ });
  await expect(roll).toContainText("the same name, scopes, environment, and origins");
  await roll.getByRole("radio", { name: "None" }).check();
  await inspect(page, "key-roll-evaluate");
  await roll.getByRole("button", { name: "Roll key" }).click();
  const once = page.getByRole("alertdialog", { name: /Copy the key/ });
  await once.getByRole("button", { name: "Close without copying" }).click();
  await once.getByRole("button", { name: "The key will be lost" }).click();
  const [rolled, old] = await send<ApiKey[]>(page, "GET", keysOf(project));
  expect(old?.revokedAt).not.toBeNull();
  expect(rolled).toMatchObject({ ...made, origins: ["https://shop.example.com"], revokedAt: null });
});

test("a key is edited, and put back from its history", async ({ page, context }) => {
  const { project, base, record } = await enterGroup(page);
  const shop = await openForeignPage(context);
  const made = { name: "Shop page", scope: "evaluate", origins: ["https://old.example.com"] };
  const { id, key } = await send<ApiKey & { key: string }>(page, "POST", keysOf(project), made);
  const path = `${keysOf(project)}/${id}`;
  await page.goto(`${base}/keys`);
  expect((await shop.ask(flagsOf(record), key)).status).toBe(403);
  await act(page, "Shop page", "Edit");
  const dialog = page.getByRole("dialog", { name: "Edit “Shop page”" });
  await expect(dialog.getByLabel("Browser origins")).toHaveValue("https://old.example.com");
  await dialog.getByLabel("Name").fill("New shop");
  await dialog.getByLabel("Browser origins").fill(`HTTP${shop.origin.slice(4)}/`);
  await inspect(page, "key-edit");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Key saved").first()).toBeVisible();
  await expect(rowOf(page, "New shop")).toBeVisible();
  expect(await send(page, "GET", path)).toMatchObject({ name: "New shop", origins: [shop.origin] });
  expect((await shop.ask(flagsOf(record), key)).status).toBe(200);

  await act(page, "New shop", "History");
  const history = page.getByRole("dialog", { name: /^History of/ });
  const changes = history.getByRole("list", { name: "Changes" }).getByRole("listitem");
  await expect(changes).toHaveCount(2);
  await inspect(page, "key-history");
  await changes.first().getByRole("button", { name: "Put back" }).click();
  await expect(page.getByText("It is as it was before").first()).toBeVisible();
  await expect(changes).toHaveCount(3);
  expect(await send(page, "GET", path)).toMatchObject(made);
  expect((await shop.ask(flagsOf(record), key)).status).toBe(403);
  await shop.close();
});

test("editing a key that someone else has changed shows both versions and asks which to keep", async ({
  page,
}) => {
  const { project, base } = await enterProject(page);
  const { id } = await makeKey(page, project, "CI");
  const path = `${keysOf(project)}/${id}`;
  await page.goto(`${base}/keys`);
  await act(page, "CI", "Edit");
  const dialog = page.getByRole("dialog", { name: "Edit “CI”" });
  // Which pages may use it is no question for a key of a server.
  await expect(dialog.getByLabel("Browser origins")).toHaveCount(0);
  await dialog.getByLabel("Name").fill("Mine");
  await send(page, "PUT", path, { name: "Theirs" });
  await dialog.getByRole("button", { name: "Save changes" }).click();
  const clash = page.getByRole("dialog", { name: "Somebody else changed this too" });
  await clash.getByRole("group", { name: "Name" }).getByLabel("Keep mine").check();
  await clash.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Key saved").first()).toBeVisible();
  expect(await send(page, "GET", path)).toMatchObject({ name: "Mine" });
});

test("the list tells from where and by what a key was used last", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const { key } = await makeKey(page, project, "CI");
  const flags = `${serviceUrl()}/api/projects/${project.referenceId}/flags`;
  await fetch(flags, { headers: { Authorization: `Bearer ${key}`, "User-Agent": "curl/8.7.1" } });
  await page.goto(`${base}/keys`);
  const row = rowOf(page, "CI");
  await expect(row).toContainText("curl/8.7.1");
  await expect(row).toContainText(/127\.0\.0\.1|::/);
  await expect(row).toContainText("Ada Lovelace");
});

test("long names, long agents and every scope have room, on a phone too", async ({ page }) => {
  const { project, base } = await enterProject(page);
  await makeEnvironment(page, project, "Europe, blue, with a name that is rather long");
  const [, environment] = await send<{ key: string }[]>(
    page,
    "GET",
    `/api/projects/${project.referenceId}/environments`,
  );
  const post = (fields: object) => send<{ key: string }>(page, "POST", keysOf(project), fields);
  await post({ name: "W".repeat(200) });
  await post({ name: "Reports", scope: "read", expiresAt: new Date(Date.now() + 9e8).toISOString() });
  const { key } = await post({
    ...{ name: "Shop page", scope: "evaluate", environmentKey: environment?.key },
    origins: Array.from({ length: 20 }, (_, at) => `https://${at}.example.com`),
  });
  await fetch(flagsOf({ id: "none" }), {
    headers: { Authorization: `Bearer ${key}`, "User-Agent": "x".repeat(400) },
  });
  await page.goto(`${base}/keys`);
  await expect(rowOf(page, "Shop page")).toContainText("20 origins");
  await expect(rowOf(page, "Shop page")).toContainText("xxxx");
  const origins = rowOf(page, "Shop page").getByText("20 origins");
  await expect(rowOf(page, "Shop page").getByText("https://19.example.com")).toBeHidden();
  await origins.focus();
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "Shop page").getByText("https://19.example.com")).toBeVisible();
  await inspect(page, "keys-full");
});

test("keys are told apart by their scope, which stays in the address", async ({ page }) => {
  const { project, base } = await enterProject(page);
  for (let number = 1; number <= 9; number += 1) {
    const scope = number > 6 ? "evaluate" : number > 5 ? "read" : "admin";
    await send(page, "POST", keysOf(project), { name: `Key ${number}`, scope });
  }
  await page.goto(`${base}/keys`);
  const rows = page.getByRole("table", { name: "API keys" }).getByRole("row");
  await expect(rows).toHaveCount(10);
  await page.getByRole("combobox", { name: "Any scope" }).click();
  await page.getByRole("option", { name: "evaluate" }).click();
  await expect(rows).toHaveCount(4);
  await inspect(page, "keys-by-scope");
  await page.reload();
  await expect(rows).toHaveCount(4);
  await page.getByRole("combobox", { name: "Any scope" }).click();
  await page.getByRole("option", { name: "read", exact: true }).click();
  await expect(rows).toHaveCount(2);
  await expect(rowOf(page, "Key 6")).toContainText("read");
});

test("code that uses a flag asks for a key that only evaluates flags, and says where it may be", async ({
  page,
}) => {
  const { project, base, groupBase, record } = await enterGroup(page);
  await makeFlag(page, project, { name: "Everywhere" });
  await page.goto(`${groupBase}/records/${record.id}`);
  await scrollDown(page);
  await page.getByRole("radio", { name: "Browser", exact: true }).check();
  await expect(page.getByRole("region", { name: "Code: Browser" })).toContainText("scope evaluate");
  await expect(page.getByText("Everyone can read a key in a page")).toBeVisible();
  await inspect(page, "record-use-it");
  await page.goto(`${base}/flags`);
  await inspect(page, "flags-use-it");
  await page.getByRole("link", { name: "a key that only evaluates flags" }).click();
  await expect(newDialog(page).getByRole("radio", { name: /^Evaluate flags/ })).toBeChecked();
  await newDialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(newDialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/keys$/);
});

test("members see scopes, not who created a key, and create personal keys", async ({
  page,
  browser,
  baseURL,
}) => {
  const { team: home } = await enter(page);
  const team = await makeTeam(page, `scopes-${home.referenceId}`);
  const project = await makeProject(page, team);
  await send(page, "POST", keysOf(project), { name: "Shop page", scope: "evaluate" });
  const guest = newAccount();
  const { token } = await invite(page, team, guest.email, "member");
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const there = await elsewhere.newPage();
  await enter(there, guest);
  await there.request.post(`/api/invitations/${token}/accept`);
  await there.goto(`/${team.slug}/${project.slug}/keys?new=evaluate`);
  const dialog = newDialog(there);
  await expect(dialog.getByRole("radio", { name: /^Evaluate flags/ })).toBeChecked();
  await expect(dialog.getByRole("radiogroup", { name: "Owner" })).toHaveCount(0);
  await dialog.getByLabel("Name").fill("Laptop");
  await dialog.getByRole("radio", { name: /^Custom/ }).check();
  await dialog.getByRole("checkbox", { name: "flags:read" }).check();
  await inspect(there, "keys-new-personal");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const once = there.getByRole("alertdialog", { name: /Copy the key/ });
  await once.getByRole("button", { name: "Close without copying" }).click();
  await once.getByRole("button", { name: "The key will be lost" }).click();
  await expect(rowOf(there, "Laptop")).toContainText("personal");
  await expect(rowOf(there, "Shop page")).toContainText("evaluate");
  await expect(there.getByText(/Only admins of/)).toBeVisible();
  await expect(rowOf(there, "Shop page")).not.toContainText("Ada Lovelace");
  await inspect(there, "keys-scope-member");
  await act(there, "Laptop", "Revoke");
  await there.getByRole("alertdialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(rowOf(there, "Laptop")).toContainText("revoked");
  await expect(there.getByRole("button", { name: "Actions for Shop page" })).toHaveCount(0);
  await elsewhere.close();
});
