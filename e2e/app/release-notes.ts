import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { serveGit } from "../git-http-server";
import { createRepository, git, type NewCommit } from "../git-repository";
import { targetPort as ownTargetPort } from "../target-port";
import { expect, test } from "./browser";

export const targetPort = ownTargetPort();
export const repoUrl = `http://127.0.0.1:${targetPort}/shop.git`;
const daysAgo = (days: number) => Math.floor(Date.now() / 1000) - days * 86_400;

const shop: NewCommit[] = [
  { message: "feat(cart): gift cards (#12)", at: daysAgo(20) },
  { message: "feat!: new login\n\nBREAKING CHANGE: everybody signs in again", at: daysAgo(12) },
  { message: "fix: totals of an empty cart", at: daysAgo(9), author: "Zoë Ångström <zoe@example.com>" },
  { message: "chore(deps): bump x from 1 to 2", at: daysAgo(8), author: "dependabot[bot] <bot@example.com>" },
  { message: "Add a dark theme <script>alert(1)</script>", at: daysAgo(3) },
];

/** Serves the repository to the tests of the file that calls this. */
export function serveShop() {
  let root: string;
  let server: Awaited<ReturnType<typeof serveGit>>;
  test.beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "fieldkit-repos-"));
    const path = createRepository(root, "shop", shop);
    git(path, ["tag", "v1.0.0", "main~3"]);
    git(path, ["tag", "v1.1.0", "main~1"]);
    server = await serveGit(root, targetPort);
  });
  test.afterAll(async () => {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  });
  return {
    /** Answers at the repository's address in its place, until the work is done. */
    async replacedBy(answer: RequestListener, work: () => Promise<void>): Promise<void> {
      await server.close();
      const other = createServer(answer);
      await new Promise<void>((resolve) => other.listen(targetPort, "127.0.0.1", resolve));
      try {
        await work();
      } finally {
        other.closeAllConnections();
        await new Promise((resolve) => other.close(resolve));
        server = await serveGit(root, targetPort);
      }
    },
  };
}

/** Fills in the form for new notes and waits for the draft that comes of it. */
export async function writeNotes(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/releases/new`);
  await page.getByLabel("Repository 1", { exact: true }).fill(repoUrl);
  await page.getByRole("button", { name: "Write release notes" }).click();
  await expect(page.getByLabel("Markdown", { exact: true })).toBeVisible({ timeout: 30_000 });
}

/** Drafts do not save themselves from here on, so that what is not saved stays so for as long as a test looks at it. */
export const withoutAutosave = (page: Page) =>
  page.route("**/api/projects/*/releases/*", (route) =>
    route.request().method() === "PUT" && route.request().postData()?.includes('"autosave":true')
      ? route.abort()
      : route.fallback(),
  );

export const markdown = (page: Page) => page.getByLabel("Markdown", { exact: true });
export const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
