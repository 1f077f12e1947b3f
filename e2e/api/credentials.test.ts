import { beforeAll, describe, it } from "vitest";
import { expectRefusal, send } from "./client";
import { createMock, createSite, type Mock, type Site, unknownId } from "./fixtures";

let site: Site;
let mock: Mock;

beforeAll(async () => {
  site = await createSite();
  mock = await createMock(site.owner, site.project.id);
});

const keys: [name: string, headers: Record<string, string>][] = [
  ["a bearer", { authorization: "Bearer fk_x" }],
  ["a lower-case bearer", { authorization: "bearer fk_x" }],
  ["x-api-key", { "x-api-key": "fk_x" }],
  ["both", { authorization: "Bearer fk_x", "x-api-key": "fk_y" }],
  ["a key without fk_", { "x-api-key": "secret" }],
  ["a well-formed key that nobody made", { authorization: "Bearer fk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O50Zb5Hm" }],
  ["a hostile key", { "x-api-key": "fk_' or 1=1 --" }],
];

const teamPaths = (): [method: string, path: string][] => [
  ["GET", "/api/teams"],
  ["POST", "/api/teams"],
  ["GET", `/api/teams/${site.team.id}`],
  ["PUT", `/api/teams/${site.team.id}`],
  ["DELETE", `/api/teams/${site.team.id}`],
  ["GET", `/api/teams/${unknownId}`],
  ["GET", `/api/teams/${site.team.id}/projects`],
  ["DELETE", `/api/teams/${site.team.id}/projects/${site.project.id}`],
  ["GET", `/api/teams/${site.team.id}/members`],
  ["POST", `/api/teams/${site.team.id}/invitations`],
  ["POST", "/api/invitations/unknown/accept"],
];
const projectPaths = (): [method: string, path: string][] => [
  ["GET", site.mocks],
  ["POST", site.mocks],
  ["GET", `${site.mocks}/${mock.id}`],
  ["PUT", `${site.mocks}/${mock.id}`],
  ["DELETE", `${site.mocks}/${mock.id}`],
  ["GET", `/api/projects/${unknownId}/mocks`],
];

describe.each(keys)("%s", (_, headers) => {
  it("is 401 Unauthorized on team paths, with a cookie and without", async () => {
    for (const [method, path] of teamPaths()) {
      expectRefusal(await send({ method, path, headers }), 401, "Unauthorized");
      expectRefusal(await site.owner.call(method, path, undefined, headers), 401, "Unauthorized");
    }
  });

  it("is 401 Invalid or expired API key on project paths, with a cookie and without", async () => {
    const message = "Invalid or expired API key";
    for (const [method, path] of projectPaths()) {
      expectRefusal(await send({ method, path, headers }), 401, message);
      expectRefusal(await site.owner.call(method, path, undefined, headers), 401, message);
    }
  });
});

it("no credentials are 401 Unauthorized everywhere", async () => {
  for (const [method, path] of [...teamPaths(), ...projectPaths()]) {
    expectRefusal(await send({ method, path }), 401, "Unauthorized");
  }
});
