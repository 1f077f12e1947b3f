import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, send } from "./client";
import { createMock, createSite, type Site, unique } from "./fixtures";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

async function serve(fields: Record<string, unknown>, headers = {}, method = "GET"): Promise<Answer> {
  const { endpoint } = await createMock(site.owner, site.project.id, {
    endpoint: `/${unique("a")}`,
    ...fields,
  });
  return send({ method, host: site.host, path: `/api/mock${endpoint}`, headers });
}

function valuesOf({ rawHeaders }: Answer, name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}

function namesOf({ rawHeaders }: Answer): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
}

describe("status and body are sent exactly", () => {
  it.each([
    ["empty", ""],
    ["JSON with its white space", '{ "a" :\n1 }\n'],
    ["UTF-8", "é 日本 🎈"],
    ["line ends and NUL-free control characters", "a\r\nb\u0001\t"],
    ["a byte order mark", "\ufeffx"],
    ["half a megabyte", "ä".repeat(250_000)],
  ])("%s", async (_, responseBody) => {
    const bytes = Buffer.from(responseBody, "utf8");
    const answer = await serve({ responseBody });
    expect(answer.body.equals(bytes)).toBe(true);
    expect(answer.headers["content-length"]).toBe(String(bytes.byteLength));
    expect(answer.headers["transfer-encoding"]).toBeUndefined();
  });

  it.each([200, 201, 202, 203, 206, 226, 301, 302, 307, 400, 401, 404, 418, 429, 451, 500, 503, 511, 599])(
    "status %i",
    async (statusCode) => {
      const answer = await serve({ statusCode, responseBody: "body" });
      expect({ status: answer.status, body: answer.text() }).toEqual({ status: statusCode, body: "body" });
    },
  );

  it.each([204, 205, 304])("status %i has no body", async (statusCode) => {
    const answer = await serve({ statusCode, responseBody: "never sent" });
    expect(answer.status).toBe(statusCode);
    expect(answer.body.byteLength).toBe(0);
    expect(["0", undefined]).toContain(answer.headers["content-length"]);
  });
});

describe("headers", () => {
  it("without a configured Content-Type the body decides", async () => {
    expect((await serve({ responseBody: "[1]" })).headers["content-type"]).toBe("application/json");
    expect((await serve({ responseBody: "text" })).headers["content-type"]).toBe("text/plain; charset=utf-8");
  });

  it("are sent as configured, repeated ones repeated", async () => {
    const answer = await serve({
      responseHeaders: {
        "Content-Type": "application/vnd.shop+json",
        "Set-Cookie": ["a=1; Path=/", "b=2; HttpOnly"],
        "Cache-Control": "max-age=60",
        ETag: '"v1"',
        "X-Latin": "naïve",
        Link: ["<a>; rel=x", "<b>; rel=y"],
        Server: "mine",
        Location: "/elsewhere",
      },
    });
    expect(valuesOf(answer, "set-cookie")).toEqual(["a=1; Path=/", "b=2; HttpOnly"]);
    expect(valuesOf(answer, "content-type")).toEqual(["application/vnd.shop+json"]);
    expect(valuesOf(answer, "cache-control")).toEqual(["max-age=60"]);
    expect(valuesOf(answer, "etag")).toEqual(['"v1"']);
    expect(valuesOf(answer, "server")).toEqual(["mine"]);
    expect(valuesOf(answer, "location")).toEqual(["/elsewhere"]);
    expect(valuesOf(answer, "x-latin")).toEqual(["naïve"]);
    expect(valuesOf(answer, "link").join(", ")).toBe("<a>; rel=x, <b>; rel=y");
  });

  it("an ETag does not turn the answer into 304", async () => {
    const answer = await serve({ responseHeaders: { ETag: '"v1"' } }, { "if-none-match": '"v1"' });
    expect(answer.status).toBe(200);
  });

  it("a Range is not applied", async () => {
    expect((await serve({ responseBody: "0123456789" }, { range: "bytes=0-1" })).text()).toBe("0123456789");
  });

  it.each(["text/html", "image/svg+xml", "application/xml", "text/html; charset=utf-8"])(
    "%s is sandboxed, nothing is sniffed, and the mock's own can't undo it",
    async (type) => {
      const answer = await serve({
        responseBody: "<p>",
        responseHeaders: {
          "Content-Type": type,
          "X-Content-Type-Options": "off",
          "Content-Security-Policy": "default-src *",
        },
      });
      expect(valuesOf(answer, "content-security-policy")).toEqual(["sandbox allow-scripts allow-forms"]);
      expect(valuesOf(answer, "x-content-type-options")).toEqual(["nosniff"]);
    },
  );

  it("nothing is added but what the wire needs", async () => {
    const connection = ["connection", "date", "keep-alive", "x-request-id"];
    for (const headers of [{}, { "accept-encoding": "gzip, br" }, { origin: "https://page.example" }]) {
      const answer = await serve(
        { responseBody: `"${"a".repeat(5000)}"`, responseHeaders: { "X-Own": "1" } },
        headers,
      );
      const cors = "origin" in headers ? ["access-control-allow-credentials"] : [];
      expect(
        namesOf(answer)
          .filter((name) => !connection.includes(name))
          .sort(),
      ).toEqual(
        [
          ...[
            "access-control-allow-origin",
            "access-control-expose-headers",
            "content-length",
            "content-type",
          ],
          ...["vary", "x-content-type-options", "x-own", ...cors],
        ].sort(),
      );
      expect(valuesOf(answer, "vary")).toEqual(["Origin"]);
    }
  });

  it("the body is never compressed", async () => {
    const responseBody = "a".repeat(5000);
    const answer = await serve({ responseBody }, { "accept-encoding": "gzip, deflate, br, zstd" });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.text()).toBe(responseBody);
  });
});

describe("CORS", () => {
  it("allows every origin, and credentials for one that is named", async () => {
    expect((await serve({})).headers["access-control-allow-origin"]).toBe("*");
    const named = await serve({}, { origin: "https://page.example" });
    expect(named.headers).toMatchObject({
      "access-control-allow-origin": "https://page.example",
      "access-control-allow-credentials": "true",
    });
    expect(named.headers.vary).toMatch(/Origin/);
  });

  it("leaves the decision to a mock that configures it", async () => {
    const responseHeaders = { "Access-Control-Allow-Origin": "https://one.example" };
    const answer = await serve({ responseHeaders }, { origin: "https://page.example" });
    expect(valuesOf(answer, "access-control-allow-origin")).toEqual(["https://one.example"]);
  });

  it("preflights are 204 on any path, echoing what is asked for", async () => {
    const { endpoint } = await createMock(site.owner, site.project.id, { method: "PUT" });
    for (const path of [endpoint, "/nowhere"]) {
      const answer = await send({
        method: "OPTIONS",
        host: site.host,
        path: `/api/mock${path}`,
        headers: {
          origin: "https://page.example",
          "access-control-request-method": "PUT",
          "access-control-request-headers": "content-type, x-own",
        },
      });
      expect(answer.status).toBe(204);
      expect(answer.body.byteLength).toBe(0);
      expect(answer.headers).toMatchObject({
        "access-control-allow-origin": "https://page.example",
        "access-control-allow-credentials": "true",
        "access-control-allow-methods": "PUT",
        "access-control-allow-headers": "content-type, x-own",
      });
      expect(answer.headers.vary).toMatch(/Origin/);
      expect(answer.headers["content-length"]).toBe("0");
    }
  });

  it("a miss can be read by every page", async () => {
    const headers = { origin: "https://page.example" };
    const answer = await send({ host: site.host, path: "/api/mock/nowhere", headers });
    expect(answer.headers["access-control-allow-origin"]).toBe("https://page.example");
  });
});

it("sessions and keys mean nothing to a mock", async () => {
  const { endpoint } = await createMock(site.owner, site.project.id);
  for (const headers of [
    { cookie: site.owner.cookie },
    { authorization: "Bearer fk_x" },
    { "x-api-key": "x" },
  ]) {
    const answer = await send({ host: site.host, path: `/api/mock${endpoint}`, headers });
    expect(answer.status).toBe(200);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  }
});
