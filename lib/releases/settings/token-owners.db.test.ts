import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertCrew } from "@/lib/auth/fixtures/caller";
import { Answer } from "@/lib/operations/answer";
import { forgeOf } from "@/lib/platform/forges/forge";
import { projectTokens } from "../jobs/project-token";
import { handleGetReleaseSettings } from "./get-release-settings";
import { readSettings } from "./read-settings";
import { handleUpdateReleaseSettings } from "./update-release-settings";

const githubToken = "github_pat_0123456789abcdefWXYZ";
const gitlabToken = "glpat-0123456789abcdef1234";
const acme = "https://github.com/Acme/shop";
const tools = "https://gitlab.com/acme/tools/cli";

let close: () => Promise<void>;
let crew: Awaited<ReturnType<typeof insertCrew>>;
let projectId: string;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  crew = await insertCrew();
  projectId = crew.project.id;
});

const update = (fields: object) => crew.admin.call(handleUpdateReleaseSettings, { projectId, ...fields });
async function owners() {
  const shown = await crew.member.call(handleGetReleaseSettings, { projectId });
  if (shown instanceof Answer) throw new Error("no settings");
  return { github: shown.githubTokenOwners, gitlab: shown.gitlabTokenOwners };
}

/** The token that this repository is read with. */
async function tokenFor(repoUrl: string): Promise<string | undefined> {
  const tokens = projectTokens(await readSettings(db(), projectId), { projectId, repoUrls: [repoUrl] });
  return forgeOf(repoUrl, tokens)?.token;
}

describe("a token that is stored without owners", () => {
  test("gets the owners of the repositories in the settings", async () => {
    await update({ repoUrls: [acme, "https://github.com/acme/api", tools] });
    await update({ githubToken, gitlabToken });
    expect(await owners()).toEqual({ github: ["acme"], gitlab: ["acme/tools"] });
  });

  test("gets the owners of repositories that arrive with it", async () => {
    await update({ githubToken, repoUrls: [acme] });
    expect(await owners()).toEqual({ github: ["acme"], gitlab: [] });
  });

  test("keeps the owners of the token that it replaces", async () => {
    await update({ githubToken, githubTokenOwners: ["umbrella"] });
    await update({ githubToken: `${githubToken}2`, repoUrls: [acme] });
    expect(await owners()).toMatchObject({ github: ["umbrella"] });
  });

  test.each([[[]], [[tools]], [["https://git.example.com/acme/shop"]]])(
    "is refused if the project's repositories are %j",
    async (repoUrls) => {
      await expect(update({ githubToken, repoUrls })).rejects.toMatchObject({
        code: "invalid_request",
        issues: [
          {
            path: "githubTokenOwners",
            message: "must name at least one owner, because the settings have no GitHub repository",
          },
        ],
      });
      expect(await crew.admin.call(handleGetReleaseSettings, { projectId })).toMatchObject({
        githubTokenConfigured: false,
      });
    },
  );
});

test("owners are stored in lower case, each once", async () => {
  await update({ githubToken, githubTokenOwners: [" Acme ", "acme", "umbrella"] });
  await update({ gitlabToken, gitlabTokenOwners: ["Acme/Tools"] });
  expect(await owners()).toEqual({ github: ["acme", "umbrella"], gitlab: ["acme/tools"] });
});

test.each([
  ["githubTokenOwners", "acme/shop"],
  ["githubTokenOwners", "https://github.com/acme"],
  ["githubTokenOwners", "*"],
  ["githubTokenOwners", ""],
  ["gitlabTokenOwners", "acme/"],
  ["gitlabTokenOwners", "acme/../umbrella"],
  ["gitlabTokenOwners", "acme%2Ftools"],
])("%s can't have %j", async (name, owner) => {
  const attempt = update({ githubToken, gitlabToken, repoUrls: [acme, tools], [name]: [owner] });
  await expect(attempt).rejects.toMatchObject({ issues: [{ path: `${name}.0` }] });
});

test("a stored token can't lose its last owner", async () => {
  await update({ githubToken, githubTokenOwners: ["acme"] });
  await expect(update({ githubTokenOwners: [] })).rejects.toMatchObject({
    issues: [{ path: "githubTokenOwners" }],
  });
  await update({ githubTokenOwners: [], repoUrls: ["https://github.com/umbrella/shop"] });
  expect(await owners()).toMatchObject({ github: ["umbrella"] });
  await update({ audience: "users", repoUrls: [] });
  await update({ githubToken: null });
  expect(await owners()).toEqual({ github: [], gitlab: [] });
  await update({ githubTokenOwners: [] });
});

test("other repositories are read without the token", async () => {
  await update({ githubToken, gitlabToken, repoUrls: [acme, tools] });
  expect(await tokenFor("https://github.com/acme/other.git")).toBe(githubToken);
  expect(await tokenFor("https://gitlab.com/acme/tools/group/other")).toBe(gitlabToken);
  for (const url of [
    "https://github.com/umbrella/shop",
    "https://github.com/acme-evil/shop",
    "https://github.com/acme/../umbrella/shop",
    "https://github.com/acme/%2e%2e/umbrella/shop",
    "https://github.com/acme%2F..%2Fumbrella/shop",
    "https://gitlab.com/acme/shop",
    "https://gitlab.com/acme/tools-2/shop",
    "https://gitlab.com/acme/tools/../private/shop",
  ]) {
    expect([url, await tokenFor(url)]).toEqual([url, undefined]);
  }
});

test("repositories that are added later don't widen what a token reads", async () => {
  await update({ githubToken, repoUrls: [acme] });
  await update({ repoUrls: ["https://github.com/umbrella/shop"] });
  expect(await tokenFor("https://github.com/umbrella/shop")).toBeUndefined();
  await update({ githubTokenOwners: ["acme", "umbrella"] });
  expect(await tokenFor("https://github.com/umbrella/shop")).toBe(githubToken);
});

test("only admins change the owners", async () => {
  await update({ githubToken, githubTokenOwners: ["acme"] });
  for (const caller of [crew.member, crew.stranger]) {
    const attempt = caller.call(handleUpdateReleaseSettings, { projectId, githubTokenOwners: ["umbrella"] });
    await expect(attempt).rejects.toMatchObject({ code: "forbidden" });
  }
  expect(await owners()).toMatchObject({ github: ["acme"] });
});
