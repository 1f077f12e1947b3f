import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  methodHeader,
  problemHeader,
  projectHostPath,
  targetHeader,
} from "@/lib/platform/hosts/project-host";
import { interceptBeforeNext } from "./before-next";

/** Stands in for Next and tells what it was given. */
const next = createServer(({ method, url, headers }, response) => {
  response.end(JSON.stringify({ method, url, headers }));
});

beforeAll(async () => {
  interceptBeforeNext({
    appUrl: "http://app.test",
    mockHostname: "mocks.test",
    trustProxy: { hops: 0 },
  });
  next.listen(0, "127.0.0.1");
  await once(next, "listening");
});
afterAll(() => next.close());

async function givenToNext(target: string, host: string) {
  const socket = connect((next.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const [, body = ""] = (await text(socket)).split("\r\n\r\n");
  const { url, headers } = JSON.parse(body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1));
  return {
    url,
    problem: headers[problemHeader],
    target: headers[targetHeader],
    method: headers[methodHeader],
  };
}

describe("a path with dot segments", () => {
  it.each(["/_next/../api/teams", "/%2e/api/teams", "/x\\..\\api/teams", "http://app.test/x/../api/teams"])(
    "reaches Next as a problem on the app's host: %s",
    async (target) => {
      expect(await givenToNext(target, "app.test")).toMatchObject({
        url: projectHostPath,
        problem: expect.stringContaining('"." or ".." segment'),
      });
    },
  );

  it("keeps its target on a project's host", async () => {
    const target = "/api/mock/x/../%2e%2e/y?a=/../b";
    expect(await givenToNext(target, "team-project.mocks.test")).toEqual({
      url: projectHostPath,
      problem: undefined,
      target,
      method: "GET",
    });
  });

  it("keeps its target below the path-based URL of a project", async () => {
    const target = "/p/team-project/api/mock/x/../%2e%2e//y?a=/../b";
    expect(await givenToNext(target, "app.test")).toEqual({
      url: projectHostPath,
      problem: undefined,
      target,
      method: "GET",
    });
  });

  it("in a query reaches Next unchanged", async () => {
    const target = "/sign-in?next=/x/../y";
    expect(await givenToNext(target, "app.test")).toMatchObject({ url: target, problem: undefined });
  });
});
