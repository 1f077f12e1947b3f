/** What strangers' repositories and long notes cost everybody else. */
import { setTimeout } from "node:timers/promises";
import { beforeAll, expect, it, vi } from "vitest";
import { commitOf, deltaOf, nameOf, packOf } from "@/lib/platform/commits/fixtures/packs";
import { targetPort as ownTargetPort } from "../target-port";
import { send } from "./client";
import { emptyRange } from "./contents";
import { createSite, done, type Site } from "./fixtures";
import { serveHostileGit } from "./hostile-git";
import type { Release } from "./release-site";

/** A busy machine takes its time, but what was seen without threads were half minutes. */
const neighbourWaitsMs = 3000;

const targetPort = ownTargetPort();
let site: Site;
let path: string;

beforeAll(async () => {
  site = await createSite();
  path = `/api/projects/${site.project.id}/releases`;
});

/** The longest that somebody else waited for an answer while the work was done. */
async function longestWaitDuring(work: () => Promise<unknown>): Promise<number> {
  let [longest, isDone] = [0, false];
  const ending = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const start = performance.now();
    expect((await send({ path: "/livez" })).status).toBe(200);
    longest = Math.max(longest, performance.now() - start);
    await setTimeout(5);
  }
  await ending;
  return longest;
}

async function ended(fields: Record<string, unknown>): Promise<Release> {
  const { id } = await done<Release>(site.owner.post(`${path}/generate`, fields), 201);
  const get = () => done<Release>(site.owner.get(`${path}/${id}`));
  await vi.waitFor(async () => expect((await get()).status).toBe("draft"), {
    interval: 50,
    timeout: 100_000,
  });
  return get();
}

it("a small pack that becomes gigabytes ends with advice, and nobody waits for it", async () => {
  const base = commitOf(1_000_000);
  const delta = deltaOf(base.length, { added: "x" });
  const pack = packOf([
    { type: "commit", content: base },
    ...Array.from({ length: 5000 }, () => ({ on: 0, delta })),
  ]);
  expect(pack.length).toBeLessThan(200_000);
  const server = await serveHostileGit(targetPort, { tip: nameOf(base), pack });
  try {
    const repoUrls = [`http://127.0.0.1:${targetPort}/hostile.git`];
    let release: Release | undefined;
    const wait = await longestWaitDuring(async () => {
      release = await ended({ repoUrls, fromDate: "2025-01-01", toDate: "2026-12-31" });
    });
    expect(release?.errorMessage).toContain("too large to read. Choose a shorter range.");
    expect(wait).toBeLessThan(neighbourWaitsMs);
  } finally {
    await server.close();
  }
});

it("long notes are published and shown, and nobody waits for them", async () => {
  const items = "- a\n".repeat(60_000);
  // A page that joined them as they are would have megabytes.
  const endless = `[a]: http://x/${"b".repeat(10_000)}\n\n${"[a] ".repeat(9000)}`;
  const notes = [items, "[a\n".repeat(80_000), endless];
  const base = `/changelog/${site.team.slug}/${site.project.slug}`;
  await done(site.owner.put(`/api/projects/${site.project.id}/release-settings`, { changelog: true }));
  const ids: string[] = [];
  const wait = await longestWaitDuring(async () => {
    for (const content of notes) {
      const { id } = await ended(emptyRange);
      await done(site.owner.put(`${path}/${id}`, { content }));
      await done(site.owner.post(`${path}/${id}/publish`, {}));
      ids.push(id);
    }
    for (const below of ["", "/rss.xml", "/feed.json"]) {
      const answer = await send({ path: base + below });
      expect(answer.status).toBe(200);
      expect(answer.body.length).toBeLessThan(2 * 1024 * 1024);
      expect(answer.text()).toContain(`${base}/${ids[0]}`);
    }
    const whole = await send({ path: `${base}/${ids[0]}` });
    expect(whole.text().match(/<li>a<\/li>/g)).toHaveLength(60_000);
    const asWritten = await send({ path: `${base}/${ids[2]}` });
    expect(asWritten.text()).toContain("<pre>[a]: http://x/bbb");
  });
  expect(wait).toBeLessThan(neighbourWaitsMs);
});
