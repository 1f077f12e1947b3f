import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { Cli } from "../cli";
import { appHost } from "./client";
import { createKey, createSite, done, type Person, type Site, signUp } from "./fixtures";

/** A project of its own for each test, and a folder with its files. */
export function repository() {
  let cli: Cli;
  let owner: Person;
  const now = {} as { site: Site; env: Record<string, string> };
  beforeAll(async () => {
    [cli, owner] = await Promise.all([Cli.build(), signUp()]);
  });
  afterAll(() => cli.remove());

  async function use(site: Site): Promise<void> {
    const { key } = await createKey(site.owner, site.project.referenceId);
    Object.assign(now, { site, env: { FIELDKIT_URL: `http://${appHost}`, FIELDKIT_API_KEY: key } });
  }
  beforeEach(async () => {
    await use(await createSite(owner));
    rmSync(join(cli.folder, "fieldkit"), { recursive: true, force: true });
  });

  const run = (...args: string[]) => cli.call(args, { env: now.env });
  const path = (name: string) => join(cli.folder, "fieldkit", name);
  const text = (name: string) => readFileSync(path(name), "utf8");
  return {
    ...{ now, use, run, path, text },
    async ok(...args: string[]) {
      const ended = await run(...args);
      expect(ended.code, ended.stderr).toBe(0);
      return ended;
    },
    change(name: string, from: string, to: string): void {
      expect(text(name)).toContain(from);
      writeFileSync(path(name), text(name).replace(from, to));
    },
    listed: () => done<Record<string, unknown>[]>(now.site.owner.get(now.site.mocks)),
  };
}
