import type { Browser, Page } from "@playwright/test";
import { type Account, expect, inspect, newAccount, test, untilTakenOver } from "./browser";
import { enter, invite, makeMock, makeProject, makeTeam, type Team } from "./workspace";

/** An admin's page and a team of theirs. */
async function crew(page: Page): Promise<Team> {
  const { team } = await enter(page);
  return makeTeam(page, `crew-${team.referenceId}`);
}

/** A page of somebody else, in a browser of their own. */
async function elsewhere(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
}

async function colleague(
  { page, browser, baseURL }: { page: Page; browser: Browser; baseURL: string | undefined },
  team: Team,
  account: Account = newAccount(),
) {
  const there = await elsewhere(browser, baseURL);
  await enter(there, account);
  const { token } = await invite(page, team, account.email, "member");
  expect((await there.request.post(`/api/invitations/${token}/accept`)).status()).toBe(200);
  return { there, account };
}

/** The menu of a member, by their address: several may have one name. */
const actionsOf = (page: Page, { email, name }: Account) =>
  page
    .getByRole("table", { name: "Members" })
    .getByRole("row", { name: email })
    .getByRole("button", { name: `Actions for ${name}` });

test("somebody is invited, signs up by the link, is in the team, and becomes an admin", async ({
  page,
  browser,
  baseURL,
}) => {
  const team = await crew(page);
  const guest = newAccount();
  await page.goto(`/${team.slug}/-/members`);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByLabel("Email").fill(guest.email);
  await page.getByRole("dialog").getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `Invitation link for ${guest.email}` });
  const url = (await dialog.locator("code").textContent()) ?? "";
  await expect(dialog.getByText(/mail/).last()).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("cell", { name: guest.email, exact: true })).toBeVisible();

  const there = await elsewhere(browser, baseURL);
  await there.goto(new URL(url).pathname);
  await expect(there.getByRole("heading", { name: `Join ${team.name}` })).toBeVisible();
  await expect(there.getByText(/invites you as a member/)).toBeVisible();
  await there.getByRole("link", { name: "Create an account" }).click();
  await expect(there.getByLabel("E-mail")).toHaveValue(guest.email);
  await expect(there.getByLabel("E-mail")).toHaveAttribute("readonly");
  await untilTakenOver(there);
  await there.getByLabel("Name").fill(guest.name);
  await there.getByLabel("Password", { exact: true }).fill(guest.password);
  await there.getByRole("button", { name: "Create account" }).click();
  await expect(there).toHaveURL(`/${team.slug}`);

  const row = page.getByRole("row", { name: guest.email });
  await expect(row).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "No open invitations" })).toBeVisible();
  await page.getByRole("button", { name: "Accepted" }).click();
  await expect(page.getByRole("table", { name: "Invitations" }).getByText(guest.email)).toBeVisible();
  await actionsOf(page, guest).click();
  await page.getByRole("menuitem", { name: "Make admin" }).click();
  await expect(
    page
      .getByRole("table", { name: "Members" })
      .getByRole("row", { name: guest.email })
      .getByText("admin", { exact: true }),
  ).toBeVisible();
  await there.context().close();
});

test("opening an invitation link doesn't join the team without a click or sign-in", {
  tag: "@always",
}, async ({ page, browser, baseURL }) => {
  const team = await crew(page);
  const guest = newAccount();
  const there = await elsewhere(browser, baseURL);
  await enter(there, guest);
  const { token } = await invite(page, team, guest.email, "member");
  const isIn = async () => (await there.request.get(`/api/teams/${team.id}`)).status() === 200;

  await there.goto(`/invitations/${token}?join=1`);
  const join = there.getByRole("button", { name: "Join the team" });
  await expect(join).toBeEnabled();
  // Whatever the page does by itself, it has done when it comes again.
  await there.reload();
  await expect(join).toBeEnabled();
  expect(await isIn()).toBe(false);

  await there.context().clearCookies();
  await there.goto(`/sign-in?next=${encodeURIComponent(`/invitations/${token}?join=1`)}`);
  await expect(there.getByLabel("E-mail")).toHaveValue(guest.email);
  await there.getByLabel("Password", { exact: true }).fill(guest.password);
  await there.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(join).toBeEnabled();
  expect(await isIn()).toBe(false);

  await there.context().clearCookies();
  await there.goto(`/invitations/${token}`);
  await there.getByRole("link", { name: "Sign in" }).click();
  await expect(there.getByLabel("E-mail")).toHaveValue(guest.email);
  await untilTakenOver(there);
  await inspect(there, "sign-in-invited");
  await there.getByLabel("Password", { exact: true }).fill(guest.password);
  await there.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(there).toHaveURL(`/${team.slug}`);
  expect(await isIn()).toBe(true);
  await there.context().close();
});

test("tells a removed member that the page is no longer available", { tag: "@always" }, async ({
  page,
  browser,
  baseURL,
}) => {
  const team = await crew(page);
  await makeMock(page, await makeProject(page, team));
  const { there, account } = await colleague({ page, browser, baseURL }, team);
  await there.goto(`/${team.slug}/coffee-shop/mocks`);
  await expect(there.getByText("List users").first()).toBeVisible();
  await page.goto(`/${team.slug}/-/members`);
  await actionsOf(page, account).click();
  await page.getByRole("menuitem", { name: "Remove from the team" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByText("They have no active API keys in this team.")).toBeVisible();
  await dialog.getByRole("button", { name: "Remove member" }).click();
  await expect(page.getByRole("row", { name: account.email })).toHaveCount(0);
  await expect(there.getByRole("heading", { name: `You are not in ${team.name} any more` })).toBeVisible();
  await there.getByRole("link", { name: "Go to your own team" }).click();
  await expect(there.getByRole("heading", { name: "Projects" })).toBeVisible();
  await there.context().close();
});

test("removing a member lists and revokes the API keys they created", { tag: "@always" }, async ({
  page,
  browser,
  baseURL,
}) => {
  const team = await crew(page);
  const project = await makeProject(page, team);
  const { there, account } = await colleague({ page, browser, baseURL }, team);
  const members = await (await page.request.get(`/api/teams/${team.id}/members`)).json();
  const { userId } = members.find(({ email }: { email: string }) => email === account.email);
  await page.request.put(`/api/teams/${team.id}/members/${userId}`, { data: { role: "admin" } });
  const keys = `/api/projects/${project.referenceId}/api-keys`;
  const { key } = await (await there.request.post(keys, { data: { name: "Deploys", scope: "read" } })).json();
  await page.goto(`/${team.slug}/-/members`);
  await actionsOf(page, account).click();
  await page.getByRole("menuitem", { name: "Remove from the team" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("listitem").filter({ hasText: "Deploys" })).toContainText("read");
  await dialog.getByRole("checkbox").click();
  await dialog.getByRole("button", { name: "Remove member" }).click();
  await expect(dialog).toBeHidden();
  const headers = { authorization: `Bearer ${key}` };
  expect((await page.request.get(`/api/projects/${project.id}/mocks`, { headers })).status()).toBe(401);
  await there.context().close();
});

test("a member sees why they can change nobody, and can leave", async ({ page, browser, baseURL }) => {
  const team = await crew(page);
  const { there } = await colleague({ page, browser, baseURL }, team);
  await there.goto(`/${team.slug}/-/members`);
  const button = there.getByRole("button", { name: "Invite" });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(/Only admins of/);
  await expect(there.getByRole("button", { name: /^Actions for/ })).toHaveCount(1);
  await there.goto(`/${team.slug}/-/settings`);
  await expect(there.getByLabel("Slug")).toHaveAttribute("readonly");
  await expect(there.getByRole("button", { name: "Delete team" })).toHaveCount(0);
  await there.getByRole("button", { name: "Leave team" }).click();
  await there.getByRole("alertdialog").getByRole("button", { name: "Leave team" }).click();
  await expect(there).not.toHaveURL(new RegExp(team.slug));
  expect((await there.request.get(`/api/teams/${team.id}`)).status()).toBe(404);
  await there.context().close();
});

test("the last admin sees beforehand why they stay, until there is another", async ({
  page,
  browser,
  baseURL,
}) => {
  const { team: home, account } = await enter(page);
  const team = await makeTeam(page, `crew-${home.referenceId}`);
  const { there, account: other } = await colleague({ page, browser, baseURL }, team);
  await page.goto(`/${team.slug}/-/members`);
  await actionsOf(page, account).click();
  for (const name of ["Make member", "Leave team"]) {
    const item = page.getByRole("menuitem", { name });
    await expect(item).toHaveAttribute("aria-disabled", "true");
    await expect(item).toContainText("Make somebody else an admin first");
  }
  await inspect(page, "last-admin");
  await page.keyboard.press("Escape");
  await page.goto(`/${team.slug}/-/settings`);
  const leaveCard = page.getByRole("button", { name: "Leave team" });
  await expect(leaveCard).toBeDisabled();
  await expect(leaveCard).toHaveAccessibleDescription(/Make somebody else an admin first/);

  await page.goto(`/${team.slug}/-/members`);
  await actionsOf(page, other).click();
  await page.getByRole("menuitem", { name: "Make admin" }).click();
  await expect(
    page.getByRole("row", { name: other.email }).getByText("admin", { exact: true }),
  ).toBeVisible();
  await actionsOf(page, account).click();
  await expect(page.getByRole("menuitem", { name: "Leave team" })).not.toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await there.context().close();
});

test("a guest of a personal team can leave it, and its owner can't", async ({ page, browser, baseURL }) => {
  const { team, account } = await enter(page);
  const { there } = await colleague({ page, browser, baseURL }, team);
  await page.goto(`/${team.slug}/-/members`);
  await actionsOf(page, account).click();
  await expect(page.getByRole("menuitem", { name: "Leave team" })).toContainText("owns a personal team");
  await there.goto(`/${team.slug}/-/settings`);
  await inspect(there, "guest-of-personal-team");
  await there.getByRole("button", { name: "Leave team" }).click();
  await there.getByRole("alertdialog").getByRole("button", { name: "Leave team" }).click();
  await expect(there).not.toHaveURL(new RegExp(team.slug));
  expect((await there.request.get(`/api/teams/${team.id}`)).status()).toBe(404);
  await there.context().close();
});

test("a second team is made in the switcher, gets a project from the first, and is deleted once that is gone", async ({
  page,
}) => {
  const { team: home } = await enter(page);
  await makeProject(page, home);
  await page.goto(`/${home.slug}/-/settings`);
  await expect(page.getByText(/A personal team cannot be deleted/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Leave team" })).toHaveCount(0);
  await page.getByRole("button", { name: /^Team: / }).click();
  await page.getByRole("menuitem", { name: "New team" }).click();
  const name = `Tools ${home.referenceId}`;
  // The page has a field of this name itself, and is there before the dialog.
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await expect(page.getByRole("dialog").getByLabel("Slug")).toHaveValue(`tools-${home.referenceId}`);
  await page.getByRole("button", { name: "Create team" }).click();
  await expect(page).toHaveURL(`/tools-${home.referenceId}`);

  await page.goto(`/${home.slug}/coffee-shop/settings`);
  await page.getByRole("combobox", { name: "Team to move to" }).click();
  await page.getByRole("option", { name }).click();
  await page.getByRole("button", { name: "Move project" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("textbox").fill("coffee-shop");
  await question.getByRole("button", { name: "Move project" }).click();
  await expect(page).toHaveURL(`/tools-${home.referenceId}/coffee-shop/settings`);

  const settings = `/tools-${home.referenceId}/-/settings`;
  await page.goto(settings);
  const remove = page.getByRole("button", { name: "Delete team" });
  await expect(remove).toBeDisabled();
  await expect(remove).toHaveAccessibleDescription(/still has projects/);
  await page.getByRole("main").getByRole("link", { name: "projects" }).click();
  await expect(page.getByRole("link", { name: "Coffee shop" }).first()).toBeVisible();
  await page.goto(settings);
  const [project] = await (await page.request.get(`/api/teams?slug=tools-${home.referenceId}`)).json();
  const [held] = await (await page.request.get(`/api/teams/${project.id}/projects`)).json();
  await page.request.delete(`/api/teams/${project.id}/projects/${held.id}`);
  await expect(remove).toBeEnabled();
  await remove.click();
  await question.getByRole("textbox").fill(name);
  await question.getByRole("button", { name: "Delete team" }).click();
  await expect(page).toHaveURL(`/${home.slug}`);
  expect((await page.request.get(settings)).status()).toBe(404);
});

test("a link that was revoked, is unknown or for somebody else says so", async ({
  page,
  browser,
  baseURL,
}) => {
  const team = await crew(page);
  const { token } = await invite(page, team, "grace@example.com", "admin");
  await page.goto(`/invitations/${token}`);
  await expect(page.getByText("This invitation is for another e-mail address")).toBeVisible();
  await untilTakenOver(page);
  const there = await elsewhere(browser, baseURL);
  const [{ id }] = await (await page.request.get(`/api/teams/${team.id}/invitations`)).json();
  await page.request.delete(`/api/teams/${team.id}/invitations/${id}`);
  await there.goto(`/invitations/${token}`);
  await expect(there.getByText(/This invitation was revoked/)).toBeVisible();
  await there.goto("/invitations/unknown");
  await expect(there.getByText(/There is no invitation with this link/)).toBeVisible();
  await page.getByRole("button", { name: "Sign out and use the other account" }).click();
  await expect(page.getByText(/This invitation was revoked/)).toBeVisible();
  await there.context().close();
});
