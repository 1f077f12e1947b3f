import { json, type Made, type Sample } from "../sample";

const repository = {
  id: 4102938,
  name: "shop",
  full_name: "acme/shop",
  private: true,
  html_url: "https://github.example/acme/shop",
  default_branch: "main",
};
const sender = { login: "ada", id: 1815, type: "User", html_url: "https://github.example/ada" };
const [before, after] = [
  "6113728f27ae82c7b1a177c8d03f9e96e0adf246",
  "59b20b8d5c6ff8d09518454d4dd8b7b30f095ab5",
];

const github = (event: string, what: string, body: (made: Made) => object, name: string = event): Sample => ({
  ...{ name: `github:${name}`, what, scheme: "github" as const },
  headers: {
    ...json,
    "User-Agent": "GitHub-Hookshot/0a1b2c3",
    "X-GitHub-Event": event,
    "X-GitHub-Hook-ID": "48213",
  },
  body: (made) => ({ ...body(made), repository, sender }),
});

const commit = (id: string, message: string, timestamp: string) => ({
  ...{ id, message, timestamp, added: [], removed: [], modified: ["src/cart.ts"] },
  author: { name: "Ada", email: "ada@example.com", username: "ada" },
});

const pullRequest = ({ iso }: Made, more: object) => ({
  ...{ id: 901_242, number: 42, title: "Round prices up", draft: false, user: sender },
  ...{ body: "Half a cent was lost.", created_at: iso, updated_at: iso },
  html_url: `${repository.html_url}/pull/42`,
  head: { ref: "round-prices", sha: after },
  base: { ref: "main", sha: before },
  ...more,
});

const issue = ({ iso }: Made) => ({
  ...{ id: 733_018, number: 18, title: "Prices are rounded down", state: "open", user: sender },
  ...{ labels: [{ name: "bug", color: "d73a4a" }], comments: 1, created_at: iso, updated_at: iso },
  html_url: `${repository.html_url}/issues/18`,
});

export const githubSamples: readonly Sample[] = [
  github("ping", "a new webhook is tested", () => ({ zen: "Keep it simple.", hook_id: 48_213 })),
  github("push", "two commits on main", ({ iso }) => ({
    ...{ ref: "refs/heads/main", before, after, created: false, deleted: false, forced: false },
    pusher: { name: "ada", email: "ada@example.com" },
    commits: [
      commit("e0f6ad5a4a2c2b7c2e9df4f4a1c3b5d7e9f1a3b5", "Count carts by day", iso),
      commit(after, "Round prices up", iso),
    ],
  })),
  github("pull_request", "a pull request is opened", (made) => ({
    ...{ action: "opened", number: 42 },
    pull_request: pullRequest(made, { state: "open", merged: false }),
  })),
  github(
    "pull_request",
    "a pull request is merged",
    (made) => ({
      ...{ action: "closed", number: 42 },
      pull_request: pullRequest(made, {
        state: "closed",
        merged: true,
        merged_at: made.iso,
        merged_by: sender,
      }),
    }),
    "pull_request.closed",
  ),
  github("pull_request_review", "a pull request is approved", (made) => ({
    action: "submitted",
    review: { id: 77_301, state: "approved", body: "Looks good.", user: sender, submitted_at: made.iso },
    pull_request: pullRequest(made, { state: "open", merged: false }),
  })),
  github("issues", "an issue is opened", (made) => ({ action: "opened", issue: issue(made) })),
  github("issue_comment", "a comment on an issue", (made) => ({
    action: "created",
    issue: issue(made),
    comment: { id: 90_117, body: "Fixed in #42.", user: sender, created_at: made.iso },
  })),
  github("release", "a release is published", ({ iso }) => ({
    action: "published",
    release: {
      ...{ id: 55_120, tag_name: "v1.2.0", name: "1.2.0", draft: false, prerelease: false },
      ...{ body: "Prices are rounded up.", published_at: iso, author: sender },
    },
  })),
  github("workflow_run", "a workflow has failed", ({ iso }) => ({
    action: "completed",
    workflow_run: {
      ...{
        id: 6_210_334,
        name: "Test",
        run_number: 318,
        event: "push",
        head_branch: "main",
        head_sha: after,
      },
      ...{ status: "completed", conclusion: "failure", created_at: iso, updated_at: iso },
    },
  })),
];
