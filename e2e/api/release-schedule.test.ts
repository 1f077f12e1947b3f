import { describe, expect, it } from "vitest";
import { expectRefusal } from "./client";
import { done } from "./fixtures";
import { withTimeAhead } from "./near-future";
import {
  generate,
  get,
  path,
  type Release,
  setUpSite,
  site,
  url,
  withoutRepositories,
  written,
} from "./release-site";

setUpSite();

const soon = { timeout: 60_000, interval: 200 };
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const draft = async () => written((await generate({ repoUrls: [url("app")] })).id);

describe("a release with a time", () => {
  it("is published then, once, in the name of whoever gave it", async () => {
    const { id } = await draft();
    const publishAt = await withTimeAhead(500, async (at) => {
      const scheduled = await done<Release>(site.owner.post(`${path}/${id}/schedule`, { publishAt: at }));
      expect(scheduled).toMatchObject({ status: "draft", publishAt: at });
      return at;
    });
    await expect.poll(async () => (await get(id)).status, soon).toBe("published");
    const { publishedAt } = await get(id);
    expect(Date.parse(publishedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(publishAt));
    expect(await get(id)).toMatchObject({ publishAt: null, publishProblem: null });
    expectRefusal(await site.owner.post(`${path}/${id}/schedule`, { publishAt: inMs(60_000) }), 409);
  });

  it("stays a draft when the time is taken away", async () => {
    const { id } = await draft();
    await done(site.owner.post(`${path}/${id}/schedule`, { publishAt: inMs(3_600_000) }));
    const left = await done<Release>(site.owner.delete(`${path}/${id}/schedule`));
    expect(left).toMatchObject({ status: "draft", publishAt: null });
    expectRefusal(await site.owner.delete(`${path}/${id}/schedule`), 409);
  });

  it.each(["2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z", "tomorrow", "2030-01-01T00:00:00", 1, null])(
    "is not given %s",
    async (publishAt) => {
      const { id } = await draft();
      expectRefusal(await site.owner.post(`${path}/${id}/schedule`, { publishAt }), 400);
      expect(await get(id)).toMatchObject({ publishAt: null });
    },
  );
});

it("what saves itself is one revision, and never of what is published", async () => {
  const { id } = await draft();
  for (const content of ["a", "ab", "abc"])
    await done(site.owner.put(`${path}/${id}`, { content, autosave: true }));
  const revisions = await done<{ content: string; autosaved: boolean }[]>(
    site.owner.get(`${path}/${id}/revisions`),
  );
  expect(revisions.map(({ autosaved }) => autosaved)).toEqual([true, false]);
  expect(revisions[0]?.content).toBe("abc");
  await done(site.owner.post(`${path}/${id}/publish`, {}));
  expectRefusal(await site.owner.put(`${path}/${id}`, { content: "x", autosave: true }), 409);
  expect((await get(id)).content).toBe("abc");
});

it("notes that are being written are ended; those that are written stay as they are", async () => {
  await withoutRepositories(async () => {
    const { id } = await generate({ repoUrls: [url("app")] });
    const ended = await done<Release>(site.owner.post(`${path}/${id}/cancel`, {}));
    expect(ended).toMatchObject({ status: "draft", content: "", errorMessage: expect.any(String) });
    expectRefusal(await site.owner.post(`${path}/${id}/cancel`, {}), 409);
  });
  const { id } = await draft();
  expectRefusal(await site.owner.post(`${path}/${id}/cancel`, {}), 409);
});
