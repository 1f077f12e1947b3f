import { MiB } from "./attack-inputs";
import { type AttackSite, times } from "./attack-site";
import type { Attack } from "./people-attacks";

const json = { "content-type": "application/json" };

/** As many conditions as a mock may have, each as long as all together may be. */
const conditions = (condition: (n: number) => object) =>
  Array.from({ length: 20 }, (_, at) => ({
    when: { any: Array.from({ length: 20 }, (_, n) => condition(20 * at + n)) },
  }));

/** Takes the engine for regular expressions longest: no position is the only one that goes on. */
const slowPattern = (n: number) => `[ab]*a[ab]{${100 + (n % 200)}}c${n}`;

/** What mocks can be made to do by those who make them, and by those who call them. */
export const mockAttacks = (site: () => AttackSite): Attack[] => {
  const create = (mock: object) =>
    site().owner.done("POST", `${site().api}/mocks`, { name: "M", method: "ANY", ...mock });
  const ask = (path: string, body?: string) =>
    site().send({
      method: body === undefined ? "GET" : "POST",
      path: `/api/mock${path}`,
      host: site().project.host,
      headers: json,
      ...(body !== undefined && { body }),
    });
  return [
    {
      name: "as many conditions as a mock may have, on bodies as large as may be",
      prepare: async () => {
        await create({
          endpoint: "/contains",
          responses: conditions((n) => ({
            in: "body",
            contains: `${"a".repeat(170)}${n}`,
            ignoreCase: true,
          })),
        });
        await create({
          endpoint: "/places",
          responses: conditions((n) => ({ in: "json", name: "[*].a[*]", equals: n })),
        });
        await create({
          endpoint: "/patterns",
          fallback: false,
          responses: [
            { when: { any: Array.from({ length: 9 }, (_, n) => ({ in: "body", matches: slowPattern(n) })) } },
          ],
        });
      },
      run: async () => [
        ...(await times(4, () => ask("/contains", "a".repeat(MiB)))),
        ...(await times(4, () => ask("/places", `[${'{"a":[1,2,3,4]},'.repeat(3000)}{}]`))),
        ...(await times(4, () => ask("/patterns", "ab".repeat(500)))),
      ],
    },
    {
      name: "as many regular expressions as a project may have, on long paths",
      prepare: () =>
        site().query(`
          insert into mocks (id, project_id, name, method, endpoint, response_body, response_headers, status_code,
                             delay_ms, enabled, created_at, updated_at)
          select gen_random_uuid(), '${site().project.id}', 'M', 'GET', '~^/[ab/]*a[ab]{' || (100 + n % 200) || '}c' || n,
                 '{}', '{}', 200, 0, true, now(), now()
            from generate_series(1, 500) n`),
      run: () => times(20, (n) => ask(`/${"ab".repeat(n % 2 ? 3000 : 100)}`)),
    },
    {
      name: "patterns and templates that are hard to check, saved",
      run: () =>
        times(8, (n) => {
          const responses =
            n % 2
              ? conditions((at) => ({ in: "body", matches: `(?i)[^\\pL${at}]{3}\\pN{9}` }))
              : [{ templated: true, body: `${"{% if a %}".repeat(20_000)}` }];
          return site().call(
            "POST",
            `${site().api}/mocks`,
            JSON.stringify({ name: "M", endpoint: `/${n}`, responses }),
          );
        }),
    },
    {
      name: "templates that would never end",
      prepare: async () => {
        const loop = (inner: string) => `{% for a in (1..100000) %}${inner}{% endfor %}`;
        await create({ endpoint: "/loops", templated: true, responseBody: loop(loop("{{ a }}")) });
        await create({
          endpoint: "/grows",
          templated: true,
          responseBody: `{% assign s = "x" %}${loop("{% assign s = s | append: s %}")}{{ s }}`,
        });
      },
      run: () => times(8, (n) => ask(n % 2 ? "/loops" : "/grows")),
    },
    {
      name: "documents that are hard to read, imported",
      run: () =>
        times(6, (n) => {
          const hard = [
            "a: &a [x]\n".repeat(200_000),
            `openapi: 3.1.0\npaths:\n${"  ? [\n".repeat(300_000)}`,
            `{"mappings":[${'{"request":{"urlPattern":"(a?){900}"},"response":{}},'.repeat(20_000)}{}]}`,
          ];
          return site().send({
            method: "POST",
            path: `${site().api}/mocks/import`,
            headers: { cookie: site().owner.cookie, "content-type": "multipart/form-data; boundary=b" },
            body: `--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n${hard[n % 3]}\r\n--b--\r\n`,
          });
        }),
    },
    {
      name: "a collection as large as may be, with filters that look at all of it, and writers",
      prepare: async () => {
        const collection = { name: "C", path: "/items", seed: [] };
        const { id } = await site().owner.done<{ id: string }>(
          "POST",
          `${site().api}/mock-collections`,
          collection,
        );
        await site().query(`
          insert into mock_items (collection_id, id, position, data, search_text, bytes)
          select '${id}', n::text, n, json_build_object('id', n, 'a', n % 7, 'text', text), lower(text), 400
            from generate_series(1, 10000) n, lateral (select repeat(md5(n::text), 11) as text) made`);
        await site().query(
          `update mock_collections set item_count = 10000, item_bytes = 4000000, last_position = 10000, last_number = 10000
            where id = '${id}'`,
        );
      },
      run: () =>
        times(10, (n) => {
          const none = Array.from({ length: 20 }, (_, at) => `text_like=x${at}`).join("&");
          const asked = [`?${none}`, "?_sort=text,-a,id,b&_limit=1000", "?q=none", "?a_ne=1&a_ne=2&_page=9"];
          return n % 5 === 4
            ? ask("/items", `{"text":"${"x".repeat(60_000)}"}`)
            : ask(`/items${asked[n % 5]}`);
        }),
    },
    {
      name: "slow answers that nobody waits for",
      prepare: async () =>
        void (await create({ endpoint: "/slow", responseBody: "x".repeat(500_000), bytesPerSecond: 1 })),
      run: async () => {
        const head = ["GET /api/mock/slow HTTP/1.1", `Host: ${site().project.host}`];
        await site().hold(100, Buffer.from(`${head.join("\r\n")}\r\n\r\n`.repeat(4)), 2000);
        return [];
      },
    },
  ];
};
