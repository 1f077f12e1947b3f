import { beforeAll, describe, expect, it } from "vitest";
import { table } from "@/lib/api/table";
import { expectRefusal, isServerDoor, send } from "./client";
import { refusesUuid } from "./everything";
import {
  createMock,
  createSite,
  done,
  type Mock,
  type Person,
  type Project,
  type Site,
  signUp,
  type Team,
  unknownId,
} from "./fixtures";
import { passedOn } from "./proxy";

let site: Site;
let mock: Mock;
let stranger: Person;

beforeAll(async () => {
  site = await createSite();
  mock = await createMock(site.owner, site.project.id);
  stranger = await signUp();
});

const team = () => `/api/teams/${site.team.id}`;
const project = () => `${team()}/projects/${site.project.id}`;

describe("x-request-id", () => {
  it("is made where the caller sends none, different each time", async () => {
    const [first, second] = await Promise.all([send({ path: "/api/teams" }), send({ path: "/api/teams" })]);
    expect(first.headers["x-request-id"]).toMatch(/^[\w-]{8,}$/);
    expect(first.headers["x-request-id"]).not.toBe(second.headers["x-request-id"]);
  });

  it("is echoed on successes and refusals", async () => {
    const headers = { "x-request-id": "trace-42" };
    for (const path of ["/api/teams", team(), `/api/teams/${unknownId}`, "/api/nowhere"]) {
      const answer = await site.owner.call("GET", path, undefined, headers);
      expect(answer.headers["x-request-id"], path).toBe("trace-42");
    }
  });
});

const refusing = table.flatMap(({ operation: { method, path } }) =>
  method === "GET" && refusesUuid.test(path) ? path : [],
);

describe("unknown resources", () => {
  const malformedIds = ["1", "not-a-uuid", `${unknownId}0`, "null", "%20", "...", "%00"];
  // Next itself fails on these, so behind it they name nothing at all.
  const malformedPaths = ["%ed%a0%80", "%ff", "%"];
  const places = (id: string): [message: string, path: string][] => [
    ["Team not found", `/api/teams/${id}`],
    ["Team not found", `/api/teams/${id}/projects`],
    ["Team not found", `/api/teams/${id}/members`],
    ["Team not found", `/api/teams/${id}/invitations`],
    ["Project not found", `${team()}/projects/${id}`],
    ["Project not found", `/api/projects/${id}/mocks`],
    ["Mock not found", `${site.mocks}/${id}`],
  ];

  it.each(passedOn([unknownId, ...malformedIds]))("%s is 404 with the resource's name", async (id) => {
    for (const [message, path] of places(id)) {
      expect(expectRefusal(await site.owner.get(path), 404, message).code).toBe("not_found");
    }
  });

  it.each(malformedPaths)("%s is 404, with the resource's name where the server decides", async (id) => {
    for (const [message, path] of places(id)) {
      expectRefusal(await site.owner.get(path), 404, isServerDoor ? message : undefined);
    }
  });

  it("a team's reference ID is no id on its paths", async () => {
    expectRefusal(await site.owner.get(`/api/teams/${site.team.referenceId}`), 404, "Team not found");
  });

  it.each([
    ...["/mocks", "/webhooks", "/releases", "/mock-calls", "/usage", "/audit-log", "/release-settings"],
  ])("a project's two IDs give the same response on %s", async (path) => {
    const { id, referenceId } = site.project;
    const [byId, byReference] = await Promise.all([
      done(site.owner.get(`/api/projects/${id}${path}`)),
      done(site.owner.get(`/api/projects/${referenceId}${path}`)),
    ]);
    expect(byReference).toEqual(byId);
  });

  it.each(refusing)("the UUID of a project is refused with a hint: %s", async (path) => {
    const { id } = site.project;
    for (const each of [id, id.toUpperCase(), unknownId]) {
      const answer = await site.owner.get(path.replace(":projectId", each).replaceAll(/:\w+/g, "x"));
      expectRefusal(answer, 404, "Project not found");
      expect(answer.json().hint).toContain("takes the Project ID");
    }
  });

  it("a child of another parent is not found", async () => {
    const other = await createSite();
    const foreign = await createMock(other.owner, other.project.id);
    expectRefusal(await site.owner.get(`${site.mocks}/${foreign.id}`), 404, "Mock not found");
    expectRefusal(await site.owner.get(`${team()}/projects/${other.project.id}`), 404, "Project not found");
  });

  const unknownPaths = [
    "/api/teams/",
    "/api",
    "/api/",
    "/api/nowhere",
    "/api/teams/x/y/z",
    "/api/projects",
    "/api/auth/nowhere",
  ];
  it.each(unknownPaths)("the path %s is 404 in JSON for every method", async (path) => {
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH"]) {
      const answer = await send({ method, path });
      expect(answer.status, `${method} ${path}`).toBe(404);
      expect(answer.json().error, `${method} ${path}`).toEqual(expect.any(String));
    }
  });
});

describe("methods", () => {
  const known = (): [path: string, allowed: string[]][] => [
    ["/api/teams", ["GET", "HEAD", "POST"]],
    [team(), ["GET", "HEAD", "PUT", "DELETE"]],
    [`${team()}/projects`, ["GET", "HEAD", "POST"]],
    [project(), ["GET", "HEAD", "PUT", "DELETE"]],
    [`${team()}/members`, ["GET", "HEAD"]],
    [`${team()}/invitations`, ["GET", "HEAD", "POST"]],
    [site.mocks, ["GET", "HEAD", "POST"]],
    [`${site.mocks}/${mock.id}`, ["GET", "HEAD", "PUT", "DELETE"]],
    [`/api/invitations/x/accept`, ["POST"]],
    ["/api/auth/sign-in", ["POST"]],
  ];

  it("another method on a known path is 405 with what is allowed, also without credentials", async () => {
    for (const [path, allowed] of known()) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"].filter((each) => !allowed.includes(each))) {
        const answer = await send({ method, path });
        expect(expectRefusal(answer, 405).code).toBe("method_not_allowed");
        const allow = (answer.headers.allow ?? "").split(",").map((each) => each.trim());
        expect(allow, path).toEqual(expect.arrayContaining(allowed));
        expect(allow, path).not.toContain(method);
      }
    }
  });

  it("HEAD answers like GET, without a body", async () => {
    for (const [path, allowed] of known()) {
      if (!allowed.includes("GET")) continue;
      const [head, get] = [await site.owner.call("HEAD", path), await site.owner.get(path)];
      expect(head.status, path).toBe(get.status);
      expect(head.body.byteLength, path).toBe(0);
      expect(head.headers["content-type"], path).toBe(get.headers["content-type"]);
    }
    expect((await send({ method: "HEAD", path: "/api/teams" })).status).toBe(401);
  });
});

it.each(["constructor=1", "toString=2", "__proto__=1&sort=name", "%5f_proto__=1"])(
  "a query ?%s, whose names every object has, is answered",
  async (query) => {
    expect((await site.owner.get(`${site.mocks}?${query}`)).status).toBe(200);
  },
);

describe("order of checks", () => {
  const bad = "{nope";
  const text = { "content-type": "text/plain" };

  it("no session comes before a bad body, and before existence", async () => {
    for (const path of [
      "/api/teams",
      `/api/teams/${unknownId}/projects`,
      `/api/projects/${unknownId}/mocks`,
    ]) {
      expectRefusal(await send({ method: "POST", path, body: bad, headers: text }), 401, "Unauthorized");
    }
  });
  it("no session comes before an id that nothing can have", async () => {
    for (const path of ["/api/teams/%00", "/api/projects/%00/mocks", `${site.mocks}/%00`]) {
      expectRefusal(await send({ path }), 401, "Unauthorized");
    }
  });
  it("an unknown project, a stranger and an unknown child come before a bad Idempotency-Key", async () => {
    const post = (person: Person, path: string) =>
      person.call("POST", path, "{}", { "idempotency-key": "not one" });
    expectRefusal(await post(site.owner, `/api/projects/${unknownId}/mocks`), 404, "Project not found");
    expectRefusal(await post(stranger, site.mocks), 403);
    const tickets = `/api/projects/${site.project.id}/webhooks/${unknownId}/stream-tickets`;
    expectRefusal(await post(site.owner, tickets), 404, "Webhook not found");
    const { issues = [] } = expectRefusal(await post(site.owner, site.mocks), 400);
    expect(issues.map(({ path }) => path).sort()).toEqual(["Idempotency-Key", "endpoint", "name"]);
  });
  it("an unknown project comes before a bad body", async () => {
    const path = `/api/projects/${unknownId}/mocks`;
    expectRefusal(await site.owner.call("POST", path, bad), 404, "Project not found");
    expectRefusal(await stranger.call("POST", path, bad, text), 404, "Project not found");
  });
  it("an unknown team comes before a bad body", async () => {
    expectRefusal(
      await site.owner.call("POST", `/api/teams/${unknownId}/projects`, bad),
      404,
      "Team not found",
    );
    expectRefusal(await stranger.call("PUT", team(), bad, text), 404, "Team not found");
  });
  it("a stranger is refused before a bad body and before the child", async () => {
    const message = "API key does not have access to this project";
    expectRefusal(await stranger.call("POST", site.mocks, bad), 403, message);
    expectRefusal(await stranger.call("PUT", `${site.mocks}/${unknownId}`, bad, text), 403, message);
    expectRefusal(await stranger.get(`${site.mocks}/${mock.id}`), 403, message);
  });
  it("an unknown child comes before a wrong content type", async () => {
    const answer = await site.owner.call("PUT", `${site.mocks}/${unknownId}`, bad, text);
    expectRefusal(answer, 404, "Mock not found");
  });
  it("a wrong content type comes before a bad body", async () => {
    expectRefusal(await site.owner.call("POST", site.mocks, bad, text), 415);
  });
});

describe("invalid fields", () => {
  it("are all named at once", async () => {
    const everything = {
      name: "",
      method: "TRACE",
      endpoint: "/a?b",
      responseBody: 1,
      responseHeaders: { Connection: "close", "X-Good": "1", "X-Bad": "a\r\nb" },
      statusCode: 99,
      delayMs: 30_001,
      enabled: "yes",
    };
    const { issues = [], code } = expectRefusal(await site.owner.post(site.mocks, everything), 400);
    expect(code).toBe("invalid_request");
    const paths = issues.map(({ path }) => path);
    for (const field of ["name", "method", "endpoint", "responseBody", "statusCode", "delayMs", "enabled"]) {
      expect(paths).toContain(field);
    }
    expect(paths.filter((path) => path.startsWith("responseHeaders.")).length).toBeGreaterThanOrEqual(2);
    expect(paths.some((path) => path.includes("X-Good"))).toBe(false);
  });

  it("names and endpoints are required", async () => {
    const { issues = [] } = expectRefusal(await site.owner.post(site.mocks, {}), 400);
    expect(issues.map(({ path }) => path).sort()).toEqual(["endpoint", "name"]);
  });

  it.each(["", "   ", "x".repeat(201), null, 7, ["x"], {}])("the name %j is 400 everywhere", async (name) => {
    for (const [method, path] of [
      ["POST", "/api/teams"],
      ["PUT", team()],
      ["POST", `${team()}/projects`],
      ["PUT", project()],
      ["POST", site.mocks],
      ["PUT", `${site.mocks}/${mock.id}`],
    ] as const) {
      const body = { name, slug: "fine", endpoint: "/fine" };
      const { issues = [] } = expectRefusal(await site.owner.call(method, path, JSON.stringify(body)), 400);
      expect(issues.map((issue) => issue.path)).toEqual(["name"]);
    }
  });
});

it("PUT of an empty object, or of unknown fields alone, changes nothing, updatedAt included", async () => {
  for (const path of [team(), project(), `${site.mocks}/${mock.id}`]) {
    const before = await done<Team | Project | Mock>(site.owner.get(path));
    expect(await done(site.owner.put(path, {}))).toEqual(before);
    expect(await done(site.owner.put(path, { unknown: 1, id: unknownId, createdAt: "x" }))).toEqual(before);
    expect(await done(site.owner.get(path))).toEqual(before);
  }
});
