import { expect, test } from "./browser";
import { enterProject, makeInbox, makeMock } from "./workspace";

test("the switch shows path-based URLs on every page of the project, and is remembered", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const inbox = await makeInbox(page, project);
  await page.goto(base);
  const choice = page.getByLabel("For programs without wildcard DNS");
  await expect(page.getByText(project.mockBaseUrl, { exact: true })).toBeVisible();
  await choice.click();
  await expect(page.getByText(project.mockPathUrl, { exact: true })).toBeVisible();
  await page.goto(`${base}/webhooks/${inbox.id}`);
  await expect(page.getByText(inbox.pathUrl, { exact: true })).toBeVisible();
  await expect(choice).toBeChecked();
  await choice.click();
  await expect(page.getByText(inbox.url, { exact: true })).toBeVisible();
});

test("a path-based URL runs nothing on the dashboard's origin", async ({ page, complaints }) => {
  const { project } = await enterProject(page);
  const responseBody = `<script>parent.document.title = "taken"; fetch("/api/account")</script>`;
  await makeMock(page, project, { responseBody, responseHeaders: { "Content-Type": "text/html" } });
  const url = `${project.mockPathUrl}/users`;
  const answer = await page.goto(url);
  expect(answer?.status()).toBe(400);
  expect(await page.evaluate(() => origin)).toBe("null");

  await page.goto("/");
  const outcome = await page.evaluate(async (target) => {
    const inside = await (await fetch(target)).text();
    const worker = await navigator.serviceWorker.register(target).then(
      () => "registered",
      () => "rejected",
    );
    const frame = document.createElement("iframe");
    frame.src = target;
    await new Promise((loaded) => {
      frame.onload = loaded;
      document.body.append(frame);
    });
    return { inside, worker, title: document.title, readable: frame.contentDocument !== null };
  }, url);
  expect(outcome).toMatchObject({ inside: responseBody, worker: "rejected", readable: false });
  expect(outcome.title).not.toBe("taken");
  expect(complaints.splice(0)).toEqual([
    expect.stringContaining("A bad HTTP response code (400)"),
    expect.stringContaining("frame-src 'none'"),
  ]);
});
