import { expect, inspect, test } from "./browser";
import { preview, repoUrl, serveShop } from "./release-notes";
import { enterProject } from "./workspace";

serveShop();

test("notes are written between tags that the repository offers, and the range is told", async ({ page }) => {
  const { base } = await enterProject(page);
  await page.goto(`${base}/releases/new`);
  await page.getByRole("radio", { name: "Between tags" }).click();
  await expect(page.getByText("Enter a repository below")).toBeVisible();
  await page.getByLabel("Repository 1", { exact: true }).fill(repoUrl);
  await expect(page.getByText("2 tags and 1 branch to choose from.")).toBeVisible();
  const offered = page.locator("datalist").filter({ has: page.locator('option[value="v1.1.0"]') });
  await expect(offered.locator("option")).toHaveCount(3);

  await page.getByLabel("To", { exact: true }).fill("v 1");
  await page.getByRole("button", { name: "Write release notes" }).click();
  await expect(page.getByLabel("To", { exact: true })).toHaveAccessibleDescription(
    /must be the name of a tag/,
  );
  await page.getByLabel("To", { exact: true }).fill("v1.1.0");
  await inspect(page, "release-new-tags");
  await page.getByRole("button", { name: "Write release notes" }).click();

  await expect(page.getByRole("heading", { name: "v1.1.0", level: 1 })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("v1.0.0 to v1.1.0", { exact: true })).toBeVisible();
  await expect(preview(page).getByText("Totals of an empty cart")).toBeVisible();
  await expect(preview(page).getByText("Gift cards")).toBeHidden();
  await page.goto(`${base}/releases`);
  await expect(page.getByRole("row").filter({ hasText: "v1.0.0 to v1.1.0" })).toHaveCount(1);
});

test("a repository whose tags cannot be read, and a range that nothing is in, say what to do", async ({
  page,
}) => {
  const { base } = await enterProject(page);
  await page.goto(`${base}/releases/new`);
  await page.getByRole("radio", { name: "Between tags" }).click();
  await page.getByLabel("Repository 1", { exact: true }).fill(repoUrl.replace("shop", "nothing"));
  await expect(
    page.getByText(/Couldn’t read its tags\. .*There is no repository at this address/),
  ).toBeVisible();
  await page.getByLabel("Repository 1", { exact: true }).fill(repoUrl);
  await page.getByLabel("From", { exact: true }).fill("v1.1.0");
  await page.getByLabel("To", { exact: true }).fill("v1.0.0");
  await page.getByRole("button", { name: "Write release notes" }).click();
  await expect(page.getByText(/There are no commits between v1.1.0 and v1.0.0/)).toBeVisible({
    timeout: 30_000,
  });

  await page.getByRole("link", { name: "Change range or repositories" }).click();
  await expect(page.getByRole("radio", { name: "Between tags" })).toBeChecked();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("v1.1.0");
});
