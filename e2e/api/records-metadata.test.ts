import { beforeAll, describe, expect, it } from "vitest";
import { issuePaths } from "./client";
import { createGroup, createRecord, done, type FlagRecord, type Group } from "./fixtures";
import { setUpSite, site } from "./record-site";

setUpSite();

const metadata: Record<string, Record<string, unknown>> = {
  ada: { plan: "pro", seats: 5, on: true, owner: { country: "CH", "first.name": "Ada" }, tags: ["a", "b"] },
  bob: { plan: "pro", seats: 50, on: false, owner: { country: "DE" } },
  // No generated ID has this sign, so a search for the name finds no ID.
  "eve!": { plan: "free, really", none: null, "a:b": "x", text: "null", five: "5", o: { b: 1, a: [2] } },
  nil: {},
};
let own: Group;
let at: string;

beforeAll(async () => {
  own = await createGroup(site.owner, site.project.referenceId);
  at = `/api/projects/${site.project.referenceId}/groups/${own.id}/records`;
  for (const [name, value] of Object.entries(metadata)) {
    await createRecord(site.owner, own, { name, metadata: value });
  }
});

const found = async (...conditions: string[]) => {
  const query = new URLSearchParams(conditions.map((condition) => ["metadata", condition]));
  const records = await done<FlagRecord[]>(site.owner.get(`${at}?sort=name&${query}`));
  return records.map(({ name }) => name);
};

describe("records by their metadata", () => {
  it.each<[conditions: string[], names: string[]]>([
    [[""], ["ada", "bob", "eve!", "nil"]],
    [["plan:pro"], ["ada", "bob"]],
    [["plan:PRO"], []],
    [["plan:pr"], []],
    [["plan:pro,seats:5"], ["ada"]],
    [["plan:pro", "owner.country:DE"], ["bob"]],
    [["seats:5", "seats:50"], []],
    [["five:5"], ["eve!"]],
    [["on:true"], ["ada"]],
    [["on:false"], ["bob"]],
    [["none:null"], ["eve!"]],
    [["text:null"], ["eve!"]],
    [["missing:null"], []],
    [["tags.1:b"], ["ada"]],
    [["owner.country:"], []],
    [[String.raw`owner.first\.name:Ada`], ["ada"]],
    [[String.raw`a\:b:x`], ["eve!"]],
    [[String.raw`plan:free\, really`], ["eve!"]],
    [['o:{"b":1\\,"a":[2]}'], ["eve!"]],
    [["plan:pro' or '1'='1"], []],
    [["plan') or true --:pro"], []],
    [["{plan}:pro"], []],
    [["%:%"], []],
  ])("%j finds %j", async (conditions, names) => {
    expect(await found(...conditions)).toEqual(names);
  });

  it("goes with the search, counts, and pages", async () => {
    const first = await site.owner.get(`${at}?metadata=plan:pro&sort=name&limit=1&count=true`);
    expect(first.json<FlagRecord[]>().map(({ name }) => name)).toEqual(["ada"]);
    expect(first.headers["x-total-count"]).toBe("2");
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? "";
    expect(next).toContain("metadata=plan%3Apro");
    expect((await done<FlagRecord[]>(site.owner.get(next))).map(({ name }) => name)).toEqual(["bob"]);
    expect(await done(site.owner.get(`${at}?metadata=plan:pro&q=${encodeURIComponent("eve!")}`))).toEqual([]);
  });

  it.each(["plan", ":x", "a..b:1", "plan:pro,", Array(11).fill("a:1").join()])("%s is 400", async (given) => {
    expect(issuePaths(await site.owner.get(`${at}?metadata=${given}`))).toEqual(["metadata"]);
  });
});
