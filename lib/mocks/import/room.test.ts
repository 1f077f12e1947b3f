import { expect, test } from "vitest";
import { convertHar } from "./har";
import { convertOpenApi } from "./openapi";
import { convertPostman } from "./postman";
import { importLimits } from "./read-document-values";

const { fieldChars } = importLimits;
const type = "text/plain";

/** A document with two answers of one path, in each of the formats. */
const formats = {
  openapi: (own: string, other: string) =>
    convertOpenApi({
      openapi: "3.1.0",
      paths: {
        "/a": {
          get: {
            responses: {
              200: { content: { [type]: { example: own } } },
              404: { content: { [type]: { example: other } } },
            },
          },
        },
      },
    }),
  postman: (own: string, other: string) =>
    convertPostman({
      item: [
        {
          name: "A",
          request: { method: "GET", url: "https://a.example/a" },
          response: [
            { name: "own", code: 200, body: own },
            { name: "404", code: 404, body: other },
          ],
        },
      ],
    }),
  har: (own: string, other: string) => {
    const entry = (query: string, text: string) => ({
      request: { method: "GET", url: `https://a.example/a${query}` },
      response: { status: 200, content: { mimeType: type, text } },
    });
    return convertHar({ log: { entries: [entry("", own), entry("?404=1", other)] } });
  },
};
const names = Object.keys(formats) as (keyof typeof formats)[];

test.each(names)("an answer of %s that a mock has no room for makes none", (format) => {
  const [entry, ...more] = formats[format]("a".repeat(fieldChars + 1), "b");
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ skipped: expect.stringContaining(`more than ${fieldChars} characters`) });
});

test.each(names)("one of several answers of %s is left out as a whole", (format) => {
  const [entry] = formats[format]("a", "b".repeat(fieldChars + 1));
  expect(entry).toMatchObject({
    mock: { responseBody: "a", responses: [] },
    notes: [expect.stringMatching(/^The answer .*404.* was left out\. Its body has more than/)],
  });
});

test.each(names)("answers of %s are whole up to what a mock has room for", (format) => {
  const other = "b".repeat(fieldChars - 1000);
  const [entry] = formats[format]("a".repeat(fieldChars), other);
  expect(entry).toMatchObject({ mock: { responses: [{ body: other }] } });
  expect(entry).toMatchObject({ notes: expect.not.arrayContaining([expect.stringContaining("left out")]) });
});

test("what is beyond the room of a whole document is skipped", () => {
  const body = "a".repeat(1_000_000);
  const item = (at: number) => ({
    request: { method: "GET", url: `/a${at}` },
    response: [{ name: "A", code: 200, body }],
  });
  const entries = convertPostman({ item: Array.from({ length: 33 }, (_, at) => item(at)) });
  expect(entries.filter((entry) => "mock" in entry)).toHaveLength(32);
  expect(entries[32]).toMatchObject({ skipped: expect.stringContaining("Import parts of it") });
});
