import { createServer } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { targetPort } from "../target-port";
import { expectRefusal, send, statusesOf } from "./client";
import {
  createMock,
  createSite,
  createWebhook,
  done,
  join,
  type Mock,
  type Person,
  password,
  pathOf,
  postJson,
  type Site,
  signUp,
  type Team,
  unique,
} from "./fixtures";

let site: Site;
let colleague: Person;

beforeAll(async () => {
  site = await createSite();
  colleague = await signUp();
  await join(site.owner, site.team.id, colleague);
});

const mockBody = () => ({ name: "x", endpoint: `/${unique("once")}` });
const post = (person: Person, path: string, body: unknown, key: string) =>
  person.call("POST", path, JSON.stringify(body), { "idempotency-key": key });
const countOf = async (endpoint: string) =>
  (await done<Mock[]>(site.owner.get(site.mocks))).filter((mock) => mock.endpoint === endpoint).length;

describe("Idempotency-Key", () => {
  it("the same key and body get the stored answer, and nothing is created twice", async () => {
    for (const [path, body] of [
      [site.mocks, mockBody()],
      ["/api/teams", { name: "Once", slug: unique("once") }],
      [`/api/teams/${site.team.id}/projects`, { name: "Once", slug: unique("once") }],
    ] as const) {
      const key = unique("key");
      const first = await post(site.owner, path, body, key);
      const second = await post(site.owner, path, body, key);
      expect(first.status, first.text()).toBe(201);
      expect(second.status, second.text()).toBe(201);
      expect(second.json()).toEqual(first.json());
    }
  });

  it("the same key with another body is 409", async () => {
    const key = unique("key");
    const body = mockBody();
    expect((await post(site.owner, site.mocks, body, key)).status).toBe(201);
    const other = mockBody();
    expectRefusal(await post(site.owner, site.mocks, other, key), 409);
    expect(await countOf(other.endpoint)).toBe(0);
  });

  it("of ten at once one creates; the others get its answer or 409", async () => {
    const key = unique("key");
    const body = mockBody();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(site.owner, site.mocks, body, key)),
    );
    const ids = new Set<string>();
    for (const answer of answers) {
      expect([201, 409]).toContain(answer.status);
      if (answer.status === 201) ids.add(answer.json<Mock>().id);
    }
    expect(ids.size, JSON.stringify(statusesOf(answers))).toBe(1);
    expect(await countOf(body.endpoint)).toBe(1);
  });

  it("belongs to a caller and a path", async () => {
    const key = unique("key");
    const first = await post(site.owner, "/api/teams", { name: "A", slug: unique("a") }, key);
    const otherCaller = await post(colleague, "/api/teams", { name: "B", slug: unique("b") }, key);
    const otherPath = await post(site.owner, site.mocks, mockBody(), key);
    expect([first.status, otherCaller.status, otherPath.status]).toEqual([201, 201, 201]);
    expect(otherCaller.json<Team>().name).toBe("B");
  });

  it("refusals are not stored: the corrected request may use the same key", async () => {
    const key = unique("key");
    const body = mockBody();
    expectRefusal(await post(site.owner, site.mocks, { ...body, statusCode: 1 }, key), 400);
    expect((await post(site.owner, site.mocks, body, key)).status).toBe(201);

    const slug = unique("taken");
    const takenBody = { name: "x", slug };
    const conflictKey = unique("key");
    const { id } = await done<Team>(site.owner.post("/api/teams", takenBody), 201);
    expectRefusal(await post(site.owner, "/api/teams", takenBody, conflictKey), 409);
    await done(site.owner.delete(`/api/teams/${id}`));
    expect((await post(site.owner, "/api/teams", takenBody, conflictKey)).status).toBe(201);
  });

  it("an answer that shows a secret is not stored: its repeat is 409", async () => {
    const path = `/api/teams/${site.team.id}/invitations`;
    const key = unique("key");
    const body = { email: "guest@example.com" };
    const first = await post(site.owner, path, body, key);
    expect(first.status, first.text()).toBe(201);
    const repeat = await post(site.owner, path, body, key);
    expectRefusal(repeat, 409);
    expect(repeat.text()).not.toContain(first.json<{ token: string }>().token);
    expect(await done<unknown[]>(site.owner.get(path))).toHaveLength(1);
  });

  it("access is judged anew at each repeat", async () => {
    const guest = await signUp();
    await join(site.owner, site.team.id, guest);
    const key = unique("key");
    const body = mockBody();
    expect((await post(guest, site.mocks, body, key)).status).toBe(201);
    await done(site.owner.delete(`/api/teams/${site.team.id}/members/${guest.id}`));
    expectRefusal(await post(guest, site.mocks, body, key), 403);
  });

  it.each(["a".repeat(10_000), ""])(
    "a key that can't be used is 400 or ignored, never a failure",
    async (key) => {
      const answer = await post(site.owner, site.mocks, mockBody(), key);
      expect([201, 400]).toContain(answer.status);
    },
  );

  it("means nothing to callers without an account, who can't be told apart", async () => {
    const key = unique("key");
    const headers = { "idempotency-key": key };
    const credentials = (person: Person) => ({ email: person.email, password });
    for (const person of [site.owner, colleague, site.owner]) {
      const answer = await postJson("/api/auth/sign-in", credentials(person), headers);
      expect(answer.status, answer.text()).toBe(200);
      expect(answer.json()).toMatchObject({ user: { email: person.email } });
    }
    const wrong = await postJson("/api/auth/sign-in", { ...credentials(colleague), password: "no" }, headers);
    expect(wrong.status).toBe(401);
    const body = { name: "x", email: `${unique("once")}@example.com`, password };
    expect((await postJson("/api/auth/sign-up/email", body, headers)).status).toBe(200);
  });

  it("holds for a ticket, whose repeat is 409", async () => {
    const { id } = await createWebhook(site.owner, site.project.id);
    const path = `/api/projects/${site.project.id}/webhooks/${id}/stream-tickets`;
    const key = unique("key");
    expect((await post(site.owner, path, {}, key)).status).toBe(201);
    expectRefusal(await post(site.owner, path, {}, key), 409);
  });

  it("a call that waits for another server keeps nobody else waiting, and its answer is repeated", async () => {
    const target = await startHeldTarget();
    try {
      const webhook = await createWebhook(site.owner, site.project.id);
      const { id } = await done<{ id: string }>(send({ path: pathOf(webhook), host: site.host }));
      const path = `/api/projects/${site.project.id}/webhooks/${webhook.id}/requests/${id}/replay`;
      const body = { url: target.url };
      const key = unique("key");
      const first = post(site.owner, path, body, key);
      await target.called;
      await createMock(site.owner, site.project.id);
      expectRefusal(await post(site.owner, path, body, key), 409);
      target.answer();
      expect((await first).status).toBe(200);
      expect((await post(site.owner, path, body, key)).json()).toEqual((await first).json());
      expect(target.calls()).toBe(1);
    } finally {
      await target.close();
    }
  });
});

/** Answers no request before it is told to, on the port that the service may call. */
async function startHeldTarget() {
  let calls = 0;
  let answer = () => {};
  const told = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let wasCalled = () => {};
  const called = new Promise<void>((resolve) => {
    wasCalled = resolve;
  });
  const server = createServer((_, response) => {
    calls += 1;
    wasCalled();
    void told.then(() => response.end("done"));
  });
  const port = targetPort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}/`,
    called,
    answer,
    calls: () => calls,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
