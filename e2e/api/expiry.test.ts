import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal } from "./client";
import { createSite, createWebhook, done, type Site } from "./fixtures";

let site: Site;
let places: { name: string; path: string }[];

beforeAll(async () => {
  site = await createSite();
  places = [
    { name: "inbox", path: `/api/projects/${site.project.id}/webhooks` },
    { name: "key", path: `/api/projects/${site.project.referenceId}/api-keys` },
  ];
});

type Expiring = { expiresAt: string | null };

describe("expiresAt at creation", () => {
  it.each([
    ["2030-01-31T12:00:00Z", "2030-01-31T12:00:00.000Z"],
    ["2030-01-31T12:00:00.123456789+05:30", "2030-01-31T06:30:00.123Z"],
    ["2030-02-28", "2030-02-28T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
    [null, null],
  ])("%s is %s", async (expiresAt, shown) => {
    for (const { name, path } of places) {
      const made = await done<Expiring>(site.owner.post(path, { name, expiresAt }), 201);
      expect(made.expiresAt, path).toBe(shown);
    }
  });

  it.each([
    ["in the past", "2020-01-01T00:00:00Z"],
    ["beyond the year 9999", "9999-12-31T23:59:59-12:00"],
    ["before 1970", "0000-01-01T00:00:00Z"],
    ["no day of the calendar", "2030-02-30T00:00:00Z"],
    ["without a zone", "2030-01-01T00:00:00"],
    ["a number", 1893456000000],
    ["a text", "tomorrow"],
    ["empty", ""],
  ])("%s is 400", async (_, expiresAt) => {
    for (const { name, path } of places) {
      const { issues = [] } = expectRefusal(await site.owner.post(path, { name, expiresAt }), 400);
      expect(issues.map((issue) => issue.path)).toEqual(["expiresAt"]);
    }
  });
});

describe("expiresAt of an inbox, changed", () => {
  it.each([
    ["1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"],
    ["2020-02-29T00:00:00+14:00", "2020-02-28T10:00:00.000Z"],
    [null, null],
  ])("may lie in the past: %s", async (expiresAt, shown) => {
    const { id } = await createWebhook(site.owner, site.project.id);
    const path = `/api/projects/${site.project.id}/webhooks/${id}`;
    expect((await done<Expiring>(site.owner.put(path, { expiresAt }))).expiresAt).toBe(shown);
    expect((await done<Expiring>(site.owner.get(path))).expiresAt).toBe(shown);
  });

  it.each([
    "0000-01-01T00:00:00Z",
    "0099-01-01T00:00:00Z",
    "1970-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59-12:00",
  ])("%s is 400", async (expiresAt) => {
    const { id } = await createWebhook(site.owner, site.project.id);
    const path = `/api/projects/${site.project.id}/webhooks/${id}`;
    expectRefusal(await site.owner.put(path, { expiresAt }), 400);
  });
});
