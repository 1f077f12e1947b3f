import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { releaseSettings } from "@/db/schema/releases";
import { insertCrew } from "@/lib/auth/fixtures/caller";
import { env } from "@/lib/platform/env/env";
import { seal } from "@/lib/platform/secrets/seal";
import { handleSendReleaseToSlack } from "../delivery/send-release";
import { insertRelease } from "../fixtures/release";
import { projectTokens } from "../jobs/project-token";
import { handleGetReleaseSettings } from "./get-release-settings";
import { readSettings } from "./read-settings";
import { openSecret } from "./secrets";
import { handleUpdateReleaseSettings } from "./update-release-settings";

const token = "github_pat_0123456789abcdefWXYZ";
const secrets = {
  slackWebhookUrl: "https://hooks.slack.com/services/T0/B0/secretABCD",
  githubToken: token,
  gitlabToken: "glpat-0123456789abcdef1234",
};
const owners = { githubTokenOwners: ["team"], gitlabTokenOwners: ["team"] };

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
const store = () => update({ ...secrets, ...owners });
const stored = () => readSettings(db(), projectId);

/** As if the installation had got another secret since these were stored. */
async function sealWith(key: string): Promise<void> {
  const columns = {
    slackWebhookUrl: seal(secrets.slackWebhookUrl, `release_settings/${projectId}/slack`, key),
    githubToken: seal(secrets.githubToken, `release_settings/${projectId}/github-token`, key),
  };
  await db().update(releaseSettings).set(columns).where(eq(releaseSettings.projectId, projectId));
}

test("secrets are sealed, and only their ends are ever shown", async () => {
  await store();
  const row = await stored();
  const shown = await crew.member.call(handleGetReleaseSettings, { projectId });
  for (const secret of Object.values(secrets)) {
    expect(JSON.stringify([row, shown])).not.toContain(secret.slice(0, -4));
  }
  expect(shown).toMatchObject({
    ...{ slackConfigured: true, githubTokenConfigured: true, gitlabTokenConfigured: true },
    ...{ slackTail: "ABCD", githubTokenTail: "WXYZ", gitlabTokenTail: "1234" },
  });
  expect(shown).not.toHaveProperty("githubToken");
  expect(tokensOf(row)).toEqual({
    github: { token: secrets.githubToken, owners: ["team"] },
    gitlab: { token: secrets.gitlabToken, owners: ["team"] },
  });
  await update({ githubToken: null });
  expect(await stored()).toMatchObject({ githubToken: null, githubTokenTail: null, gitlabTokenTail: "1234" });
});

const repoUrls = ["https://github.com/team/shop", "https://gitlab.com/team/shop"];
const tokensOf = (row: Awaited<ReturnType<typeof stored>>) => projectTokens(row, { projectId, repoUrls });

test("members and strangers set no token", async () => {
  for (const caller of [crew.member, crew.stranger]) {
    const attempt = caller.call(handleUpdateReleaseSettings, { projectId, githubToken: token });
    await expect(attempt).rejects.toMatchObject({ code: "forbidden" });
  }
});

test.each(["short", "with a space in the middle", "line\r\nX-Evil: 1\r\nlong enough", "ü".repeat(20)])(
  "%j is no token",
  async (githubToken) => {
    await expect(update({ githubToken })).rejects.toMatchObject({ code: "invalid_request" });
  },
);

test("a secret of another project opens nothing", async () => {
  await store();
  const other = await insertCrew();
  const row = await stored();
  await expect(async () => openSecret("githubToken", row, other.project.id)).rejects.toMatchObject({
    code: "conflict",
  });
});

test("what was sealed with a secret that is gone is to be entered again", async () => {
  await store();
  await sealWith("a secret that nobody kept, long enough");
  const { id: releaseId } = await insertRelease(projectId);
  const send = crew.admin.call(handleSendReleaseToSlack, { projectId, releaseId });
  await expect(send).rejects.toMatchObject({
    code: "conflict",
    message: "The Slack address can no longer be read. Enter it again in the release settings.",
  });
  const row = await stored();
  expect(() => tokensOf(row)).toThrow(
    "The GitHub token can no longer be read. Enter it again in the release settings.",
  );
  const onGitLab = { projectId, repoUrls: ["https://gitlab.com/team/shop"] };
  expect(projectTokens(row, onGitLab)).toEqual({ gitlab: { token: secrets.gitlabToken, owners: ["team"] } });
  await update({ audience: "users" });
  await update({ githubToken: token });
  expect(tokensOf(await stored()).github?.token).toBe(token);
});

test("what a previous secret sealed is read, and sealed anew by the next change", async () => {
  const before = "the secret before this one, long enough";
  await store();
  await sealWith(before);
  env().authSecretsBefore.push(before);
  try {
    expect(tokensOf(await stored()).github?.token).toBe(token);
    await update({ audience: "users" });
  } finally {
    env().authSecretsBefore.pop();
  }
  expect(openSecret("slackWebhookUrl", await stored(), projectId)).toBe(secrets.slackWebhookUrl);
  expect(tokensOf(await stored()).github?.token).toBe(token);
});
