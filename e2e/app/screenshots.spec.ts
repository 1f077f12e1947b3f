import { createMock, createProject, expect, schemes, signUp, test } from "./browser";

const widths = [360, 1280];

test("every page fits phones and desktops, light and dark", async ({ page, browser, baseURL }) => {
  await signUp(page);
  const team = new URL(page.url()).pathname;
  const signedIn = new Map<string, string>([["projects-empty", team]]);
  const pictures = async (paths: Map<string, string>, target = page) => {
    for (const [name, path] of paths) {
      for (const width of widths) {
        await target.setViewportSize({ width, height: 900 });
        for (const colorScheme of schemes) {
          await target.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await target.goto(path);
          await target.waitForLoadState("networkidle");
          await target.screenshot({
            path: `screenshots/${name}-${width}-${colorScheme}.png`,
            fullPage: true,
          });
          const overflow = await target.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow, `${name} at ${width} px`).toBeLessThanOrEqual(0);
        }
      }
    }
    await target.setViewportSize({ width: 1280, height: 900 });
  };

  await pictures(signedIn);
  await createProject(page, "Coffee shop with quite a long name");
  const mocks = new URL(page.url()).pathname;
  await pictures(new Map([["mocks-empty", mocks]]));
  await createMock(page, {
    name: "A mock whose name is long enough to need two lines on a telephone",
    endpoint: "/a/very/long/endpoint/with/:placeholders/and/no/end/in/sight/:whatsoever",
    body: JSON.stringify({ text: "word".repeat(40), list: [1, 2, 3] }),
  });
  const mock = new URL(page.url()).pathname;
  await page.goto(mocks);
  await createMock(page, { name: "Short", endpoint: "/short", body: "{}" });

  await pictures(
    new Map([
      ["projects", team],
      ["mocks", mocks],
      ["mock-new", `${mocks}/new`],
      ["mock", mock],
      ["settings", mocks.replace(/\/mocks$/, "/settings")],
      ["not-found", `${team}/unknown/mocks`],
    ]),
  );

  const visitor = await browser.newPage(baseURL ? { baseURL } : {});
  await pictures(
    new Map([
      ["sign-in", "/sign-in"],
      ["sign-up", "/sign-up"],
      ["invitation", "/invitations/unknown"],
      ["not-found-public", "/no/such/page/at/all"],
    ]),
    visitor,
  );
  await visitor.close();
});
