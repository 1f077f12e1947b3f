import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveGit } from "../git-http-server";
import { createRepository, type NewCommit } from "../git-repository";
import { targetPort as ownTargetPort } from "../target-port";
import { type ErrorBody, expectRefusal } from "./client";
import { createProject, createSite, done, type Site } from "./fixtures";

type Release = {
  id: string;
  projectId: string;
  title: string;
  content: string;
  status: "processing" | "draft" | "published";
  commitCount: number;
  errorMessage: string | null;
  publishedAt: string | null;
  generatedBy: string | null;
  revision: number;
  updatedAt: string;
} & Record<string, unknown>;
type Coverage = { sha: string; subject: string; author: string; url: string; leftOut: string | null };

const targetPort = ownTargetPort();
const january = { fromDate: "2026-01-01", toDate: "2026-01-31" };
const at = (day: number) => Date.UTC(2026, 0, day, 12) / 1000;

const shop: NewCommit[] = [
  { message: "feat: the first page", at: Date.UTC(2025, 11, 20) / 1000 },
  { message: "feat(cart): gift cards (#12)\n\nCo-authored-by: Bob <bob@example.com>", at: at(2) },
  { message: "fix: totals of an empty cart", at: at(3), author: "Zoë Ångström <zoe@example.com>" },
  { message: "feat!: new login\n\nBREAKING CHANGE: everybody signs in again", at: at(4) },
  { message: "chore(deps): bump x from 1 to 2", at: at(5), author: "dependabot[bot] <bot@example.com>" },
  { message: "feat: balloons", at: at(6) },
  { message: 'Revert "feat: balloons"', at: at(7) },
  { message: "Add a dark theme <script>alert(1)</script>", at: at(8), parents: [3] },
  { message: "Merge branch 'theme'", at: at(9), parents: [6, 7] },
  { message: "Second part (#20)\n\n* fix(mail): lines wrap\n* feat: digest\n", at: at(10) },
  { message: "feat: too late", at: Date.UTC(2026, 1, 3) / 1000 },
];
const app: NewCommit[] = [
  { message: "feat: digest", at: at(11) },
  { message: "perf: start in half the time", at: at(12) },
];

let root: string;
let server: Awaited<ReturnType<typeof serveGit>>;
let site: Site;
let path: string;
const url = (name: string) => `http://127.0.0.1:${targetPort}/${name}.git`;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "fieldkit-repos-"));
  createRepository(root, "shop", shop);
  createRepository(root, "app", app);
  server = await serveGit(root, targetPort);
  site = await createSite();
  path = `/api/projects/${site.project.id}/releases`;
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

const generate = (fields: Record<string, unknown>) =>
  done<Release>(site.owner.post(`${path}/generate`, { ...january, ...fields }), 201);
const get = (id: string) => done<Release>(site.owner.get(`${path}/${id}`));

/** The release once its generation is over, however it ended. */
async function written(id: string): Promise<Release> {
  await expect.poll(async () => (await get(id)).status, { timeout: 25_000 }).not.toBe("processing");
  return get(id);
}

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
    expect(sections).toEqual(["Breaking changes", "New", "Fixed", "Faster", "Changed"]);
    for (const text of [
      "everybody signs in again",
      "cart: Gift cards",
      "Totals of an empty cart",
      "mail: Lines wrap",
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
    for (const each of shown) expect(release.content).toContain(`](${each.url})`);
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

describe("settings", () => {
  const settings = () => `/api/projects/${site.project.id}/release-settings`;

  it("are these until somebody sets some", async () => {
    const { id, createdAt } = await createProject(site.owner, site.team.id);
    expect(await done(site.owner.get(`/api/projects/${id}/release-settings`))).toEqual({
      updatedAt: createdAt,
      slackConfigured: false,
      slackTail: null,
      emailRecipients: [],
      repoUrls: [],
      audience: "developers",
      changelog: false,
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
    ["slackWebhookUrl", { slackWebhookUrl: "http://127.0.0.1/x" }],
    ["repoUrls.1", { repoUrls: ["https://example.com/a", "ftp://example.com"] }],
    ["emailRecipients.0", { emailRecipients: ["nobody"] }],
    ["audience", { audience: "everybody" }],
  ])("refuse a faulty %s", async (issue, fields) => {
    const body = expectRefusal(await site.owner.put(settings(), fields), 400);
    expect(body.issues?.map((each) => each.path)).toEqual([issue]);
  });
});

describe("sending to Slack", () => {
  let hooks: { status: number; bodies: { text: string; blocks: { text: string }[] }[]; close(): void };
  const hookPort = targetPort;

  it("sends a revision once, and again only once it is changed or failed", async () => {
    const { id } = await written((await generate({ repoUrls: [url("app")] })).id);
    await server.close();
    hooks = await slackStandIn(hookPort);
    try {
      const settings = `/api/projects/${site.project.id}/release-settings`;
      const send = () => site.owner.post(`${path}/${id}/send-slack`, {});
      expectRefusal(await send(), 409, "Slack is not configured for this project");
      await done(site.owner.put(settings, { slackWebhookUrl: `http://127.0.0.1:${hookPort}/services/x` }));
      hooks.status = 404;
      expectRefusal(await send(), 502, "Slack refused the message: 404 no_service");
      hooks.status = 200;
      const twice = await Promise.all([send(), send()]);
      expect(twice.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
      expect(await done(send())).toEqual({ success: true });
      expect(hooks.bodies).toHaveLength(2);
      // Who hangs up in the middle may have posted the message.
      await done(site.owner.put(`${path}/${id}`, { content: "# Lost\n" }));
      hooks.status = 0;
      expectRefusal(
        await send(),
        502,
        "Slack did not say whether it took the message. Look into the channel; should it not be there, change the release and send it again.",
      );
      hooks.status = 200;
      expectRefusal(
        await send(),
        409,
        "This text is being sent already. Should it never arrive, change the release and send it again.",
      );
      expect(hooks.bodies).toHaveLength(3);
      const content = `<!channel> @here\n${"- a line of many\n".repeat(2000)}`;
      await done(site.owner.put(`${path}/${id}`, { content }));
      await done(send());
      const text = hooks.bodies.at(-1)?.blocks[0]?.text ?? "";
      expect(text.length).toBeLessThanOrEqual(11_000);
      expect(text).toMatch(/^# Draft: Release notes/);
      expect(text).toMatch(/Read on in Fieldkit/);
      expect(text).not.toMatch(/<!channel>|@here/);
    } finally {
      hooks.close();
      server = await serveGit(root, targetPort);
    }
  });
});

/** Answers like Slack's incoming webhooks and keeps what it got. */
async function slackStandIn(port: number) {
  const state = {
    /** 0 hangs up. */
    status: 200,
    bodies: [] as { text: string; blocks: { text: string }[] }[],
    close: () => {},
  };
  const standIn = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    state.bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
    if (state.status === 0) return void request.socket.destroy();
    response.writeHead(state.status).end(state.status === 200 ? "ok" : "no_service");
  });
  await new Promise<void>((resolve) => standIn.listen(port, "127.0.0.1", resolve));
  state.close = () => {
    standIn.close();
    standIn.closeAllConnections();
  };
  return state;
}

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
