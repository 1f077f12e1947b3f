import { startDoor } from "../door";
import { expect, test } from "./browser";
import { expectLive, pathsOf, row, rows, sendTo } from "./inbox";
import { enter, makeInbox, makeProject } from "./workspace";

test("the page reconnects when the server comes back, and finds what it missed", async ({
  browser,
}, testInfo) => {
  const door = await startDoor("server");
  const context = await browser.newContext({ baseURL: `http://localhost:${door.port}` });
  const thrown: string[] = [];
  context.on("weberror", (error) => thrown.push(String(error.error())));
  try {
    const page = await context.newPage();
    // The account that tests share is another server's.
    const { team } = await enter(page);
    const project = await makeProject(page, team);
    const { id, url } = await makeInbox(page, project);
    await page.goto(`/${team.slug}/${project.slug}/webhooks/${id}`);
    await expectLive(page);
    await sendTo(url, { path: "/before-1/" });
    await sendTo(url, { path: "/before-2/" });
    await expect(rows(page)).toHaveCount(2);

    await door.end("SIGKILL");
    await expect(page.getByRole("status").filter({ hasText: /Reconnecting/ })).toBeVisible();
    await door.restart();
    for (const at of [1, 2, 3]) await sendTo(url, { path: `/missed-${at}/` });
    await expectLive(page);
    await sendTo(url, { path: "/after-1/" });
    await expect(row(page, "/after-1/")).toBeVisible();
    expect(await pathsOf(page)).toEqual(
      ["/before-1/", "/before-2/", "/missed-1/", "/missed-2/", "/missed-3/", "/after-1/"].reverse(),
    );
    await page.reload();
    await expect(rows(page)).toHaveCount(6);
    expect(thrown).toEqual([]);
  } finally {
    await testInfo.attach("server log", { body: door.log() });
    await context.close();
    await door.stop();
  }
});
