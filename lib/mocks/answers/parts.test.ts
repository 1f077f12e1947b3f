import { describe, expect, test } from "vitest";
import { Answer } from "@/lib/operations/answer";
import { askedOf, partOf } from "./parts";

describe("a range", () => {
  test.each<[range: string | undefined, size: number, asked: ReturnType<typeof askedOf>]>([
    [undefined, 10, "whole"],
    ["bytes=0-3", 10, { from: 0, to: 3 }],
    ["bytes=3-3", 10, { from: 3, to: 3 }],
    ["bytes=3-", 10, { from: 3, to: 9 }],
    ["bytes=3-99", 10, { from: 3, to: 9 }],
    ["bytes=-3", 10, { from: 7, to: 9 }],
    [`bytes=-${"9".repeat(400)}`, 10, { from: 0, to: 9 }],
    [`bytes=${"9".repeat(20)}-`, 10, "beyond"],
    ["bytes=-99", 10, { from: 0, to: 9 }],
    ["BYTES= 1-2 ", 10, { from: 1, to: 2 }],
    ["bytes=9-", 10, { from: 9, to: 9 }],
    ["bytes=10-", 10, "beyond"],
    ["bytes=10-20", 10, "beyond"],
    ["bytes=-0", 10, "beyond"],
    ["bytes=999999999999999-", 10, "beyond"],
    // What is none, or more than one, is as good as not asked.
    ["bytes=5-2", 10, "whole"],
    ["bytes=0-1,3-4", 10, "whole"],
    ["bytes=0-1, bytes=3-4", 10, "whole"],
    ["bytes=-", 10, "whole"],
    ["bytes=", 10, "whole"],
    ["bytes=a-b", 10, "whole"],
    ["bytes=1.5-2", 10, "whole"],
    ["bytes=--2", 10, "whole"],
    ["lines=0-1", 10, "whole"],
    ["bytes=0-1\u0000", 10, "whole"],
    [`bytes=0-${"9".repeat(8000)}`, 10, { from: 0, to: 9 }],
    // Clients that always ask for ranges would fail at an empty body.
    ["bytes=0-3", 0, "whole"],
    ["bytes=-3", 0, "whole"],
  ])("%.40s of %i bytes", (range, size, asked) => expect(askedOf(range, size)).toEqual(asked));
});

const tag = '"abc"';
const body = Buffer.from("0123456789");

function answered(asked: Record<string, string>, { method = "GET", more = [] as string[] } = {}) {
  const own = more.some((each) => each === "ETag") ? [] : ["ETag", tag];
  const headers = [
    ...more,
    ...own,
    "Content-Type",
    "text/x",
    "Accept-Ranges",
    "bytes",
    "Content-Length",
    "10",
  ];
  const whole = new Answer(200, headers, method === "HEAD" ? null : body);
  const sent = partOf(whole, { method, rawHeaders: Object.entries(asked).flat() });
  const value = (name: string) => sent.headers[sent.headers.indexOf(name) + 1];
  const range = sent.headers.includes("Content-Range") ? value("Content-Range") : null;
  const length = sent.headers.includes("Content-Length") ? value("Content-Length") : null;
  return [sent.status, sent.body === null ? null : String(sent.body), range, length];
}

describe("what a request gets of an answer", () => {
  const whole = [200, "0123456789", null, "10"];
  const part = [206, "23", "bytes 2-3/10", "2"];
  const known = [304, null, null, null];
  test.each<[Record<string, string>, unknown[]]>([
    [{}, whole],
    [{ Range: "bytes=2-3" }, part],
    [{ range: "bytes=-1" }, [206, "9", "bytes 9-9/10", "1"]],
    [{ Range: "bytes=0-" }, [206, "0123456789", "bytes 0-9/10", "10"]],
    [{ Range: "bytes=20-" }, [416, null, "bytes */10", "0"]],
    [{ Range: "bytes=2-3", RANGE: "bytes=5-6" }, whole],
    [{ Range: "bytes=2-3", "If-Range": tag }, part],
    [{ Range: "bytes=2-3", "If-Range": '"other"' }, whole],
    [{ Range: "bytes=2-3", "If-Range": `W/${tag}` }, whole],
    [{ Range: "bytes=2-3", "If-Range": "Tue, 24 Nov 2026 00:00:00 GMT" }, whole],
    [{ Range: "bytes=20-", "If-Range": '"other"' }, whole],
    [{ "If-None-Match": tag }, known],
    [{ "If-None-Match": `"x", W/${tag}` }, known],
    [{ "If-None-Match": "*" }, known],
    [{ "If-None-Match": '"x"' }, whole],
    [{ "If-None-Match": "abc" }, whole],
    [{ "If-None-Match": tag, Range: "bytes=2-3" }, known],
    [{ "If-None-Match": '"x"', Range: "bytes=2-3" }, part],
  ])("%j", (asked, expected) => expect(answered(asked)).toEqual(expected));

  test("ranges are for GET alone, and what is known for HEAD, too", () => {
    expect(answered({ Range: "bytes=2-3" }, { method: "HEAD" })).toEqual([200, null, null, "10"]);
    expect(answered({ "If-None-Match": tag }, { method: "HEAD" })).toEqual(known);
  });

  test("a tag and a refusal of ranges of the mock's own count", () => {
    expect(answered({ "If-None-Match": '"own"' }, { more: ["ETag", '"own"'] })).toEqual(known);
    expect(answered({ "If-None-Match": tag }, { more: ["ETag", '"own"'] })).toEqual(whole);
    const weak = { more: ["ETag", 'W/"own"'] };
    expect(answered({ Range: "bytes=2-3", "If-Range": 'W/"own"' }, weak)).toEqual(whole);
    expect(answered({ Range: "bytes=2-3" }, { more: ["accept-ranges", "none"] })).toEqual(whole);
  });

  test("the parts of all answers are of one buffer", () => {
    const whole = new Answer(200, ["ETag", tag, "Accept-Ranges", "bytes"], body);
    const { body: sent } = partOf(whole, { method: "GET", rawHeaders: ["Range", "bytes=2-3"] });
    expect((sent as Buffer).buffer).toBe(body.buffer);
  });
});
