import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, issuePaths, send } from "./client";
import {
  bearer,
  createGroup,
  createKey,
  createRecord,
  createSite,
  done,
  type FlagRecord,
  type Group,
  type Site,
  unique,
} from "./fixtures";
import { blue, red, slowSchema, slowValue, valueSchema } from "./schema-site";

type Shown = { id: string; key: string; updatedAt: string } & Record<string, unknown>;

const variants = [
  { key: "a", value: { color: "blue" }, weight: 50 },
  { key: "b", value: { color: "green" }, weight: 50 },
];
let site: Site;
let root: string;
let group: Group;
let record: FlagRecord;

beforeAll(async () => {
  site = await createSite();
  root = `/api/projects/${site.project.referenceId}`;
  group = await createGroup(site.owner, site.project.referenceId);
  record = await createRecord(site.owner, group);
});

const kinds = {
  "a global flag": { path: () => `${root}/flags`, create: { enabled: true } },
  "a flag of a group": { path: () => `${root}/groups/${group.id}/flags`, create: { defaultEnabled: true } },
};

const named = () => ({ name: "Limits", key: unique("f") });

describe.each(Object.entries(kinds))("the schema of %s", (_kind, { path, create }) => {
  const post = (fields: object) => site.owner.post(path(), { ...named(), ...create, ...blue, ...fields });
  const made = (fields: object = {}) => done<Shown>(post({ valueSchema, ...fields }), 201);
  const put = ({ id }: Shown, fields: object) => site.owner.put(`${path()}/${id}`, fields);
  const get = ({ id }: Shown) => done<Shown>(site.owner.get(`${path()}/${id}`));

  it("is shown as it was sent, alone and in lists", async () => {
    const flag = await made({ variants });
    expect(flag.valueSchema).toEqual(valueSchema);
    expect(JSON.stringify((await get(flag)).valueSchema)).toBe(JSON.stringify(valueSchema));
    const list = await done<Shown[]>(site.owner.get(path()));
    expect(list.find(({ id }) => id === flag.id)?.valueSchema).toEqual(valueSchema);
    expect((await done<Shown>(post({}), 201)).valueSchema).toBe(null);
  });

  it("is for objects", async () => {
    const other = { type: "string", onValue: "a", offValue: "b", valueSchema };
    const refused = await site.owner.post(path(), { ...named(), ...other });
    expectRefusal(refused, 400, "Invalid request: valueSchema is for flags of the type object");
    const plain = await done<Shown>(site.owner.post(path(), { ...named(), valueSchema: null }), 201);
    expect(issuePaths(await put(plain, { valueSchema: {} }))).toEqual(["valueSchema"]);
  });

  it.each([
    ["a list", [], "must be a JSON Schema, which is an object, or null"],
    ["a text", "{}", "must be a JSON Schema, which is an object, or null"],
    ["too long", { description: "x".repeat(8200) }, "must have at most 8192 bytes as JSON"],
    [
      "one with an unknown type",
      { properties: { color: { type: "colour" } } },
      "has a mistake at /properties/color/type: it must be one of",
    ],
    [
      "one with a remote reference",
      { $ref: "https://example.com/color.json" },
      "has a mistake at /$ref: it must begin with #",
    ],
    ["one that leads back to itself", { $ref: "#" }, "leads back to itself without an end"],
    [
      "one of another dialect",
      { $schema: "http://json-schema.org/draft-03/schema" },
      "has a mistake at /$schema",
    ],
    [
      "one with a bad pattern",
      { properties: { color: { pattern: "[" } } },
      "has a mistake at /properties/color/pattern",
    ],
  ])("is refused where it is %s", async (_what, schema, said) => {
    const answers = [await post({ valueSchema: schema }), await put(await made(), { valueSchema: schema })];
    for (const answer of answers) {
      expectRefusal(answer, 400);
      expect(issuePaths(answer)).toEqual(["valueSchema"]);
      expect(answer.text()).toContain(JSON.stringify(said).slice(1, -1));
    }
  });

  it("holds for each value, when the flag is made and when it is changed", async () => {
    const wrong = [{ key: "a", value: red, weight: 40 }];
    const all = {
      onValue: red,
      offValue: {},
      variants: [...wrong, { key: "b", value: blue.onValue, weight: 60 }],
    };
    const refused = await post({ valueSchema, ...all });
    expect(issuePaths(refused)).toEqual(["onValue", "offValue", "variants.0.value"]);
    expect(refused.text()).toContain("does not satisfy the schema: /color must be one of");
    expect(refused.text()).toContain("does not satisfy the schema: it lacks color");
    const flag = await made({ variants });
    for (const [field, value] of Object.entries(all)) {
      const path = field === "variants" ? "variants.0.value" : field;
      expect(issuePaths(await put(flag, { [field]: value })), field).toEqual([path]);
    }
    expect(await get(flag)).toEqual(flag);
    expect(await done(put(flag, { onValue: { color: "green" } }))).toMatchObject({
      onValue: { color: "green" },
    });
  });

  it("can change with the values, and be taken away", async () => {
    const flag = await made();
    const numbers = { type: "object", properties: { color: { type: "integer" } } };
    expect(issuePaths(await put(flag, { valueSchema: numbers }))).toEqual(["onValue", "offValue"]);
    const both = { valueSchema: numbers, onValue: { color: 1 }, offValue: { color: 2 } };
    expect(await done(put(flag, both))).toMatchObject(both);
    expect(await done(put(flag, { name: "Other" }))).toMatchObject(both);
    expect(await done(put(flag, { valueSchema: null, onValue: red }))).toMatchObject({
      valueSchema: null,
      onValue: red,
    });
  });

  it("lets no two changes at once pass that only fit apart", async () => {
    const flag = await made();
    const narrow = { valueSchema: { properties: { color: { const: "blue" } } }, offValue: { color: "blue" } };
    const answers = await Promise.all([put(flag, narrow), put(flag, { onValue: { color: "green" } })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { onValue, offValue, valueSchema: schema } = await get(flag);
    await done(put(flag, { onValue, offValue, valueSchema: schema }));
  });

  it("counts for the trail, and for If-Match", async () => {
    const flag = await made();
    const answer = await send({
      ...{ path: `${path()}/${flag.id}`, method: "PUT", body: JSON.stringify({ valueSchema: null }) },
      headers: {
        ...bearer(await admin()),
        "content-type": "application/json",
        "if-match": `"${flag.updatedAt}"`,
      },
    });
    expect(answer.status).toBe(200);
    const query = new URLSearchParams({ subjectId: flag.id });
    const [entry] = await done<Shown[]>(
      site.owner.get(`/api/teams/${site.project.teamId}/audit-log?${query}`),
    );
    expect(entry).toMatchObject({ before: { valueSchema }, after: { valueSchema: null } });
  });

  it("is answered once for a repeat with an Idempotency-Key", async () => {
    const body = JSON.stringify({ ...named(), ...blue, valueSchema });
    const headers = {
      ...bearer(await admin()),
      "content-type": "application/json",
      "idempotency-key": unique("once"),
    };
    const [first, second] = [0, 1].map(() => send({ path: path(), method: "POST", body, headers }));
    const [one, other] = [await first, await second];
    expect([one?.status, other?.text()]).toEqual([201, one?.text()]);
  });

  it("that takes too long is refused, and stores nothing", async () => {
    const refused = await post({ valueSchema: slowSchema, onValue: slowValue });
    expectRefusal(refused, 400);
    expect(refused.text()).toContain(
      "valueSchema takes too long to be checked by the schema; make the schema simpler",
    );
    const flag = await made({ valueSchema: slowSchema });
    expect(issuePaths(await put(flag, { offValue: slowValue }))).toEqual(["valueSchema"]);
    expect(await get(flag)).toEqual(flag);
  });

  it("is in no answer to programs", async () => {
    const flag = await made();
    const key = (await createKey(site.owner, site.project.referenceId)).key;
    const answers = [
      await send({ path: "/api/sdk/snapshot", headers: bearer(key) }),
      await send({ path: `/api/flags/${record.id}`, headers: bearer(key) }),
      await send({
        ...{ path: "/api/ofrep/v1/evaluate/flags", method: "POST" },
        headers: { ...bearer(key), "content-type": "application/json" },
        body: JSON.stringify({ context: { targetingKey: record.id } }),
      }),
    ];
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text()).not.toMatch(/valueSchema|2020-12/);
    }
    expect(answers[0]?.text()).toContain(flag.key);
  });
});

let adminKey: Promise<string> | undefined;
function admin(): Promise<string> {
  adminKey ??= createKey(site.owner, site.project.referenceId, { scope: "admin" }).then(({ key }) => key);
  return adminKey;
}
