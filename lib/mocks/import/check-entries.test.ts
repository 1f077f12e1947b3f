import { describe, expect, test } from "vitest";
import { bodies, recording } from "@/lib/platform/budgets/budgets";
import { checkEntries } from "./check-entries";
import { convertFieldkit } from "./fieldkit";
import { readDocument } from "./read-document";

function entriesOf(document: string) {
  const read = readDocument(document);
  if ("problem" in read) throw new Error(read.problem);
  return checkEntries(convertFieldkit(read.document));
}
const json = (...mocks: object[]) =>
  entriesOf(JSON.stringify({ fieldkit: 1, mocks: mocks.map((mock) => ({ name: "M", ...mock })) }));

describe("a mock", () => {
  test("that aliases make larger than one by the API is skipped, and others are not", () => {
    const responses = Array.from({ length: 100 }, () => "{ body: *b }").join(", ");
    const entries = entriesOf(`fieldkit: 1
b: &b "${"\\a".repeat(100_000)}"
mocks:
  - { name: Large, endpoint: /large, responses: [${responses}] }
  - { name: Small, endpoint: /small, responses: [{ body: *b }] }
`);
    expect(entries).toMatchObject([
      { skipped: true, notes: [expect.stringMatching(/^responses must have at most \d+ characters/)] },
      { mock: { name: "Small" } },
    ]);
  });

  test("may have as much in each field as a request or a recording brings", () => {
    const text = "x".repeat(bodies.bytesMax);
    const recorded = Buffer.alloc(recording.bodyBytesMax).toString("base64");
    const own = { endpoint: "/a", responseBody: recorded, bodyEncoding: "base64" };
    expect(json({ ...own, responses: [{ body: text }, {}] })).toMatchObject([{ mock: { endpoint: "/a" } }]);
    expect(json({ endpoint: "/b", responseBody: `${recorded}AAAA` })).toMatchObject([
      { skipped: true, notes: [expect.stringContaining("responseBody")] },
    ]);
  });
});
