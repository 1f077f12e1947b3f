import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, nextPage } from "./client";
import {
  createMock,
  createProject,
  createSite,
  createTeam,
  done,
  type Invitation,
  join,
  type Site,
  signUp,
} from "./fixtures";

type Item = { id?: string; userId?: string };

const size = 7;
const keyOf = ({ id, userId }: Item) => id ?? userId;
let site: Site;
const expected: Record<string, (string | undefined)[]> = {};

beforeAll(async () => {
  site = await createSite();
  const { owner, team, project } = site;
  const teams = [(await done<Item[]>(owner.get("/api/teams"))).find(({ id }) => id !== team.id), team];
  const projects: Item[] = [project];
  const mocks: Item[] = [];
  const invitations: Item[] = [];
  const members: Item[] = [owner];
  while (teams.length < size) teams.push(await createTeam(owner));
  while (projects.length < size) projects.push(await createProject(owner, team.id));
  while (mocks.length < size) mocks.push(await createMock(owner, project.id));
  while (members.length < size) {
    const guest = await signUp();
    await join(owner, team.id, guest);
    members.push(guest);
  }
  while (invitations.length < size) {
    const body = { email: `guest${invitations.length}@example.com` };
    invitations.push(await done<Invitation>(owner.post(`/api/teams/${team.id}/invitations`, body), 201));
  }
  const ids = (items: (Item | undefined)[]) => items.map((item) => item && keyOf(item)).reverse();
  expected["/api/teams"] = ids(teams);
  expected[`/api/teams/${team.id}/projects`] = ids(projects);
  expected[`/api/teams/${team.id}/members`] = ids(members);
  expected[`/api/teams/${team.id}/invitations`] = ids(invitations);
  expected[site.mocks] = ids(mocks);
});

const lists = () => Object.entries(expected);

describe("lists", () => {
  it("are arrays, newest first, complete without a limit", async () => {
    for (const [path, ids] of lists()) {
      const answer = await site.owner.get(path);
      expect(answer.json<Item[]>().map(keyOf), path).toEqual(ids);
      expect(answer.headers.link, path).toBeUndefined();
    }
  });

  it.each([1, 2, 3, 6, 7, 8, 1000])("walked by pages of %i show every item once, in order", async (limit) => {
    for (const [path, ids] of lists()) {
      const seen: (string | undefined)[] = [];
      let pages = 0;
      for (let next: string | undefined = `${path}?limit=${limit}`; next; pages += 1) {
        expect(pages, path).toBeLessThan(20);
        const answer = await site.owner.get(next);
        expect(answer.status, answer.text()).toBe(200);
        const items = answer.json<Item[]>();
        expect(items.length, next).toBeLessThanOrEqual(limit);
        seen.push(...items.map(keyOf));
        next = nextPage(answer);
      }
      expect(seen, path).toEqual(ids);
      expect(pages, path).toBe(Math.ceil(size / limit));
    }
  });

  it("a page goes on where it was, although newer items were added and its last one was deleted", async () => {
    const fresh = await createSite();
    const made = [];
    for (let count = 0; count < 4; count += 1) made.push(await createMock(fresh.owner, fresh.project.id));
    const ids = made.map(({ id }) => id).reverse();
    const first = await fresh.owner.get(`${fresh.mocks}?limit=2`);
    expect(first.json<Item[]>().map(keyOf)).toEqual(ids.slice(0, 2));
    await createMock(fresh.owner, fresh.project.id);
    await done(fresh.owner.delete(`${fresh.mocks}/${ids[1]}`));
    const second = await fresh.owner.get(nextPage(first) ?? "");
    expect(second.json<Item[]>().map(keyOf)).toEqual(ids.slice(2));
  });

  it.each(["", "0", "-1", "1001", "1.5", "abc", "1e3", "%205", "%2B5", "99999999999999999999"])(
    'the limit "%s" is 400',
    async (limit) => {
      for (const [path] of lists()) {
        const { code, issues = [] } = expectRefusal(await site.owner.get(`${path}?limit=${limit}`), 400);
        expect(code).toBe("invalid_request");
        expect(issues.map((issue) => issue.path)).toEqual(["limit"]);
      }
    },
  );

  it.each(["", "!", "not%20one", "AAAA", "a".repeat(201)])('the cursor "%s" is 400', async (cursor) => {
    for (const [path] of lists()) {
      const answer = await site.owner.get(`${path}?limit=2&cursor=${cursor}`);
      expectRefusal(answer, 400);
    }
  });

  const forged = [
    "1 x",
    "1 -",
    `1 ${"a".repeat(64)}`,
    "999999999999999 3f0c2f5e-8d2b-4a53-9a5e-1f4f7a0f9c11",
    "-1 3f0c2f5e-8d2b-4a53-9a5e-1f4f7a0f9c11",
    "1 3f0c2f5e-8d2b-4a53-9a5e-1f4f7a0f9c11 --",
    "1e9 3f0c2f5e-8d2b-4a53-9a5e-1f4f7a0f9c11",
  ];
  it.each(forged)(
    'a forged cursor of "%s" is 400, or the end of a list whose ids are texts',
    async (text) => {
      for (const [path] of lists()) {
        const cursor = Buffer.from(text).toString("base64url");
        const answer = await site.owner.get(`${path}?limit=2&cursor=${cursor}`);
        if (path.endsWith("/members") && answer.status === 200) expect(answer.json()).toEqual([]);
        else expectRefusal(answer, 400);
      }
    },
  );

  it("unknown query parameters are ignored", async () => {
    for (const [path, ids] of lists()) {
      const items = await done<Item[]>(site.owner.get(`${path}?color=red&LIMIT=0`));
      expect(items.map(keyOf)).toEqual(ids);
    }
  });

  it("show an account nothing of others", async () => {
    const newcomer = await signUp();
    const teams = await done<{ isPersonal: boolean }[]>(newcomer.get("/api/teams"));
    expect(teams.map(({ isPersonal }) => isPersonal)).toEqual([true]);
  });
});
