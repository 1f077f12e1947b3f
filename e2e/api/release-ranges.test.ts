import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHabits, habits } from "../git-habits";
import { serveGit } from "../git-http-server";
import { targetPort } from "../target-port";
import { expectRefusal } from "./client";
import { createSite, done, type Site } from "./fixtures";
import type { Release } from "./release-site";

let root: string;
let server: Awaited<ReturnType<typeof serveGit>>;
let site: Site;
let api: string;
const url = (name: string) => `http://127.0.0.1:${targetPort()}/${name}.git`;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "fieldkit-habits-"));
  createHabits(root);
  server = await serveGit(root, targetPort());
  site = await createSite();
  api = `/api/projects/${site.project.id}`;
  await done(site.owner.put(`${api}/release-settings`, { audience: "developers" }));
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

type Range = { repoUrl: string; from?: string; to?: string };

async function generated(...ranges: Range[]): Promise<Release> {
  const { id } = await done<Release>(site.owner.post(`${api}/releases/generate`, { ranges }), 201);
  const get = () => done<Release>(site.owner.get(`${api}/releases/${id}`));
  await expect.poll(async () => (await get()).status).not.toBe("processing");
  return get();
}

const itemsOf = ({ content }: Release) => content.split("\n").filter((each) => each.startsWith("- "));

describe("a range between two tags", () => {
  it.each(habits)("has what a $name project published, in about as many items", async (habit) => {
    const { name, from, to, published, without } = habit;
    const release = await generated({ repoUrl: url(name), from, to });
    expect(release).toMatchObject({ status: "draft", errorMessage: null, title: to });
    for (const pull of published.pulls) expect(release.content, `#${pull}`).toContain(`[#${pull}]`);
    for (const words of without) expect(release.content).not.toContain(words);
    expect(itemsOf(release).length).toBeLessThanOrEqual(1.3 * published.items);
    const links = [...release.content.matchAll(/\]\((http[^)]*)\)/g)].map(([, link]) => link);
    expect(new Set(links).size).toBe(links.length);
  });

  it("begins behind the version before when nothing else is said, and tells what that was", async () => {
    const release = await generated({ repoUrl: url("monorepo"), to: "cart-0.2.0" });
    expect(release).toMatchObject({
      title: "cart-0.2.0",
      repoUrls: [url("monorepo")],
      fromDate: "2026-03-01T03:00:00.000Z",
      toDate: "2026-03-01T07:00:00.000Z",
      ranges: [
        {
          ...{ repoUrl: url("monorepo"), from: null, to: "cart-0.2.0" },
          resolved: {
            from: "cart-0.1.0",
            to: "cart-0.2.0",
            toCommit: expect.stringMatching(/^[0-9a-f]{40}$/),
          },
        },
      ],
    });
    expect(release.content).toContain("Honour limits");
  });

  it("of several repositories is one release, named after its tags", async () => {
    const release = await generated(
      { repoUrl: url("squash"), to: "v2.1.0" },
      { repoUrl: url("conventional"), from: "v1.0.0", to: "v1.1.0" },
    );
    expect(release.title).toBe("squash v2.1.0, conventional v1.1.0");
    expect(release.content).toContain("[squash#31]");
    expect(release.content).toContain("[conventional#11]");
  });

  it("that ends at a branch is named after its days", async () => {
    const release = await generated({ repoUrl: url("monorepo"), from: "acme-5.1.0", to: "main" });
    expect(release.title).toBe("Release notes, 1 Mar 2026");
  });

  it.each([
    ["an unknown tag", { from: "v9", to: "v2.1.0" }, 'squash: The repository has no tag or branch "v9".'],
    ["no commits", { from: "v2.1.0", to: "v2.0.0" }, "There are no commits between v2.1.0 and v2.0.0."],
    ["the first version", { to: "v2.0.0" }, 'There is no version before "v2.0.0"'],
  ])("with %s ends as a draft that says what to do", async (_, range, message) => {
    const release = await generated({ repoUrl: url("squash"), ...range });
    expect(release).toMatchObject({ status: "draft", content: "" });
    expect(release.errorMessage).toContain(message);
  });
});

describe("what is refused", () => {
  const range = { repoUrl: "https://example.com/shop.git" };
  it.each<[string, Record<string, unknown>, string]>([
    ["no range", {}, "fromDate"],
    ["dates without repositories", { fromDate: "2026-01-01", toDate: "2026-01-02" }, "repoUrls"],
    ["both kinds of ranges", { ranges: [range], fromDate: "2026-01-01" }, "ranges"],
    ["an empty list", { ranges: [] }, "ranges"],
    [
      "too many",
      { ranges: Array.from({ length: 21 }, (_, at) => ({ repoUrl: `https://example.com/${at}` })) },
      "ranges",
    ],
    ["a repository twice", { ranges: [range, { ...range, to: "v1" }] }, "ranges"],
    ["an address that may not be called", { ranges: [{ repoUrl: "http://10.0.0.1/x" }] }, "ranges.0.repoUrl"],
    ["a name that none can be", { ranges: [{ ...range, to: "a b" }] }, "ranges.0.to"],
    ["an option of Git", { ranges: [{ ...range, from: "v1\nwant x" }] }, "ranges.0.from"],
    ["too long a name", { ranges: [{ ...range, from: "v".repeat(251) }] }, "ranges.0.from"],
  ])("%s", async (_, body, path) => {
    const { issues } = expectRefusal(await site.owner.post(`${api}/releases/generate`, body), 400);
    expect(issues?.map((each) => each.path)).toContain(path);
  });
});

describe("names to choose from", () => {
  const refs = (repoUrl: string, caller = site.owner) =>
    caller.get(`${api}/repository-refs?repoUrl=${encodeURIComponent(repoUrl)}`);

  it("are the repository's branches and tags, newest versions first", async () => {
    expect(await done(refs(url("monorepo")))).toEqual({
      defaultBranch: "main",
      branches: ["main"],
      tags: ["acme-5.1.0", "acme-5.0.0", "cart-0.2.0", "cart-0.1.0"],
      isCut: false,
    });
  });

  it.each([
    ["an unknown repository", url("nothing")],
    ["an address that may not be called", "http://10.0.0.1/x"],
    ["no address", "shop"],
  ])("are refused for %s", async (_, address) => {
    const { issues } = expectRefusal(await refs(address), 400);
    expect(issues?.map((each) => each.path)).toEqual(["repoUrl"]);
  });
});
