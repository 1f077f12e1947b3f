import { expect, inspect, test } from "./browser";
import { makeFlag, makeGroup, makeRecord } from "./flag-workspace";
import { enterProject, makeMock } from "./workspace";

test("the palette searches the project on the server and opens a result", { tag: "@always" }, async ({
  page,
}) => {
  const { project, base } = await enterProject(page);
  await makeMock(page, project, { name: "Charge a card", endpoint: "/charges" });
  await makeFlag(page, project, { name: "Card wallet", key: "card-wallet" });
  const group = await makeGroup(page, project, { name: "Tenants" });
  await makeRecord(page, project, group, { id: `card-co-${project.referenceId}`, name: "Card & Co." });
  await page.goto(`${base}/mocks`);
  await page.getByRole("button", { name: "Search" }).first().click();
  const palette = page.getByRole("dialog", { name: "Command menu" });
  await palette.getByRole("combobox").fill("card");
  await expect(palette.getByRole("option")).toHaveText([/Charge a card/, /Card wallet/, /Card & Co\./]);
  await inspect(page, "search");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Card wallet" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+k");
  await palette.getByRole("combobox").fill("nothing is called so");
  await expect(palette.getByText("Nothing matches. Try a shorter word.")).toBeVisible();
});
