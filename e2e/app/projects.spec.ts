import type { Page } from "@playwright/test";
import { expect, inspect, test } from "./browser";
import { copied, makeCopies } from "./copies";
import { enter, makeProject, type Project, send, type Team } from "./workspace";

/** `Project 0`, `Project 1` and so on. */
async function makeProjects(page: Page, team: Team, count: number): Promise<void> {
  const first = await makeProject(page, team, { name: "Project 0", slug: "project-0" });
  await makeCopies("projects", first, count - 1, {
    ...{ id: copied.uuid, reference_id: copied.ksuid },
    ...{ name: copied.numbered("Project "), slug: copied.numbered("project-") },
  });
}

const change = (page: Page, { teamId, id }: Project, fields: Partial<Project>) =>
  send<Project>(page, "PUT", `/api/teams/${teamId}/projects/${id}`, fields);

test("a team's many projects are paged and searched, and Back leads through it", async ({ page }) => {
  const { team } = await enter(page);
  await makeProjects(page, team, 60);
  await page.goto(`/${team.slug}`);
  const rows = page.getByRole("table", { name: "Projects" }).getByRole("row");
  await expect(rows).toHaveCount(51);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(rows).toHaveCount(11);
  await page.goBack();
  await expect(rows).toHaveCount(51);
  await page.getByRole("searchbox", { name: "Filter projects" }).fill("project-42");
  await expect(rows).toHaveCount(2);
  await inspect(page, "projects-many");
});

test("the switcher has the fifty projects changed last, and always the one of the page", async ({ page }) => {
  const { team } = await enter(page);
  const old = await makeProject(page, team, { name: "Long untouched", slug: "untouched" });
  await makeProjects(page, team, 55);
  await page.goto(`/${team.slug}/${old.slug}/mocks`);
  await page.getByRole("button", { name: /^Project: Long untouched/ }).click();
  const items = page.getByRole("menuitem").filter({ hasText: /^(Project \d+|Long untouched)$/ });
  await expect(items).toHaveCount(51);
  await page.getByRole("menuitem", { name: "All projects" }).click();
  await expect(page).toHaveURL(`/${team.slug}`);
});

test("the frame follows what is created and renamed, without another look at the server's page", async ({
  page,
}) => {
  const { team } = await enter(page);
  const project = await makeProject(page, team);
  await page.goto(`/${team.slug}/${project.slug}/settings`);
  await page.getByLabel("Name", { exact: true }).fill("Tea house");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const crumbs = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(crumbs.getByRole("link", { name: "Tea house" })).toBeVisible();
  await expect(page).toHaveTitle("Settings · Tea house · Fieldkit");
});

test("the list of projects shows what somebody else renames", async ({ page }) => {
  const { team } = await enter(page);
  const project = await makeProject(page, team);
  await page.goto(`/${team.slug}`);
  await expect(page.getByRole("link", { name: "Coffee shop" })).toBeVisible();
  await change(page, project, { name: "Wine bar" });
  await expect(page.getByRole("link", { name: "Wine bar" })).toBeVisible();
});

test("two people who change a project's settings keep both changes", async ({ page }) => {
  const { team } = await enter(page);
  const project = await makeProject(page, team);
  await page.goto(`/${team.slug}/${project.slug}/settings`);
  await page.getByLabel("Description").fill("Mine");
  await change(page, project, { name: "Theirs" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Project saved").first()).toBeVisible();
  const path = `/api/teams/${team.id}/projects/${project.id}`;
  expect(await send(page, "GET", path)).toMatchObject({ name: "Theirs", description: "Mine" });
});
