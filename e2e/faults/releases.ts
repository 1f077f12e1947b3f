import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { Caller } from "../caller";
import type { NewCommit } from "../git-repository";

export type Release = {
  id: string;
  status: "processing" | "draft" | "published";
  content: string;
  commitCount: number;
  errorMessage: string | null;
  warning: string | null;
  generatedBy: string | null;
  revision: number;
  progress: { phase: string; done: number; total: number } | null;
};
export type Coverage = { sha: string; subject: string; url: string; leftOut: string | null };

/** Commits of January 2026, an hour apart. */
export const commitsOf = (messages: readonly string[]): NewCommit[] =>
  messages.map((message, place) => ({ message, at: Date.UTC(2026, 0, 2, place) / 1000 }));

/** A person with a project whose releases can be asked for after a restart of the server too. */
export class Releases {
  private constructor(
    readonly owner: Caller,
    readonly path: string,
  ) {}

  static async create(port: number): Promise<Releases> {
    const owner = await new Caller(port).signedUp(`ada-${randomUUID()}@example.com`);
    const [team] = await owner.done<{ id: string }[]>("GET", "/api/teams");
    const fields = { name: "Shop", slug: "shop" };
    const project = await owner.done<{ id: string }>("POST", `/api/teams/${team?.id}/projects`, fields);
    return new Releases(owner, `/api/projects/${project.id}/releases`);
  }

  /** The same at another process. */
  at = (port: number) => new Releases(this.owner.at(port), this.path);

  async generate(repoUrl: string): Promise<string> {
    const range = { fromDate: "2026-01-01", toDate: "2026-01-31", repoUrls: [repoUrl] };
    return (await this.owner.done<Release>("POST", `${this.path}/generate`, range)).id;
  }

  get = (id: string) => this.owner.done<Release>("GET", `${this.path}/${id}`);
  commits = (id: string) => this.owner.done<Coverage[]>("GET", `${this.path}/${id}/commits`);
  revisions = (id: string) => this.owner.done<{ number: number }[]>("GET", `${this.path}/${id}/revisions`);

  /** The release once its generation is over, however it ended. */
  async written(id: string, withinMs = 20_000): Promise<Release> {
    await expect
      .poll(async () => (await this.get(id)).status, { timeout: withinMs, interval: 100 })
      .toBe("draft");
    return this.get(id);
  }

  /** Asserts that every commit of the range is in the notes with its link, once, or left out with a reason. */
  async expectAllAccountedFor(id: string, count: number): Promise<void> {
    const [{ content }, commits] = await Promise.all([this.get(id), this.commits(id)]);
    expect(commits).toHaveLength(count);
    for (const { url, leftOut, subject } of commits)
      expect(content.split(new RegExp(`\\](?:\\(|: )${url}(?=[)\\s])`)).length - 1, subject).toBe(
        leftOut === null ? 1 : 0,
      );
  }
}
