import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "@/sidecar/stream-client";
import { send, statusesOf } from "./client";
import {
  bearer,
  createKey,
  createProject,
  createSite,
  createTeam,
  done,
  join,
  type Person,
  type Site,
  signUp,
  type Webhook,
} from "./fixtures";
import { createInbox } from "./inbox";
import { withTimeAhead } from "./near-future";
import { captureMany, closeReaders, numbers, type Reader, read, streamPath } from "./stream-reader";

/** Within a second, and what a busy machine adds; below the 15 s after which everything is asked again. */
const soonMs = 10_000;

let site: Site;
let key: string;
beforeAll(async () => {
  site = await createSite();
  ({ key } = await createKey(site.owner, site.project.referenceId));
});
afterAll(closeReaders);

const cookieOf = ({ cookie }: Person) => ({ cookie });

// One test waits for seconds, so they run at the same time.
describe.concurrent("a stream is closed", () => {
  async function openFor(person: Person) {
    const inbox = await createInbox(site);
    return { inbox, reader: await read(streamPath(inbox.webhook.id), { headers: cookieOf(person) }) };
  }
  async function expectClosed({ closed }: Reader, expected: number): Promise<void> {
    const code = await Promise.race([closed.then((end) => end.code), sleep(soonMs, "still open")]);
    expect(code).toBe(expected);
  }

  it("with 4004 when its inbox is deleted", async () => {
    const { inbox, reader } = await openFor(site.owner);
    await done(site.owner.delete(inbox.api));
    await expectClosed(reader, 4004);
  });

  it("with 4004 when its project is deleted", async () => {
    const project = await createProject(site.owner, site.team.id);
    const inbox = await createInbox({ ...site, project });
    const reader = await read(streamPath(inbox.webhook.id), { headers: cookieOf(site.owner) });
    await done(site.owner.delete(`/api/teams/${site.team.id}/projects/${project.id}`));
    await expectClosed(reader, 4004);
  });

  it("with 4003 when its key is revoked, and others stay open", async () => {
    const inbox = await createInbox(site);
    const revoked = await createKey(site.owner, site.project.referenceId);
    const reader = await read(streamPath(inbox.webhook.id), { headers: bearer(revoked.key) });
    const other = await read(streamPath(inbox.webhook.id), { headers: bearer(key) });
    await done(site.owner.delete(`/api/projects/${site.project.referenceId}/api-keys/${revoked.id}`));
    await expectClosed(reader, 4003);
    await captureMany(inbox, 1);
    await other.expectSequences([1]);
    expect(reader.frames).toEqual([]);
  });

  it("with 4003 when its key expires", async () => {
    const inbox = await createInbox(site);
    const { reader, expiresAt } = await withTimeAhead(2000, async (at) => {
      const expiring = await createKey(site.owner, site.project.referenceId, { expiresAt: at });
      const opened = await read(streamPath(inbox.webhook.id), { headers: bearer(expiring.key) });
      return { reader: opened, expiresAt: at };
    });
    const { code } = await reader.closed;
    expect(code).toBe(4003);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
    expect(Date.now()).toBeLessThan(Date.parse(expiresAt) + soonMs);
  });

  it("with 4003 when its person signs out or leaves the team", async () => {
    const guests = [await signUp(), await signUp()] as const;
    for (const guest of guests) await join(site.owner, site.team.id, guest);
    const [leaving, gone] = [await openFor(guests[0]), await openFor(guests[1])];
    await done(guests[0].post("/api/auth/sign-out", {}));
    await expectClosed(leaving.reader, 4003);
    await done(site.owner.delete(`/api/teams/${site.team.id}/members/${guests[1].id}`));
    await expectClosed(gone.reader, 4003);
  });

  it("with 4003 when its project is moved to a team that its listener is not in, and others hear on", async () => {
    const project = await createProject(site.owner, site.team.id);
    const inbox = await createInbox({ ...site, project });
    const guest = await signUp();
    await join(site.owner, site.team.id, guest);
    const path = streamPath(inbox.webhook.id);
    const [left, kept] = [
      await read(path, { headers: cookieOf(guest) }),
      await read(path, { headers: cookieOf(site.owner) }),
    ];
    const target = await createTeam(site.owner);
    await done(
      site.owner.post(`/api/teams/${site.team.id}/projects/${project.id}/move`, { toTeamId: target.id }),
    );
    await expectClosed(left, 4003);
    const moved = await done<Webhook>(
      site.owner.get(`/api/projects/${project.id}/webhooks/${inbox.webhook.id}`),
    );
    const { host, pathname } = new URL(moved.url);
    expect((await send({ method: "POST", host, path: pathname })).status).toBe(200);
    await kept.expectSequences([1]);
  });
});

// Alone, because it fills the connections with megabytes.
it("a client that stops reading is closed with 4008 and can resume, and other clients miss nothing", {
  timeout: 300_000,
}, async () => {
  const inbox = await createInbox(site);
  const path = streamPath(inbox.webhook.id);
  const [stuck, other] = [
    await read(path, { headers: bearer(key) }),
    await read(path, { headers: bearer(key) }),
  ];
  const pausedAt = performance.now();
  stuck.socket.pause();
  // As base64 56 MB: more than the systems on both sides hold for a connection, 37 MB where this was written.
  const count = 40;
  const body = Buffer.alloc(1024 * 1024, 0xff);
  for (let at = 0; at < count; at += 4) {
    const answers = await Promise.all([0, 1, 2, 3].map(() => inbox.capture({ method: "POST", body })));
    expect(statusesOf(answers)).toEqual({ 200: 4 });
  }
  await other.expectSequences(numbers(1, count));
  await sleep(8000);
  // Who answers no ping either is given up without a goodbye, on a slow machine before all this is captured.
  const isGivenUp = performance.now() - pausedAt > limits.pingEveryMs;
  stuck.socket.resume();
  const closed = await stuck.closed;
  expect([4008, ...(isGivenUp ? [1006] : [])]).toContain(closed.code);
  if (closed.code === 4008) expect(closed.reason).toBe("not reading");
  const got = stuck.sequences;
  expect(got).toEqual(numbers(1, got.length));
  expect(got.length).toBeLessThan(count);
  const again = await read(`${path}?after=${got.length}`, { headers: bearer(key) });
  await again.expectSequences(numbers(got.length + 1, count));
});
