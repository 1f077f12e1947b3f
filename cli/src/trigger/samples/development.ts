import { hmacIn, json, type Made, type Sample } from "../sample";

const project = {
  ...{ id: 1815, name: "shop", path_with_namespace: "acme/shop", default_branch: "main" },
  web_url: "https://gitlab.example/acme/shop",
};
const gitlabUser = { id: 7, name: "Ada", username: "ada", email: "ada@example.com" };
const commitId = "59b20b8d5c6ff8d09518454d4dd8b7b30f095ab5";

/** GitLab sends the secret itself instead of a signature. */
const gitlab = (name: string, event: string, what: string, body: (made: Made) => object): Sample => ({
  ...{ name: `gitlab:${name}`, what, scheme: null, token: "X-Gitlab-Token" },
  headers: {
    ...json,
    "User-Agent": "GitLab/17.6.0",
    "X-Gitlab-Event": event,
    "X-Gitlab-Instance": "https://gitlab.example",
  },
  body: (made) => ({ object_kind: name, project, user: gitlabUser, ...body(made) }),
});

const linear = (type: string, action: string, what: string, data: (made: Made) => object): Sample => ({
  ...{ name: `linear:${type.toLowerCase()}.${action}`, what, scheme: "hmac" as const },
  hmac: hmacIn("Linear-Signature"),
  headers: { ...json, "User-Agent": "Linear-Webhook", "Linear-Event": type },
  body: (made) => ({
    ...{ action, type, createdAt: made.iso, data: data(made), webhookTimestamp: made.seconds * 1000 },
    ...{ organizationId: "0197f3b6-1815-7e07-9d62-a1c8f5b3e094", actor: { type: "user", name: "Ada" } },
  }),
});

export const developmentSamples: readonly Sample[] = [
  gitlab("push", "Push Hook", "a commit on main", ({ iso }) => ({
    ...{ ref: "refs/heads/main", checkout_sha: commitId, user_name: "Ada", total_commits_count: 1 },
    commits: [{ id: commitId, message: "Round prices up", timestamp: iso, author: { name: "Ada" } }],
  })),
  gitlab("merge_request", "Merge Request Hook", "a merge request is opened", ({ iso }) => ({
    object_attributes: {
      ...{ id: 93, iid: 16, title: "Round prices up", state: "opened", action: "open", created_at: iso },
      ...{
        source_branch: "round-prices",
        target_branch: "main",
        url: `${project.web_url}/-/merge_requests/16`,
      },
    },
  })),
  gitlab("pipeline", "Pipeline Hook", "a pipeline has failed", ({ iso }) => ({
    object_attributes: {
      ...{ id: 3118, ref: "main", sha: commitId, status: "failed", duration: 63, created_at: iso },
      stages: ["build", "test"],
    },
  })),
  linear("Issue", "create", "an issue is created", ({ id, iso }) => ({
    ...{ id, identifier: "SHOP-18", title: "Prices are rounded down", priority: 2, createdAt: iso },
    ...{ state: { name: "Todo", type: "unstarted" }, team: { key: "SHOP", name: "Shop" } },
    url: "https://linear.example/acme/issue/SHOP-18",
  })),
  linear("Comment", "create", "a comment on an issue", ({ id, iso }) => ({
    ...{ id, body: "Fixed in #42.", createdAt: iso, user: { name: "Ada" }, issue: { identifier: "SHOP-18" } },
  })),
  {
    ...{ name: "bitbucket:repo:push", what: "a commit on main", scheme: "hmac" },
    hmac: hmacIn("X-Hub-Signature", { prefix: "sha256=" }),
    headers: {
      ...json,
      "User-Agent": "Bitbucket-Webhooks/2.0",
      "X-Event-Key": "repo:push",
      "X-Attempt-Number": "1",
    },
    body: ({ iso }) => ({
      ...{ actor: { display_name: "Ada", nickname: "ada" }, repository: { full_name: "acme/shop" } },
      push: {
        changes: [
          { new: { type: "branch", name: "main", target: { hash: commitId, date: iso } }, forced: false },
        ],
      },
    }),
  },
  {
    ...{ name: "sentry:issue.created", what: "a new error in production", scheme: "hmac" },
    hmac: hmacIn("Sentry-Hook-Signature"),
    headers: { ...json, "Sentry-Hook-Resource": "issue" },
    body: ({ id, iso }) => ({
      ...{ action: "created", installation: { uuid: id }, actor: { type: "application", id: "sentry" } },
      data: {
        issue: {
          ...{ id: "1815", title: "TypeError: price is undefined", level: "error", status: "unresolved" },
          ...{ culprit: "cart.total", count: "1", firstSeen: iso, project: { slug: "shop" } },
        },
      },
    }),
  },
  {
    ...{ name: "vercel:deployment.succeeded", what: "a deployment is ready", scheme: "hmac" },
    hmac: hmacIn("x-vercel-signature", { algorithm: "sha1" }),
    headers: json,
    body: ({ id, seconds }) => ({
      ...{ id, type: "deployment.succeeded", createdAt: seconds * 1000, region: "iad1" },
      payload: {
        deployment: { id: `dpl_${id.slice(0, 24)}`, name: "shop", url: "shop-1815.vercel.example" },
        ...{ target: "production", project: { id: "prj_shop" }, team: { id: "team_acme" } },
      },
    }),
  },
];
