import { beforeAll, describe, expect, it } from "vitest";
import { type Call, issuePaths, send } from "./client";
import { createMock, createSite, type Site, unique } from "./fixtures";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

type Fields = Record<string, unknown>;
const make = async (responseBody: string, fields: Fields = {}) => {
  const endpoint = `/${unique("t")}`;
  const all = { method: "ANY", endpoint: `${endpoint}/:id`, templated: true, responseBody, ...fields };
  return { endpoint, mock: await createMock(site.owner, site.project.id, all) };
};
const ask = (path: string, call: Partial<Call> = {}) =>
  send({ host: site.host, path: `/api/mock${path}`, ...call });
const rendered = async (template: string, path = "/7", call: Partial<Call> = {}) => {
  const { endpoint } = await make(template);
  return (await ask(endpoint + path, call)).text();
};

describe("a template sees the request", () => {
  const json = { "content-type": "application/json" };
  it.each<[template: string, text: string, path?: string, call?: Partial<Call>]>([
    ["{{ request.method }} {{ request.params.id }}", "DELETE 7", "/7", { method: "DELETE" }],
    ["{{ request.query.q }}|{{ request.query.n | join: '+' }}", "a b|1+2", "/7?q=a+b&n=1&n=2"],
    ["{{ request.headers['x-tenant'] }}", "blue", "/7", { headers: { "X-Tenant": "blue" } }],
    ["{{ request.cookies.sid }}", "42", "/7", { headers: { cookie: "sid=42" } }],
    [
      "{{ request.json.user.name | upcase }}",
      "ADA",
      "/7",
      { method: "POST", headers: json, body: '{"user": {"name": "Ada"}}' },
    ],
    ["{{ request.body | size }}", "5", "/7", { method: "PUT", body: "hello" }],
    ["{% if request.query.a %}yes{% else %}no{% endif %}", "yes", "/7?a=1"],
    ["{% for n in (1..3) %}{{ n }}{% unless forloop.last %},{% endunless %}{% endfor %}", "1,2,3"],
  ])("%s", async (template, text, path, call) => {
    expect(await rendered(template, path, call)).toBe(text);
  });

  it("and nothing that is not meant for it", async () => {
    const names = ["constructor", "__proto__", "process", "request.constructor", "request.params.__proto__"];
    const template = names.map((name) => `[{{ ${name} }}{{ ${name}.env }}]`).join("");
    expect(await rendered(template)).toBe("[]".repeat(names.length));
  });
});

it("a template makes data that looks real, the same for the same seed", async () => {
  const template =
    "{% seed request.params.id %}{{ 'person.fullName' | fake }}, {{ 'internet.email' | fake }}";
  const { endpoint } = await make(template);
  const [one, again, other] = [
    await ask(`${endpoint}/1`),
    await ask(`${endpoint}/1`),
    await ask(`${endpoint}/2`),
  ];
  expect(one.text()).toMatch(/^\S+ .+, \S+@\S+\.\S+$/);
  expect(again.text()).toBe(one.text());
  expect(other.text()).not.toBe(one.text());
});

it("a counter counts the calls of its mock", async () => {
  const { endpoint } = await make("{{ counter }}");
  const texts: string[] = [];
  for (let call = 0; call < 3; call++) texts.push((await ask(`${endpoint}/1`)).text());
  expect(texts).toEqual(["1", "2", "3"]);
});

it("headers are templates, too, and can't become other headers", async () => {
  const responseHeaders = { "X-Echo": "{{ request.query.a }}", "X-Two": ["{{ 1 | plus: 1 }}", "b"] };
  const { endpoint } = await make('{"id": {{ request.params.id }}}', { responseHeaders });
  const answer = await ask(`${endpoint}/7?a=x%0d%0aX-Evil:%201`);
  expect(answer.headers["x-echo"]).toBe("x X-Evil: 1");
  expect(answer.headers["x-evil"]).toBeUndefined();
  expect(answer.headers["x-two"]).toBe("2, b");
  expect(answer.headers["content-type"]).toBe("application/json");
  expect(answer.headers["content-length"]).toBe("9");
  expect((await ask(`${endpoint}/7`, { method: "HEAD" })).headers["content-length"]).toBe("9");
});

it("a mock that is not templated answers exactly what is configured", async () => {
  const { endpoint } = await make("{{ request.method }}", { templated: false });
  expect((await ask(`${endpoint}/1`)).text()).toBe("{{ request.method }}");
});

it("one of several responses may be a template", async () => {
  const when = { all: [{ in: "query", name: "t", exists: true }] };
  const { endpoint } = await make("own {{", {
    templated: false,
    responses: [{ when, templated: true, body: "{{ 6 | times: 7 }}" }],
  });
  expect((await ask(`${endpoint}/1?t`)).text()).toBe("42");
  expect((await ask(`${endpoint}/1`)).text()).toBe("own {{");
});

describe("a mistake in a template is refused with its place", () => {
  it.each<[path: string, place: string, fields: Fields]>([
    ["responseBody", "line 2, column 12", { responseBody: "{\n  {{ 'x' | nothing }}" }],
    ["responseBody", "line 1, column 1", { responseBody: "{% if a %}" }],
    ["responseBody", "line 1", { responseBody: "{{ 'person.fulName' | fake }}" }],
    ["responseBody", "line 1", { responseBody: "{% include 'secret' %}" }],
    ["responseHeaders.X-A", "line 1", { responseHeaders: { "X-A": "{{" } }],
    ["responses.0.body", "line 1", { responses: [{ templated: true, body: "{% nope %}" }] }],
  ])("%s: %s", async (path, place, fields) => {
    const mock = { name: "x", endpoint: `/${unique("t")}`, templated: true, ...fields };
    const answer = await site.owner.post(site.mocks, mock);
    expect(issuePaths(answer)).toEqual([path]);
    expect(answer.text()).toContain(place);
  });

  it("also when only part of it is changed", async () => {
    const { mock } = await make("{{ 1 }", { templated: false });
    expect(issuePaths(await site.owner.put(`${site.mocks}/${mock.id}`, { templated: true }))).toEqual([
      "responseBody",
    ]);
  });
});

it("what a template can't do for one request is told to its caller, and harms no other", async () => {
  const { endpoint } = await make(
    "{% for a in (1..100000) %}{% for b in (1..100000) %}{{ a }}{% endfor %}{% endfor %}",
  );
  const other = await make("fine {{ request.params.id }}");
  const [slow, quick] = await Promise.all([ask(`${endpoint}/1`), ask(`${other.endpoint}/1`)]);
  expect(quick.text()).toBe("fine 1");
  expect(slow.json()).toMatchObject({ code: "template_failed" });
});
