import { expect, inspect, signUp, test } from "./browser";
import { copied, makeCopies } from "./copies";
import { enter, enterProject, invite, makeMock, makeProject, makeTeam } from "./workspace";

const long = "A name as long as names may get ".repeat(7).slice(0, 200).trim();
const longSlug = "a-slug-as-long-as-hosts-allow-which-is-fifty-four-char";

test("pages for signed-out visitors", { tag: "@always" }, async ({ page }) => {
  for (const [name, path] of [
    ["sign-in", "/sign-in"],
    ["sign-up", "/sign-up"],
    ["sign-in-problem", "/sign-in?error=signup_disabled"],
    ["forgot-password", "/forgot-password"],
    ["reset-password", "/reset-password?token=unknown"],
    ["not-found-public", "/no/such/page"],
  ] as const) {
    await page.goto(path);
    await inspect(page, name);
  }
});

test("pages of a new account", { tag: "@always" }, async ({ page }) => {
  const { team } = await enter(page);
  await page.goto(`/${team.slug}`);
  await inspect(page, "projects-empty");
  const project = await makeProject(page, team);
  await page.goto(`/${team.slug}`);
  await inspect(page, "projects");
  await page.goto(`/${team.slug}/${project.slug}/mocks`);
  await inspect(page, "mocks-empty");
  await page.goto(`/${team.slug}/${project.slug}/mocks/new`);
  await inspect(page, "mock-new");
  await page.goto(`/${team.slug}/${project.slug}/settings`);
  await inspect(page, "settings");
  await page.goto(`/${team.slug}/unknown/mocks`);
  await inspect(page, "not-found");
});

test("an invitation", async ({ page, browser, baseURL }) => {
  const { team: home } = await enter(page);
  const team = await makeTeam(page, `crew-${home.referenceId}`);
  const { token } = await invite(page, team, "grace@example.com", "member");
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const guest = await elsewhere.newPage();
  await enter(guest);
  await guest.goto(`/invitations/${token}`);
  await inspect(guest, "invitation");
  await elsewhere.clearCookies();
  await guest.goto(`/invitations/${token}`);
  await inspect(guest, "invitation-signed-out");
  await elsewhere.close();
});

test("the pages of a team", async ({ page }) => {
  const { team: home } = await enter(page);
  const team = await makeTeam(page, `crew-${home.referenceId}`);
  await invite(page, team, "grace@example.com", "member");
  await page.goto(`/${team.slug}/-/members`);
  await inspect(page, "members");
  await page.goto(`/${team.slug}/-/settings`);
  await inspect(page, "team-settings");
});

test("the longest names and slugs, many mocks, and other scripts than Latin", { tag: "@always" }, async ({
  page,
}) => {
  const { team, project, base } = await enterProject(page, {
    name: long,
    slug: longSlug,
    description: "什么都有 — описание проекта на много слов ".repeat(6),
  });
  await makeProject(page, team, { name: "咖啡店 · Кофейня · قهوة", slug: "intl" });
  const longest = await makeMock(page, project, {
    name: long,
    description: long,
    endpoint: `/${"a-segment-of-an-endpoint/".repeat(20)}:id`,
    method: "DELETE",
    statusCode: 503,
    delayMs: 30_000,
    responseBody: JSON.stringify({ text: "word".repeat(100), list: [1, 2, 3] }),
  });
  await makeMock(page, project, { name: "咖啡店", endpoint: "/咖啡/☕️/قهوة", method: "PATCH" });
  const first = await makeMock(page, project, { name: "Mock 0", endpoint: "/items/0" });
  await makeCopies("mocks", first, 47, {
    ...{ id: copied.uuid, name: copied.numbered("Mock "), endpoint: copied.numbered("/items/") },
  });
  await page.goto(`/${team.slug}`);
  await inspect(page, "projects-long");
  await page.goto(`${base}/mocks`);
  await expect(page.getByRole("row")).toHaveCount(51);
  await inspect(page, "mocks-long");
  await page.goto(`${base}/mocks/${longest.id}`);
  await inspect(page, "mock-long");
  await page.goto(`${base}/settings`);
  await inspect(page, "settings-long");
});

test("an account with a long name", async ({ page }) => {
  await page.goto("/sign-up");
  await signUp(page, {
    name: long,
    email: `${"a".repeat(40)}.${Date.now()}@example.com`,
    password: "correct horse battery",
  });
  await inspect(page, "account-long");
});
