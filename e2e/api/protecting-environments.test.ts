import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal } from "./client";
import { confirm, expectUnconfirmed, type Protected } from "./confirmation";
import {
  createEnvironment,
  createGroup,
  createSite,
  done,
  join,
  type Person,
  type Site,
  signUp,
  unique,
} from "./fixtures";

describe("protecting an environment", () => {
  let other: Site;
  let member: Person;
  let path: string;
  beforeAll(async () => {
    other = await createSite();
    member = await signUp();
    await join(other.owner, other.team.id, member);
    path = `/api/projects/${other.project.referenceId}/environments`;
  });

  it("is for admins, and so is the end of it, which has to name it as well", async () => {
    const message = "Requires admin role on this project";
    expectRefusal(await member.post(path, { name: "A", isProtected: true }), 403, message);
    const { id } = await createEnvironment(member, other.project.referenceId, { name: "A", key: "a" });
    const put = (person: Person, body: object, headers = {}) =>
      person.call("PUT", `${path}/${id}`, body, headers);
    expectRefusal(await put(member, { isProtected: true }), 403, message);
    expect(await done(put(other.owner, { isProtected: true }))).toMatchObject({ isProtected: true });
    expectRefusal(await put(member, { isProtected: false }, confirm("a")), 403, message);
    expect(await done(put(member, { name: "A 2", isProtected: true }, confirm("a")))).toMatchObject({
      ...{ name: "A 2", isProtected: true },
    });
    expect((await put(other.owner, { isProtected: false })).status).toBe(428);
    expect(await done(put(other.owner, { isProtected: false }, confirm("a")))).toMatchObject({
      isProtected: false,
    });
    expect(await done(put(other.owner, { name: "A 3" }))).toMatchObject({ name: "A 3" });
  });

  it("is asked about all that are concerned, by name and in the order that they were made", async () => {
    const { owner, project } = other;
    const [first] = await done<Protected[]>(owner.get(path));
    const second = (await createEnvironment(owner, project.referenceId, {
      ...{ name: "B", isProtected: true },
    })) as Protected;
    await done(owner.put(`${path}/${first?.id}`, { isProtected: true }));
    const both = [first as Protected, second];
    const own = `/api/projects/${project.referenceId}`;
    const shared = await createGroup(owner, project.referenceId);
    const make = (headers = {}) =>
      owner.call("POST", `${own}/groups/${shared.id}/flags`, { name: "F", key: "f" }, headers);
    expectUnconfirmed(await make(), both);
    expectUnconfirmed(await make(confirm(second.key)), both);
    expect((await make(confirm(`${second.key},${first?.key}`))).status).toBe(201);
  });

  it("covers which one is the default, from both sides, and deletion", async () => {
    const { owner, project } = other;
    const [first] = await done<Protected[]>(owner.get(path));
    const { id, key } = await createEnvironment(owner, project.referenceId);
    expectUnconfirmed(await owner.put(`${path}/${id}`, { isDefault: true }), [first as Protected]);
    expectUnconfirmed(await owner.post(path, { name: "New", isDefault: true }), [first as Protected]);
    const move = { isDefault: true, isProtected: true };
    await done(owner.call("PUT", `${path}/${id}`, move, confirm(first?.key ?? "")));
    await done(
      owner.call("PUT", `${path}/${first?.id}`, { isDefault: true }, confirm(`${first?.key},${key}`)),
    );
    // Nobody is asked to name what cannot be done.
    expect((await owner.delete(`${path}/${first?.id}`)).status).toBe(409);
    expect((await owner.delete(`${path}/${id}`)).status).toBe(428);
    await done(owner.call("DELETE", `${path}/${id}`, undefined, confirm(key)));
  });

  it("is not copied along", async () => {
    const { id } = await createEnvironment(other.owner, other.project.referenceId, { isProtected: true });
    const copy = await done(other.owner.post(`${path}/${id}/copy`, { name: unique("Copy") }), 201);
    expect(copy).toMatchObject({ isProtected: false });
  });
});
