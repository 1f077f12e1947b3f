import { describe, expect, it } from "vitest";
import { expectRefusal, issuePaths, statusesOf } from "./client";
import { create, defaultsOf, list, member, path, pathOf, setUpSite, site } from "./environment-site";
import { createEnvironment, createSite, done, type Environment, unique } from "./fixtures";

setUpSite();

describe("the default environment", () => {
  it("is moved by creating one with the mark, and by changing one, never doubled", async () => {
    const fresh = await createSite();
    const reference = fresh.project.referenceId;
    const [first] = await list(fresh);
    const second = await createEnvironment(fresh.owner, reference, { name: "Second", isDefault: true });
    expect(second.isDefault).toBe(true);
    expect(defaultsOf(await list(fresh))).toEqual([second.id]);
    const back = await done(fresh.owner.put(`${pathOf(fresh)}/${first?.id}`, { isDefault: true }));
    expect(back).toEqual({ ...first, updatedAt: expect.any(String) });
    expect(defaultsOf(await list(fresh))).toEqual([first?.id]);
  });

  it("is moved by admins only, by either way, and cannot be given up", async () => {
    const { id } = await createEnvironment(site.owner, site.project.referenceId);
    const admin = "Requires admin role on this project";
    expectRefusal(await member.post(path, { name: unique("x"), isDefault: true }), 403, admin);
    expectRefusal(await member.put(`${path}/${id}`, { isDefault: true }), 403, admin);
    expectRefusal(await member.delete(`${path}/${id}`), 403, admin);
    const [current] = await list();
    expect(issuePaths(await site.owner.put(`${path}/${current?.id}`, { isDefault: false }))).toEqual([
      "isDefault",
    ]);
    expect(defaultsOf(await list())).toEqual([current?.id]);
  });

  it("a failed creation with the mark leaves it where it was", async () => {
    const before = defaultsOf(await list());
    expect((await create({ name: "Production", isDefault: true })).status).toBe(409);
    expect(defaultsOf(await list())).toEqual(before);
  });

  it("cannot be deleted; once it is no longer the default it can", async () => {
    const fresh = await createSite();
    const [first] = await list(fresh);
    const removal = () => fresh.owner.delete(`${pathOf(fresh)}/${first?.id}`);
    expect(expectRefusal(await removal(), 409).code).toBe("conflict");
    await createEnvironment(fresh.owner, fresh.project.referenceId, { isDefault: true });
    expect(await done(removal())).toEqual({ success: true });
    expectRefusal(await removal(), 404, "Environment not found");
  });

  it("is exactly one after 20 moves at once, and at every moment between", async () => {
    const fresh = await createSite();
    const environments = await list(fresh);
    while (environments.length < 5) {
      environments.push(await createEnvironment(fresh.owner, fresh.project.referenceId));
    }
    let ended = false;
    const seen: number[] = [];
    const watch = async () => {
      while (!ended) seen.push(defaultsOf(await list(fresh)).length);
    };
    const watching = watch();
    const moves = Array.from({ length: 20 }, (_, at) =>
      fresh.owner.put(`${pathOf(fresh)}/${environments[at % 5]?.id}`, { isDefault: true }),
    );
    expect(statusesOf(await Promise.all(moves))).toEqual({ 200: 20 });
    ended = true;
    await watching;
    expect(new Set(seen)).toEqual(new Set([1]));
    expect(defaultsOf(await list(fresh))).toHaveLength(1);
  });

  it("is exactly one after 20 creations with the mark at once", async () => {
    const fresh = await createSite();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        fresh.owner.post(pathOf(fresh), { name: `E${at}`, isDefault: true }),
      ),
    );
    expect(statusesOf(answers)).toEqual({ 201: 20 });
    const all = await list(fresh);
    expect(all).toHaveLength(21);
    expect(defaultsOf(all)).toHaveLength(1);
  });

  it("is exactly one when moves and deletions of the same environments cross", async () => {
    const fresh = await createSite();
    const made: Environment[] = [];
    for (let count = 0; count < 6; count += 1) {
      made.push(await createEnvironment(fresh.owner, fresh.project.referenceId));
    }
    const answers = await Promise.all(
      made.flatMap(({ id }) => [
        fresh.owner.put(`${pathOf(fresh)}/${id}`, { isDefault: true }),
        fresh.owner.delete(`${pathOf(fresh)}/${id}`),
      ]),
    );
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    expect(defaultsOf(await list(fresh))).toHaveLength(1);
  });
});
