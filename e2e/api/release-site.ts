/** A project and repositories to read, for each file of tests about releases. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { serveGit } from "../git-http-server";
import { createRepository, type NewCommit } from "../git-repository";
import { targetPort as ownTargetPort } from "../target-port";
import { createSite, done, type Site } from "./fixtures";

export type Release = {
  id: string;
  projectId: string;
  title: string;
  content: string;
  status: "processing" | "draft" | "published";
  commitCount: number;
  errorMessage: string | null;
  publishedAt: string | null;
  publishAt: string | null;
  publishProblem: string | null;
  generatedBy: string | null;
  revision: number;
  updatedAt: string;
} & Record<string, unknown>;
export type Coverage = {
  sha: string;
  subject: string;
  author: string;
  url: string | null;
  leftOut: string | null;
};

export const targetPort = ownTargetPort();
export const january = { fromDate: "2026-01-01", toDate: "2026-01-31" };
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
export let site: Site;
export let path: string;
export const url = (name: string) => `http://127.0.0.1:${targetPort}/${name}.git`;

/** Creates the site before the tests of the file that calls this. */
export function setUpSite(): void {
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "fieldkit-repos-"));
    createRepository(root, "shop", shop);
    createRepository(root, "app", app);
    createRepository(root, "plain", app);
    server = await serveGit(root, targetPort);
    site = await createSite();
    path = `/api/projects/${site.project.id}/releases`;
  });
  afterAll(async () => {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  });
}

/** Frees the port of the repositories for another server, until the work is done. */
export async function withoutRepositories(work: () => Promise<void>): Promise<void> {
  await server.close();
  try {
    await work();
  } finally {
    server = await serveGit(root, targetPort);
  }
}

export const generate = (fields: Record<string, unknown>) =>
  done<Release>(site.owner.post(`${path}/generate`, { ...january, ...fields }), 201);
export const get = (id: string) => done<Release>(site.owner.get(`${path}/${id}`));

/** The release once its generation is over, however it ended. */
export async function written(id: string): Promise<Release> {
  await expect.poll(async () => (await get(id)).status).not.toBe("processing");
  return get(id);
}
