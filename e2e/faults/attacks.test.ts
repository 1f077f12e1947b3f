import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Door, type DoorName, startDoor } from "../door";
import { filled, hostileNotes, internals, MiB, mock, multipart, trees } from "./attack-inputs";
import { AttackSite, times } from "./attack-site";
import { callAttacks } from "./call-attacks";
import { forwardingAttacks } from "./forwarding-attacks";
import { mockAttacks } from "./mock-attacks";
import { type Attack, peopleAttacks } from "./people-attacks";
import { schemaAttacks } from "./schema-attacks";
import { streamAttacks } from "./stream-attacks";
import { expectHarmless } from "./watch";

let door: Door;
let site: AttackSite;

const createMock = (body: string) => () => times(4, () => site.call("POST", `${site.api}/mocks`, body));

const attacks: Attack[] = [
  {
    name: "a query that names one parameter 8,000 times, captured and listed",
    run: async () => [
      ...(await times(20, () => site.capture(`?${"a&".repeat(7500)}`))),
      ...(await times(5, () => site.call("GET", `${site.api}/webhooks/${site.inbox.id}/requests`))),
    ],
  },
  {
    name: "an inbox full of large bodies, listed and searched",
    prepare: async () => void (await times(50, () => site.capture("/large", Buffer.alloc(MiB, "x")))),
    run: () =>
      times(6, (n) =>
        site.call("GET", `${site.api}/webhooks/${site.inbox.id}/requests${n % 2 ? "" : "?q=nowhere"}`),
      ),
  },
  {
    name: "uploads without credentials that never end",
    run: async () => {
      const head = [
        `POST ${site.api}/releases/0197f3b4-b8f0-7d16-8a3c-5e9b2d7f4c01/attachments HTTP/1.1`,
        `Host: localhost:${door.port}`,
        "Content-Type: multipart/form-data; boundary=b",
        "Content-Length: 5242000",
      ];
      await site.hold(
        120,
        Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), Buffer.alloc(5 * MiB)]),
        2000,
      );
      return [];
    },
  },
  {
    name: "a form with 16,000 parts",
    run: () =>
      times(4, () =>
        site.send({
          method: "POST",
          path: `${site.api}/releases/0197f3b4-b8f0-7d16-8a3c-5e9b2d7f4c01/attachments`,
          headers: { cookie: site.owner.cookie, "content-type": "multipart/form-data; boundary=b" },
          body: multipart(16_000),
        }),
      ),
  },
  {
    name: "60,000 response headers",
    run: createMock(filled('{"name":"M","endpoint":"/a","responseHeaders":{', (n) => `"x-${n}":"1"`, "}}")),
  },
  {
    name: "250,000 empty header values",
    run: createMock(filled('{"name":"M","endpoint":"/a","responseHeaders":{"x":[', () => '""', "]}}")),
  },
  {
    name: "a body with as many fields as fit",
    run: createMock(filled("{", (n) => `"${n}":${n}`, "}")),
  },
  {
    name: "arrays nested in arrays",
    run: createMock(mock(`"responseHeaders":${"[".repeat(400_000)}${"]".repeat(400_000)}`)),
  },
  {
    name: "a response body of escapes",
    run: createMock(mock(`"responseBody":"${"\\u0041".repeat(170_000)}"`)),
  },
  {
    name: "every mixture of literals and placeholders, and requests that nothing matches",
    prepare: () =>
      site.query(`
        insert into mocks (id, project_id, name, method, endpoint, response_body, response_headers, status_code,
                           delay_ms, enabled, created_at, updated_at)
        select gen_random_uuid(), '${site.project.id}', 'M', 'GET',
               (select string_agg(case when (n >> at) & 1 = 1 then '/' || repeat('a', 100) else '/:x' end, '' order by at)
                  from generate_series(0, 12) at) || '/' || n, '{}', '{}', 200, 0, true, now(), now()
          from generate_series(1, 8192) n`),
    run: () =>
      times(100, (n) =>
        site.send({
          path: `/api/mock${`/${"a".repeat(100)}`.repeat(13)}/none-${n}`,
          host: site.project.host,
        }),
      ),
  },
  {
    name: "published notes that are hard to render, on pages and feeds",
    prepare: async () => {
      await site.owner.done("PUT", `${site.api}/release-settings`, { changelog: true });
      for (const [n, notes] of hostileNotes.entries()) await site.publish(`Hard ${n}`, notes);
    },
    run: () => {
      const base = `/changelog/${site.team.slug}/shop`;
      return times(16, (n) => site.send({ path: base + ["", "/rss.xml", "/atom.xml", "/feed.json"][n % 4] }));
    },
  },
  {
    name: "lists searched for as much as a query holds",
    run: () =>
      times(12, (n) => {
        const query = [`q=${"a+".repeat(6000)}`, `fields=${"id,".repeat(4000)}`, `${"q=b&".repeat(3500)}`][
          n % 3
        ];
        return site.call("GET", `${site.api}/mocks?${query}`);
      }),
  },
  {
    name: "a cookie of 4,000 parts",
    run: () => times(20, () => site.send({ path: "/api/teams", headers: { cookie: "a=b;".repeat(3500) } })),
  },
  {
    name: "flags resolved for a context of one MiB",
    run: () =>
      times(8, () =>
        site.send({
          method: "POST",
          path: "/api/ofrep/v1/evaluate/flags",
          headers: { "content-type": "application/json", authorization: `Bearer fk_${"0".repeat(36)}` },
          body: filled('{"context":{', (n) => `"k${n}":{"a":[${n}]}`, "}}"),
        }),
      ),
  },
  {
    name: "sixty passwords tried at once",
    run: () =>
      times(60, (n) =>
        site.send({
          method: "POST",
          path: "/api/auth/sign-in/email",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ email: `nobody-${n}@example.com`, password: "x".repeat(100) }),
        }),
      ),
  },
  {
    name: "navigations that come from pages of a thousand levels",
    run: () =>
      times(16, (n) =>
        site.send({
          path: `/sign-in?_rsc=${n}`,
          headers: { rsc: "1", "next-router-state-tree": trees[n % trees.length] },
        }),
      ),
  },
  {
    name: "large bodies posted to pages as actions",
    run: () =>
      times(16, (n) =>
        site.send({
          method: "POST",
          path: "/sign-in",
          headers: {
            "content-type": n % 2 ? "multipart/form-data; boundary=b" : "text/plain;charset=UTF-8",
            ...(n % 4 < 2 && { "next-action": "40".repeat(21) }),
          },
          body: n % 2 ? multipart(16_000) : Buffer.alloc(8 * MiB, "["),
        }),
      ),
  },
  {
    name: "pages asked for with 7,500 parameters",
    run: () => times(20, (n) => site.send({ path: `/sign-in?${n}&${"a&".repeat(7500)}` })),
  },
  {
    name: "addresses of images, data and pages of which none is the same",
    run: () =>
      times(60, (n) => {
        const long = `${n}${"%2F".repeat(4000)}`;
        return site.send({
          path:
            [`/_next/image?url=${long}&w=64&q=75`, `/_next/data/${long}.json`, `/${long}?_rsc=${n}`][n % 3] ??
            "/",
        });
      }),
  },
  {
    name: "headers that Next tells itself things with",
    run: () =>
      times(20, (n) =>
        site.send({
          method: n % 2 ? "POST" : "GET",
          path: n % 3 ? "/sign-in" : "/api/teams",
          headers: {
            ...internals,
            "x-middleware-override-headers": Array.from({ length: 1500 }, (_, at) => `x${at}`).join(","),
          },
        }),
      ),
  },
  {
    name: "readers of large lists who do not read",
    run: async () => {
      const path = `${site.api}/webhooks/${site.inbox.id}/requests`;
      const head = [`GET ${path} HTTP/1.1`, `Host: localhost:${door.port}`, `Cookie: ${site.owner.cookie}`];
      await site.hold(30, Buffer.from(`${head.join("\r\n")}\r\n\r\n`.repeat(4)), 2000);
      return [];
    },
  },
  ...peopleAttacks(() => site),
  ...mockAttacks(() => site),
  ...callAttacks(() => site),
  ...forwardingAttacks(() => site),
  ...schemaAttacks(() => site),
  ...streamAttacks(() => site),
];

describe.each<DoorName>(["server", "next"])("%s", (name) => {
  beforeAll(async () => {
    // Attacks leave more mocks than a project may have, which the quota would notice a minute after its last count.
    const quotas = "signInsPerMinute=1000,mocks=100000,flagStreamsOfAddress=3000";
    door = await startDoor(name, { RATE_LIMIT: "on", QUOTAS: quotas });
    site = await AttackSite.create(door);
  });
  afterAll(() => door.stop());

  test.each(attacks)("$name: nobody else notices", async ({ prepare, run }) => {
    await prepare?.();
    await expectHarmless({ port: door.port, pid: door.pid() }, run);
  });

  test("the door is alive at the end, and serves", async () => {
    expect(await site.call("GET", "/api/teams"), door.log()).toBe(200);
    expect(await site.capture("/after"), door.log()).toBe(200);
  });
});
