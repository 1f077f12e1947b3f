import { expect, inspect, test } from "./browser";
import { sendTo } from "./inbox";
import { listenAsTarget } from "./replay-target";
import { enterProject, makeInbox } from "./workspace";

test("misses are forwarded, recorded as mocks, and answered by those from then on", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const target = await listenAsTarget();
  try {
    await page.goto(`${base}/mocks/forwarding`);
    await expect(page.getByRole("heading", { name: "Nothing is forwarded", exact: true })).toBeVisible();
    await inspect(page, "forwarding-empty");
    await page.getByRole("button", { name: "Forward misses" }).click();
    const form = page.getByRole("form", { name: "Forwarding" });
    await form.getByLabel("Address").fill("not an address");
    await form.getByRole("button", { name: "Forward misses" }).click();
    await expect(form.getByLabel("Address")).toHaveAttribute("aria-invalid", "true");
    await form.getByLabel("Address").fill(`${target.url}/v1`);
    await form.getByRole("button", { name: "Forward misses" }).click();
    await expect(page.getByText("What no mock answers is forwarded").first()).toBeVisible();

    const call = () => sendTo(project.mockBaseUrl, { method: "GET", path: "/pots?big=1" });
    expect(await call()).toMatchObject({ status: 418, text: '{"short":true}' });
    expect(target.got.map(({ url }) => url)).toEqual(["/v1/pots?big=1"]);

    await page.getByRole("button", { name: "Start recording" }).click();
    await expect(page.getByText("Every answer of")).toBeVisible();
    await inspect(page, "forwarding-recording");
    expect((await call()).status).toBe(418);
    await page.getByRole("link", { name: "Recorded mocks" }).click();
    await expect(page.getByRole("row", { name: /GET.*\/pots/ })).toBeVisible();
    const asked = target.got.length;
    expect(await call()).toMatchObject({ status: 418, text: '{"short":true}' });
    expect(target.got).toHaveLength(asked);

    await page.goto(`${base}/mocks/forwarding`);
    await page.getByRole("button", { name: "Stop recording" }).click();
    await expect(page.getByText("Every answer of")).toBeHidden();
    await page.getByRole("button", { name: "Stop forwarding" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stop forwarding" }).click();
    await expect(page.getByRole("heading", { name: "Nothing is forwarded", exact: true })).toBeVisible();
    expect((await sendTo(project.mockBaseUrl, { method: "GET", path: "/cups" })).status).toBe(404);
  } finally {
    await target.close();
  }
});

test("a mock calls an inbox of its project after its answer", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const inbox = await makeInbox(page, project);
  await page.goto(`${base}/mocks/new`);
  await page.getByLabel("Name", { exact: true }).fill("Pay");
  await page.getByLabel("Endpoint").fill("/pay");
  await page.getByRole("button", { name: "Add callback" }).click();
  const callback = page.getByRole("group", { name: "Callback 1" });
  await callback.getByRole("button", { name: "To an inbox of this project" }).click();
  await page.getByRole("menuitem", { name: inbox.name }).click();
  await expect(callback.getByLabel("Address")).toHaveValue(inbox.url);
  await callback.getByLabel("Body").fill('{"paid": {{ request.query.id }}}');
  await callback.getByRole("switch", { name: "Template" }).click();
  await inspect(page, "mock-callback");
  await page.getByRole("button", { name: "Create mock" }).click();
  await expect(page.getByRole("heading", { name: "Pay", level: 1 })).toBeVisible();

  expect((await sendTo(project.mockBaseUrl, { method: "GET", path: "/pay?id=7" })).status).toBe(200);
  await page.goto(`${base}/webhooks/${inbox.id}`);
  await page.getByRole("region", { name: "Captured requests" }).getByRole("link").first().click();
  const shown = page.getByRole("region", { name: "Request", exact: true });
  await expect(shown.getByText("paid", { exact: true })).toBeVisible();
  await page.goto(`${base}/mocks/calls`);
  await expect(page.getByRole("region", { name: "Calls" }).getByText("Callback of Pay")).toBeVisible();
});
