import { describe, expect, it } from "vitest";
import { type ErrorBody, expectRefusal } from "./client";
import { done } from "./fixtures";
import {
  type Coverage,
  generate,
  get,
  january,
  path,
  type Release,
  setUpSite,
  site,
  url,
  written,
} from "./release-site";

setUpSite();

describe("generating", () => {
  it("answers at once with a release in processing, and ends as a draft with notes of both repositories", async () => {
    const first = await generate({ repoUrls: [url("shop"), url("app")] });
    expect(first).toMatchObject({
      projectId: site.project.id,
      status: "processing",
      content: "",
      commitCount: 0,
      errorMessage: null,
      publishedAt: null,
      title: "Release notes, 1 Jan to 31 Jan 2026",
      fromDate: "2026-01-01T00:00:00.000Z",
      toDate: "2026-01-31T23:59:59.999Z",
      repoUrls: [url("shop"), url("app")],
    });
    const release = await written(first.id);
    expect(release).toMatchObject({ status: "draft", errorMessage: null, generatedBy: "rules", revision: 1 });
    const sections = [...release.content.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(sections).toEqual(["Breaking changes", "New", "Fixed", "Faster"]);
    for (const text of [
      "everybody signs in again",
      "cart: Gift cards",
      "Totals of an empty cart",
      "Second part",
      "Start in half the time",
      "Zoë Ångström",
      "Bob",
    ]) {
      expect(release.content).toContain(text);
    }
    expect(release.content.match(/Digest/g)).toHaveLength(1);
    expect(release.content).not.toMatch(/[^\\]<script/);
    expect(release.content).not.toContain("@example.com");
    for (const text of ["too late", "first page", "balloons", "Balloons"]) {
      expect(release.content).not.toContain(text);
    }
  });

  it("accounts for every commit of the range: in the notes with a link, or left out with a reason", async () => {
    const release = await written((await generate({ repoUrls: [url("shop")] })).id);
    const coverage = await done<Coverage[]>(site.owner.get(`${path}/${release.id}/commits`));
    const reasons = Object.fromEntries(coverage.map(({ subject, leftOut }) => [subject, leftOut]));
    expect(reasons).toEqual({
      "Second part (#20)": null,
      "Merge branch 'theme'": "a merge of commits that are listed",
      "Add a dark theme <script>alert(1)</script>": null,
      'Revert "feat: balloons"': expect.stringContaining("reverts"),
      "feat: balloons": expect.stringContaining("reverted by"),
      "chore(deps): bump x from 1 to 2": "made by a bot, dependabot[bot]",
      "feat!: new login": null,
      "fix: totals of an empty cart": null,
      "feat(cart): gift cards (#12)": null,
    });
    const shown = coverage.filter(({ leftOut }) => leftOut === null);
    expect(release.commitCount).toBe(shown.length);
    for (const each of shown) expect(release.content).toMatch(new RegExp(`\\](\\(|: )${each.url}`));
  });

  it("names commits without links if the Git server has no web pages", async () => {
    const release = await written((await generate({ repoUrls: [url("plain")] })).id);
    const coverage = await done<Coverage[]>(site.owner.get(`${path}/${release.id}/commits`));
    expect(coverage.map((each) => each.url)).toEqual([null, null]);
    for (const { sha } of coverage) expect(release.content).toContain(`(${sha.slice(0, 7)})`);
    expect(release.content).not.toContain("http");
  });

  it.each([
    ["an unknown repository", { repoUrls: ["nothing"] }, /nothing: There is no repository at this address/],
    [
      "a range without commits",
      { repoUrls: ["shop"], fromDate: "2024-01-01", toDate: "2024-02-01" },
      /no commits/,
    ],
    ["an unknown branch", { repoUrls: ["shop#nowhere"] }, /no branch "nowhere"/],
  ])("%s ends as a draft that says so", async (_, fields, message) => {
    const repoUrls = fields.repoUrls.map(
      (name) => url(name.split("#")[0] ?? "") + (name.includes("#") ? "#nowhere" : ""),
    );
    const release = await written((await generate({ ...fields, repoUrls })).id);
    expect(release).toMatchObject({ status: "draft", content: "", commitCount: 0, revision: 0 });
    expect(release.errorMessage).toMatch(message);
  });

  it.each([
    ["no repository", { repoUrls: [] }, "repoUrls"],
    ["an address that is none", { repoUrls: ["shop"] }, "repoUrls.0"],
    ["http to a foreign host", { repoUrls: ["http://example.com/a.git"] }, "repoUrls.0"],
    ["user info", { repoUrls: ["https://u:p@example.com/a.git"] }, "repoUrls.0"],
    ["a loopback address", { repoUrls: ["https://127.0.0.1/a.git"] }, "repoUrls.0"],
    ["a range that ends before it begins", { repoUrls: [url("shop")], fromDate: "2026-02-01" }, "toDate"],
    ["a date that is none", { repoUrls: [url("shop")], toDate: "2026-02-31" }, "toDate"],
  ])("refuses %s", async (_, fields, issue) => {
    const answer = await site.owner.post(`${path}/generate`, { ...january, ...fields });
    const body: ErrorBody = expectRefusal(answer, 400);
    expect(body.issues?.map((each) => each.path)).toEqual([issue]);
  });
});

describe("a release", () => {
  it("is edited, keeps what it said before, and is written anew without losing that", async () => {
    const { id } = await written((await generate({ repoUrls: [url("app")] })).id);
    const first = await get(id);
    const edited = await done<Release>(
      site.owner.put(`${path}/${id}`, { title: "Spring", content: "# Ours\n" }),
    );
    expect(edited).toMatchObject({ title: "Spring", content: "# Ours\n", revision: 2, status: "draft" });
    expect(await done<Release>(site.owner.put(`${path}/${id}`, {}))).toEqual(edited);
    const again = await done<Release>(site.owner.post(`${path}/${id}/regenerate`, {}));
    expect(again).toMatchObject({ status: "processing", content: "" });
    const anew = await written(id);
    expect(anew).toMatchObject({ title: "Spring", content: first.content, revision: 3 });
    const revisions = await done<
      { number: number; origin: string; content: string; author: string | null }[]
    >(site.owner.get(`${path}/${id}/revisions`));
    expect(revisions.map(({ number, origin, author }) => [number, origin, author])).toEqual([
      [3, "generated", null],
      [2, "edited", site.owner.name],
      [1, "generated", null],
    ]);
    expect(revisions[1]?.content).toBe("# Ours\n");
    const one = await done<{ number: number }[]>(site.owner.get(`${path}/${id}/revisions?number=1`));
    expect(one.map(({ number }) => number)).toEqual([1]);
  });

  it("is published once, and may still be edited", async () => {
    const { id } = await written((await generate({ repoUrls: [url("app")] })).id);
    const published = await done<Release>(site.owner.post(`${path}/${id}/publish`, {}));
    expect(published).toMatchObject({ status: "published", publishedAt: expect.any(String) });
    expect(await done<Release>(site.owner.post(`${path}/${id}/publish`, {}))).toEqual(published);
    const edited = await done<Release>(site.owner.put(`${path}/${id}`, { content: "new" }));
    expect(edited).toMatchObject({ status: "published", publishedAt: published.publishedAt, content: "new" });
    expectRefusal(await site.owner.post(`${path}/${id}/regenerate`, {}), 409);
  });

  it("is taken back, and is a draft like others then", async () => {
    const { id } = await written((await generate({ repoUrls: [url("app")] })).id);
    await done(site.owner.post(`${path}/${id}/publish`, {}));
    const draft = await done<Release>(site.owner.post(`${path}/${id}/unpublish`, {}));
    expect(draft).toMatchObject({ status: "draft", publishedAt: null, revision: 1 });
    expect(await done<Release>(site.owner.post(`${path}/${id}/unpublish`, {}))).toEqual(draft);
    await done(site.owner.post(`${path}/${id}/regenerate`, {}));
    await written(id);
  });

  it("is downloaded as Markdown", async () => {
    const { id, content } = await written((await generate({ repoUrls: [url("app")] })).id);
    const answer = await site.owner.get(`${path}/${id}/export`);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toMatch(/^text\/markdown/);
    expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename=[a-z0-9-]+\.md$/);
    expect(answer.text()).toBe(content);
  });

  it("is deleted, and unknown from then on", async () => {
    const { id } = await written((await generate({ repoUrls: [url("app")] })).id);
    expect(await done(site.owner.delete(`${path}/${id}`))).toEqual({ success: true });
    expectRefusal(await site.owner.get(`${path}/${id}`), 404, "Release not found");
    expectRefusal(await site.owner.get(`${path}/not-an-id`), 404, "Release not found");
  });
});
