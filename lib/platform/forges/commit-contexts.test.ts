import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commitContexts } from "./commit-contexts";
import { type Forge, forgeOf, ownerOn } from "./forge";

type Asked = { path: string; query: Record<string, string>; headers: IncomingHttpHeaders };
type Answered = { status?: number; body: unknown; location?: string } | "hang";

let asked: Asked[];
let answer: (asked: Asked) => Answered;
let origin: string;
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const each = { path: pathname, query: Object.fromEntries(searchParams), headers: request.headers };
  asked.push(each);
  const said = answer(each);
  if (said === "hang") return;
  const body = typeof said.body === "string" ? said.body : JSON.stringify(said.body);
  const location = said.location && { location: said.location };
  response.writeHead(said.status ?? 200, { "content-type": "application/json", ...location }).end(body);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  asked = [];
});

const range = {
  branch: "main",
  since: new Date("2026-01-01T00:00:00.000Z"),
  until: new Date("2026-01-31T23:59:59.999Z"),
};

/** Newest first: a merge of two commits, a squash, and one that came alone. */
const commits = [
  { sha: "merge", parents: ["squash", "side2"] },
  { sha: "side2", parents: ["side1"] },
  { sha: "squash", parents: ["alone"] },
  { sha: "side1", parents: ["alone"] },
  { sha: "alone", parents: ["old"] },
];

const nobody = { github: undefined, gitlab: undefined };
const ofProject = {
  github: { token: "gh", owners: ["acme"] },
  gitlab: { token: "gl", owners: ["acme"] },
};

async function contextsFrom(kind: Forge["kind"], signal = new AbortController().signal) {
  const repository = { github: "acme/shop", gitlab: "acme/tools/shop" }[kind];
  const real = forgeOf(`https://${kind}.com/${repository}.git`, ofProject, nobody);
  if (!real) throw new Error("There is no forge.");
  const forge = { ...real, api: origin + new URL(real.api).pathname.replace(/\/$/, "") };
  const contexts = await commitContexts({ forge, signal, ...range, outbound: { allow: [origin] } }, commits);
  return Object.fromEntries(contexts);
}

const pull = (number: number, sha: string | null, more: Record<string, unknown> = {}) => ({
  number,
  merge_commit_sha: sha,
  merged_at: "2026-01-09T00:00:00Z",
  updated_at: "2026-01-10T00:00:00Z",
  labels: [{ name: "bug" }],
  title: "Anything",
  ...more,
});

describe("GitHub", () => {
  const github = (each: Asked): Answered => ({
    body: each.path.endsWith("/commits")
      ? [
          { sha: "squash", author: { login: "ada-l" } },
          { sha: "alone", author: null },
          { sha: "side1", author: { login: "../../evil" } },
          { unexpected: true },
        ]
      : [
          pull(8, "merge"),
          pull(7, "squash", { labels: [] }),
          pull(6, "alone", { merged_at: null }),
          pull(5, "side1", { updated_at: "2025-12-31T00:00:00Z" }),
        ],
  });

  test("tells logins and pull requests, of merged commits too", async () => {
    answer = github;
    const bug = { number: "8", title: "Anything", labels: ["bug"] };
    expect(await contextsFrom("github")).toEqual({
      merge: { pull: bug },
      side2: { pull: bug },
      side1: { pull: bug },
      squash: { profile: "https://github.com/ada-l", pull: { number: "7", title: "Anything", labels: [] } },
      alone: {},
    });
    expect(asked.map(({ path }) => path)).toEqual(["/repos/acme/shop/commits", "/repos/acme/shop/pulls"]);
    expect(asked[0]).toMatchObject({
      query: { sha: "main", since: "2026-01-01T00:00:00.000Z", until: "2026-01-31T23:59:59.999Z", page: "1" },
      headers: { authorization: "Bearer gh", "x-github-api-version": "2022-11-28" },
    });
    expect(asked[1]?.query).toMatchObject({
      state: "closed",
      base: "main",
      sort: "updated",
      direction: "desc",
    });
  });

  test("is asked for page after page until one is not full", async () => {
    answer = ({ path, query }) => {
      if (path.endsWith("/commits")) return { body: [] };
      const isFull = Number(query.page) < 3;
      return { body: isFull ? Array.from({ length: 50 }, () => pull(1, null)) : [pull(9, "alone")] };
    };
    expect(await contextsFrom("github")).toMatchObject({ alone: { pull: { number: "9" } } });
    expect(asked.map(({ query }) => query.page)).toEqual(["1", "1", "2", "3"]);
  });
});

describe("GitLab", () => {
  test("tells merge requests with their authors", async () => {
    const merge = { labels: ["docs"], author: { username: "ada.l" }, sha: null, squash_commit_sha: null };
    answer = () => ({
      body: [
        { ...merge, iid: 3, merge_commit_sha: "merge" },
        { ...merge, iid: 2, merge_commit_sha: null, squash_commit_sha: "squash", labels: [] },
        { ...merge, iid: 1, sha: "alone" },
      ],
    });
    const docs = { number: "!3", labels: ["docs"] };
    expect(await contextsFrom("gitlab")).toEqual({
      merge: { pull: docs },
      side2: { pull: docs },
      side1: { pull: docs },
      squash: { profile: "https://gitlab.com/ada.l", pull: { number: "!2", labels: [] } },
      alone: { pull: { number: "!1", labels: ["docs"] } },
    });
    expect(asked).toMatchObject([
      {
        path: "/api/v4/projects/acme%2Ftools%2Fshop/merge_requests",
        query: { state: "merged", target_branch: "main", updated_after: "2026-01-01T00:00:00.000Z" },
        headers: { "private-token": "gl" },
      },
    ]);
  });
});

describe.each(["github", "gitlab"] as const)("%s failing", (kind) => {
  test.each<[string, Answered]>([
    ["with 401", { status: 401, body: { message: "Bad credentials" } }],
    ["with 500", { status: 500, body: "" }],
    ["with a page", { body: "<html>" }],
    ["with something else than a list", { body: { a: 1 } }],
    ["with items of another form", { body: [null, 1, "x", {}] }],
  ])("%s leaves the commits as they are", async (_, said) => {
    answer = () => said;
    const contexts = await contextsFrom(kind);
    expect(contexts).toEqual(Object.fromEntries(commits.map(({ sha }) => [sha, {}])));
  });

  test("to answer ends with the caller's own reason", async () => {
    const stop = new AbortController();
    answer = () => {
      setTimeout(() => stop.abort(new Error("enough")), 10);
      return "hang";
    };
    await expect(contextsFrom(kind, stop.signal)).rejects.toThrow("enough");
  });
});

test("keeps what it had learned before a failure", async () => {
  answer = ({ path }) =>
    path.endsWith("/commits")
      ? { body: [{ sha: "alone", author: { login: "ada" } }] }
      : { status: 502, body: "" };
  expect(await contextsFrom("github")).toMatchObject({ alone: { profile: "https://github.com/ada" } });
});

test("a token follows no redirect, behind which another owner may be", async () => {
  answer = ({ path }) =>
    path.startsWith("/repos/")
      ? { status: 301, body: "", location: "/repositories/7/commits" }
      : { body: [{ sha: "alone", author: { login: "victim" } }] };
  expect(await contextsFrom("github")).toMatchObject({ alone: {} });
  expect(asked.map(({ path }) => path)).toEqual(["/repos/acme/shop/commits"]);
});

test.each([
  ["https://github.com/acme/shop.git", "https://api.github.com", "acme/shop", "gh"],
  ["https://GitHub.com:443/acme/.github#main", "https://api.github.com", "acme/.github", "gh"],
  ["https://gitlab.com/acme/tools/shop/", "https://gitlab.com/api/v4", "acme/tools/shop", "gl"],
])("a token goes to its own service: %s", (url, api, path, token) => {
  expect(forgeOf(url, ofProject, nobody)).toMatchObject({ api, path, token });
  expect(forgeOf(url, {}, nobody)).toBeUndefined();
});

test.each([
  "http://github.com/acme/shop",
  "https://github.com.evil.example/acme/shop",
  "https://github.com./acme/shop",
  "https://evil.example/github.com/acme/shop",
  "https://github.com@evil.example/acme/shop",
  "https://github.com:8443/acme/shop",
  "https://gitlab.example.com/acme/shop",
])("and nowhere else: %s", (url) => {
  expect(forgeOf(url, ofProject, nobody)).toBeUndefined();
});

const owned = {
  github: { token: "op-gh", owners: ["acme"] },
  gitlab: { token: "op-gl", owners: ["acme", "umbrella/tools"] },
};

describe.each([
  ["an administrator's token", (url: string) => forgeOf(url, {}, owned)?.token],
  ["a project's token", (url: string) => forgeOf(url, owned, nobody)?.token],
])("%s serves the owners that it is stored with", (_, tokenFor) => {
  test.each([
    ["https://github.com/acme/shop", "op-gh"],
    ["https://github.com/Acme/Shop.git", "op-gh"],
    ["https://user@github.com/%61cme/../acme/shop", "op-gh"],
    ["https://gitlab.com/acme/any/group/shop", "op-gl"],
    ["https://gitlab.com/umbrella/TOOLS/shop.git", "op-gl"],
  ])("%s", (url, token) => {
    expect(tokenFor(url)).toBe(token);
  });

  test.each([
    "https://github.com/victim/shop",
    "https://github.com/acme-corp/shop",
    "https://github.com/acme/../victim/shop",
    "https://github.com/acme/%2e%2e/victim/shop",
    "https://github.com/acme/..%2fvictim%2fshop",
    "https://github.com/acme%2f..%2fvictim/shop",
    "https://github.com/acme/..%5cvictim",
    "https://github.com/acme/shop/../../victim/shop",
    "https://github.com//acme/shop",
    "https://github.com/acme//victim/shop",
    "https://github.com/acme/shop/victim",
    "https://github.com/acme",
    "https://github.com/acme/.git",
    "https://github.com/%61cme/shop",
    "https://gitlab.com/umbrella/shop",
    "https://gitlab.com/umbrella/tools-private/shop",
    "https://gitlab.com/umbrella/tools/../private/shop",
    "https://gitlab.com/acme/-/..%2f..%2fvictim/shop",
    "https://gitlab.com/victim/acme/shop",
  ])("and not %s", (url) => {
    expect(tokenFor(url)).toBeUndefined();
  });
});

test("a project's own token comes first, and only for its owners", () => {
  const other = { github: { token: "gh", owners: ["umbrella"] } };
  expect(forgeOf("https://github.com/acme/shop", ofProject, owned)?.token).toBe("gh");
  expect(forgeOf("https://github.com/acme/shop", other, owned)?.token).toBe("op-gh");
  expect(forgeOf("https://github.com/acme/shop", other, nobody)).toBeUndefined();
});

test.each([
  ["github", "https://GitHub.com/Acme/Shop.git#main", "acme"],
  ["gitlab", "https://gitlab.com/Acme/Tools/shop", "acme/tools"],
  ["gitlab", "https://github.com/acme/shop", undefined],
  ["github", "https://github.com/acme/../umbrella/shop", "umbrella"],
  ["github", "https://github.com/acme/%2e%2e/umbrella/shop", "umbrella"],
  ["github", "https://github.com/acme%2f..%2fumbrella/shop", undefined],
  ["github", "https://github.com/.acme/shop", undefined],
  ["github", "https://github.com/acme", undefined],
  ["github", "http://github.com/acme/shop", undefined],
] as const)("the owner on %s of %s is %s", (kind, url, owner) => {
  expect(ownerOn(kind, url)).toBe(owner);
});
