import { describe, expect, it } from "vitest";
import { expectRefusal, nextPage, send, statusesOf } from "./client";
import { emptyRange } from "./contents";
import {
  type Deletion,
  deletionsOf,
  key,
  listed,
  makers,
  mock,
  readAll,
  reference,
  restore,
  restorePath,
  setUpSite,
  site,
} from "./deletion-site";
import {
  bearer,
  createMock,
  createSite,
  createWebhook,
  done,
  pathOf,
  signUp,
  unique,
  unknownId,
} from "./fixtures";

setUpSite();

describe.each(makers)("a deleted %s", (kind, make) => {
  it("is gone at once, and comes back as it was", async () => {
    const thing = await make();
    const [before, outside] = [await readAll(thing.reads), await thing.outside?.()];
    expect(before.map(({ status }) => status)).toEqual(thing.reads.map(() => 200));

    const deleted = await site.owner.delete(thing.path);
    expect([deleted.status, deleted.text()]).toEqual([200, '{"success":true}']);
    for (const { path, status } of await readAll(thing.reads)) {
      // Values of a record are a list.
      expect([404, path.endsWith("/values") ? 200 : 404], path).toContain(status);
    }
    if (thing.outside) expect((await thing.outside()).status).toBe(404);
    const { id, deletedAt, undoableUntil, ...shown } = (await listed())[0] as Deletion;
    expect(shown).toEqual({ kind, itemId: thing.itemId, name: thing.name, mine: true });
    expect(Date.parse(undoableUntil) - Date.parse(deletedAt)).toBe(30_000);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);

    expect(await done(restore(kind, thing.itemId))).toEqual({ success: true });
    expect(await readAll(thing.reads)).toEqual(before);
    const again = await thing.outside?.();
    expect([again?.status, again?.text()]).toEqual([outside?.status, outside?.text()]);
    expect(again?.rawHeaders.filter((name) => /^x-[abz]/i.test(name))).toEqual(
      outside?.rawHeaders.filter((name) => /^x-[abz]/i.test(name)),
    );
    expect((await listed()).map(({ itemId }) => itemId)).not.toContain(thing.itemId);
    expectRefusal(await restore(kind, thing.itemId), 404, "Deletion not found");
  });

  it("restored ten times at once comes back once", async () => {
    const { path, itemId } = await make();
    await done(site.owner.delete(path));
    const answers = await Promise.all(Array.from({ length: 10 }, () => restore(kind, itemId)));
    expect(statusesOf(answers)).toEqual({ 200: 1, 404: 9 });
    expect((await site.owner.get(path)).status).toBe(200);
  });

  it("deleted ten times at once is deleted once", async () => {
    const { path, itemId } = await make();
    const answers = await Promise.all(Array.from({ length: 10 }, () => site.owner.delete(path)));
    expect(statusesOf(answers)).toEqual({ 200: 1, 404: 9 });
    expect((await listed()).filter((each) => each.itemId === itemId)).toHaveLength(1);
  });
});

it.each(makers.slice(0, 2))("the UUID of a deleted %s may be written in capitals", async (kind, make) => {
  const { path, itemId } = await make();
  await done(site.owner.delete(path.replace(itemId, itemId.toUpperCase())));
  expect(await done(restore(kind, itemId.toUpperCase()))).toEqual({ success: true });
  expect((await site.owner.get(path)).status).toBe(200);
});

describe("an inbox that comes back", () => {
  it("goes on counting where it was, and has nothing of the time between", async () => {
    const inbox = await createWebhook(site.owner, site.project.id);
    const path = `/api/projects/${site.project.id}/webhooks/${inbox.id}`;
    const capture = () => send({ method: "POST", path: pathOf(inbox), host: site.host, body: "x" });
    for (let at = 0; at < 3; at += 1) await done(capture());
    await done(site.owner.delete(path));
    expectRefusal(await capture(), 404, "Webhook not found");
    await done(restore("webhook", inbox.id));
    await done(capture());
    const requests = await done<{ sequence: number }[]>(site.owner.get(`${path}/requests`));
    expect(requests.map(({ sequence }) => sequence)).toEqual([4, 3, 2, 1]);
  });

  it("loses nothing that was captured while it was being deleted", async () => {
    const inbox = await createWebhook(site.owner, site.project.id);
    const path = `/api/projects/${site.project.id}/webhooks/${inbox.id}`;
    const capturing = Array.from({ length: 30 }, () =>
      send({ method: "POST", path: pathOf(inbox), host: site.host, body: "x" }),
    );
    await done(site.owner.delete(path));
    const taken = (await Promise.all(capturing)).filter(({ status }) => status === 200);
    await done(restore("webhook", inbox.id));
    const kept = await done<{ id: string }[]>(site.owner.get(`${path}/requests`));
    const ids = taken.map((answer) => answer.json<{ id: string }>().id);
    expect(kept.map(({ id }) => id).sort()).toEqual(ids.sort());
  });
});

it("a release that was being written ends after its return", async () => {
  const releases = `/api/projects/${site.project.id}/releases`;
  const { id } = await done<{ id: string }>(site.owner.post(`${releases}/generate`, emptyRange), 201);
  await done(site.owner.delete(`${releases}/${id}`));
  await done(restore("release", id));
  const status = async () => (await site.owner.get(`${releases}/${id}`)).json().status;
  await expect.poll(status).toBe("draft");
});

describe("the list", () => {
  it("is of the project alone, newest first, by pages too", async () => {
    const [fresh, other] = [await createSite(), await createSite()];
    const ids: string[] = [];
    while (ids.length < 5) {
      const { id } = await createMock(fresh.owner, fresh.project.id);
      await done(fresh.owner.delete(`${fresh.mocks}/${id}`));
      ids.unshift(id);
    }
    expect((await listed(fresh)).map(({ itemId }) => itemId)).toEqual(ids);
    expect(await listed(other)).toEqual([]);
    const seen: string[] = [];
    for (let next: string | undefined = `${deletionsOf(fresh)}?limit=2`; next; ) {
      const answer = await fresh.owner.get(next);
      seen.push(...answer.json<Deletion[]>().map(({ itemId }) => itemId));
      next = nextPage(answer);
    }
    expect(seen).toEqual(ids);
  });

  it("is for members and keys of the project, by either ID", async () => {
    const stranger = await signUp();
    expectRefusal(await stranger.get(deletionsOf()), 403);
    expectRefusal(await send({ path: deletionsOf() }), 401);
    expect((await site.owner.get(`/api/projects/${reference}/deletions`)).status).toBe(200);
    expect((await send({ path: deletionsOf(), headers: bearer(key) })).status).toBe(200);
  });
});

it.each([
  ["mock", unknownId],
  ["mock", "x"],
  ["nothing", unknownId],
  ["record", "%"],
  ["constructor", unknownId],
])("restoring the unknown %s %s is 404", async (kind, itemId) => {
  expectRefusal(await restore(kind, itemId), 404, "Deletion not found");
});

it("what another project deleted is unknown", async () => {
  const other = await createSite();
  const { id } = await createMock(other.owner, other.project.id);
  await done(other.owner.delete(`${other.mocks}/${id}`));
  expectRefusal(await restore("mock", id), 404, "Deletion not found");
  expectRefusal(await site.owner.post(restorePath("mock", id, other)), 403);
  await done(restore("mock", id, other));
});

it("a repeat with the same Idempotency-Key gets the first answer", async () => {
  const { path, itemId } = await mock();
  await done(site.owner.delete(path));
  const headers = { "idempotency-key": unique("key") };
  for (let at = 0; at < 2; at += 1) {
    const answer = await site.owner.call("POST", restorePath("mock", itemId), undefined, headers);
    expect([answer.status, answer.json()]).toEqual([200, { success: true }]);
  }
});
