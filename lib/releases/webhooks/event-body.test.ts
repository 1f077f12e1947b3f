import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { bodyBytesMax, type EventFacts, eventBody, labelsOf } from "./event-body";
import { eventSchemas, eventTypes } from "./event-schema";

const at = new Date("2030-01-01T09:00:00.000Z");
const facts = (content: string): EventFacts => ({
  ...{ type: "release.published", at, url: "https://example.com/changelog/acme/shop/1" },
  release: {
    ...{ id: "1", title: "v1", content, status: "published", revision: 3, publishedAt: at, updatedAt: at },
  },
  project: { id: "2", name: "Shop", slug: "shop" },
  team: { id: "3", name: "Acme", slug: "acme" },
});
const releaseIn = (body: string) => JSON.parse(body).data.release;

test("an event has what everybody may read of a release, and where", () =>
  expect(JSON.parse(eventBody(facts("- **Fixed:** a")))).toEqual({
    type: "release.published",
    timestamp: at.toISOString(),
    data: {
      release: {
        ...{ id: "1", title: "v1", content: "- **Fixed:** a", contentTruncated: false, labels: ["fixed"] },
        ...{ status: "published", revision: 3, url: "https://example.com/changelog/acme/shop/1" },
        ...{ publishedAt: at.toISOString(), updatedAt: at.toISOString() },
      },
      project: { id: "2", name: "Shop", slug: "shop" },
      team: { id: "3", name: "Acme", slug: "acme" },
    },
  }));

test.each(eventTypes)("an event of the type %s has the fields of its schema, and no others", (type) => {
  const { release, ...others } = facts("- **Fixed:** a");
  const [id, other] = [uuidv7(), uuidv7()];
  const body = eventBody({
    ...{ ...others, type, release: { ...release, id } },
    ...{ project: { ...others.project, id: other }, team: { ...others.team, id: other } },
  });
  expect(eventSchemas[type].parse(JSON.parse(body))).toEqual(JSON.parse(body));
});

test.each([
  ["letters", "x".repeat(500_000)],
  ["letters of several bytes", "ä".repeat(500_000)],
  ["characters of two units", "🎉".repeat(250_000)],
  ["characters of two units, shifted", `x${"🎉".repeat(200_000)}`],
  ["what JSON escapes", "\u0001".repeat(500_000)],
])("notes of %s are cut to fill an event, and no character is halved", (_, content) => {
  const body = eventBody(facts(content));
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(bodyBytesMax);
  expect(Buffer.byteLength(body)).toBeGreaterThan(bodyBytesMax - 16);
  const cut = releaseIn(body);
  expect(cut.contentTruncated).toBe(true);
  expect(content.startsWith(cut.content)).toBe(true);
  expect(cut.content.isWellFormed()).toBe(true);
});

test("notes that just fit are whole", () => {
  const room = bodyBytesMax - Buffer.byteLength(eventBody(facts("")));
  expect(releaseIn(eventBody(facts("x".repeat(room)))).contentTruncated).toBe(false);
  expect(releaseIn(eventBody(facts("x".repeat(room + 1)))).contentTruncated).toBe(true);
});

test.each([
  ["- **New:** a\n- **Fixed:** b\n- **New:** c", ["new", "fixed"]],
  ["## Bug fixes\n\n## Fixes ##\n", ["fixed"]],
  ["1. **Security:** a", ["security"]],
  ["### **Breaking:** a", ["breaking"]],
  ["**Improved:** a", ["improved"]],
  ["**New** things, and a **Fixed:** in the middle", []],
  ["", []],
])("%j has the labels %j", (content, found) => expect(labelsOf(content)).toEqual(found));

test("labels are found in time proportional to the notes, whatever they are", () => {
  for (const part of ["> ", "- ", "*", "# ", "**"]) {
    expect(labelsOf(part.repeat(200_000))).toEqual([]);
  }
});
