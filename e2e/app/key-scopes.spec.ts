import type { Page } from "@playwright/test";
import type { ApiKey } from "@/components/keys/key-state";
import { expect, inspect, newAccount, test } from "./browser";
import { asProgram, enterGroup, makeEnvironment, makeFlag, makeKey } from "./flag-workspace";
import { openForeignPage } from "./foreign-page";
import { clipboard } from "./inbox";
import { enter, enterProject, invite, makeProject, makeTeam, type Project, send } from "./workspace";

const keysOf = ({ referenceId }: Project) => `/api/projects/${referenceId}/api-keys`;
const serviceUrl = () => String(test.info().project.use.baseURL);
const flagsOf = ({ id }: { id: string }, query = "") => `${serviceUrl()}/api/flags/${id}${query}`;

const newDialog = (page: Page) => page.getByRole("dialog", { name: "New API key" });
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function act(page: Page, name: string, action: string) {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("a key for a page is made in the dialog, and asks for flags from that page alone", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { project, base, record } = await enterGroup(page);
  await makeFlag(page, project, { name: "Everywhere", key: "everywhere", enabled: true });
  const [shop, stranger] = [await openForeignPage(context), await openForeignPage(context)];
  await page.goto(`${base}/keys`);
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = newDialog(page);
  await expect(dialog.getByRole("radio", { name: /^Admin/ })).toBeChecked();
  await expect(dialog.getByText("Keep it on a server, never in a page")).toBeVisible();
  await expect(dialog.getByLabel("Browser origins")).toHaveCount(0);
  await inspect(page, "key-new-admin");
  await dialog.getByRole("radio", { name: /^Read/ }).check();
  await expect(dialog.getByText("captured requests too")).toBeVisible();

  await dialog.getByRole("radio", { name: /^Evaluate flags/ }).check();
  await expect(dialog.getByText("Everybody who opens the page can read the key")).toBeVisible();
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
  await expect(once.getByRole("region", { name: "Try it" })).toContainText("/flags/check/everywhere");
  await once.getByRole("button", { name: "Copy key" }).click();
  const key = await clipboard(page);
  await inspect(page, "key-once-evaluate");
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

test("who edits a key that somebody else changed meanwhile sees both and chooses", async ({ page }) => {
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
  await page.getByRole("option", { name: "Evaluate flags" }).click();
  await expect(rows).toHaveCount(4);
  await inspect(page, "keys-by-scope");
  await page.reload();
  await expect(rows).toHaveCount(4);
  await page.getByRole("combobox", { name: "Any scope" }).click();
  await page.getByRole("option", { name: "Read" }).click();
  await expect(rows).toHaveCount(2);
  await expect(rowOf(page, "Key 6")).toContainText("read");
});

test("code that uses a flag asks for a key that only asks for flags, and says where it may be", async ({
  page,
}) => {
  const { project, base, groupBase, record } = await enterGroup(page);
  await makeFlag(page, project, { name: "Everywhere" });
  await page.goto(`${groupBase}/records/${record.id}`);
  await page.getByRole("radio", { name: "Browser", exact: true }).check();
  await expect(page.getByRole("region", { name: "Code: Browser" })).toContainText("scope evaluate");
  await expect(page.getByText("Such a key may be there, one with another scope must not")).toBeVisible();
  await inspect(page, "record-use-it");
  await page.goto(`${base}/flags`);
  await inspect(page, "flags-use-it");
  await page.getByRole("link", { name: "a key that only asks for flags" }).click();
  await expect(newDialog(page).getByRole("radio", { name: /^Evaluate flags/ })).toBeChecked();
  await newDialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(newDialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/keys$/);
});

test("members see how far keys go, not who made them, and are asked to make none", async ({
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
  await expect(rowOf(there, "Shop page")).toContainText("evaluate");
  await expect(there.getByText(/Only admins of/)).toBeVisible();
  await expect(rowOf(there, "Shop page")).not.toContainText("Ada Lovelace");
  await expect(newDialog(there)).toHaveCount(0);
  await inspect(there, "keys-scope-member");
  await elsewhere.close();
});
