import { describe, expect, it } from "vitest";
import { expectRefusal } from "./client";
import { createProject, done } from "./fixtures";
import { setUpSite, site } from "./release-site";

setUpSite();

describe("settings", () => {
  const settings = () => `/api/projects/${site.project.id}/release-settings`;

  it("are these until somebody sets some", async () => {
    const { id, createdAt } = await createProject(site.owner, site.team.id);
    expect(await done(site.owner.get(`/api/projects/${id}/release-settings`))).toEqual({
      updatedAt: createdAt,
      slackConfigured: false,
      slackTail: null,
      githubTokenConfigured: false,
      githubTokenTail: null,
      githubTokenOwners: [],
      gitlabTokenConfigured: false,
      gitlabTokenTail: null,
      gitlabTokenOwners: [],
      emailRecipients: [],
      repoUrls: [],
      audience: "developers",
      changelog: false,
      accentColor: null,
      logo: null,
      subscriptions: false,
    });
  });

  it("keep the Slack address to themselves", async () => {
    const slackWebhookUrl = "https://hooks.slack.com/services/T0/B0/secretWXYZ";
    const changed = await done<object>(site.owner.put(settings(), { slackWebhookUrl }));
    expect(changed).toMatchObject({ slackConfigured: true, slackTail: "WXYZ" });
    expect(JSON.stringify(changed)).not.toContain("hooks.slack.com");
    expect(
      await done(site.owner.put(settings(), { emailRecipients: ["a@example.com", "A@example.com"] })),
    ).toMatchObject({
      slackConfigured: true,
      emailRecipients: ["A@example.com"],
    });
    expect(await done(site.owner.put(settings(), { slackWebhookUrl: null }))).toMatchObject({
      slackConfigured: false,
      slackTail: null,
    });
  });

  it.each([
    ["githubToken", "github_pat_0123456789abcdefWXYZ"],
    ["gitlabToken", "glpat-0123456789abcdefWXYZ"],
  ])("keep the %s to themselves", async (name, token) => {
    const shown = JSON.stringify(
      await done(site.owner.put(settings(), { [name]: token, [`${name}Owners`]: ["Acme"] })),
    );
    expect(JSON.parse(shown)).toMatchObject({
      [`${name}Configured`]: true,
      [`${name}Tail`]: "WXYZ",
      [`${name}Owners`]: ["acme"],
    });
    expect(shown).not.toContain(token.slice(0, 12));
    expect(JSON.stringify(await done(site.owner.get(settings())))).toBe(shown);
    expect(await done(site.owner.put(settings(), { [name]: null }))).toMatchObject({
      [`${name}Configured`]: false,
      [`${name}Tail`]: null,
    });
  });

  it.each([
    ["githubToken", { githubToken: "short" }],
    ["gitlabToken", { gitlabToken: "glpat-0123456789abcdef\r\nX-Evil: 1" }],
    [
      "githubTokenOwners",
      { githubToken: "github_pat_0123456789abcdef", repoUrls: [], githubTokenOwners: [] },
    ],
    ["githubTokenOwners.0", { githubTokenOwners: ["acme/shop"] }],
    ["gitlabTokenOwners.0", { gitlabTokenOwners: ["acme/../umbrella"] }],
    ["slackWebhookUrl", { slackWebhookUrl: "http://127.0.0.1/x" }],
    ["repoUrls.1", { repoUrls: ["https://example.com/a", "ftp://example.com"] }],
    ["emailRecipients.0", { emailRecipients: ["nobody"] }],
    ["audience", { audience: "everybody" }],
  ])("refuse a faulty %s", async (issue, fields) => {
    const body = expectRefusal(await site.owner.put(settings(), fields), 400);
    expect(body.issues?.map((each) => each.path)).toEqual([issue]);
  });
});
