import { describe, expect, test } from "vitest";
import { configuredHeaders } from "@/lib/platform/budgets/budgets";
import { headersTooMuch } from "../answers/headers";
import { headersBack, headersOnward } from "./passed-headers";

describe("a request that is sent on", () => {
  const onward = (...rawHeaders: string[]) =>
    headersOnward({ rawHeaders, clientAddress: "203.0.113.7", host: "shop.mock.example", scheme: "https" });
  const added = [
    ["Accept-Encoding", "identity"],
    ["X-Forwarded-For", "203.0.113.7"],
    ["X-Forwarded-Host", "shop.mock.example"],
    ["X-Forwarded-Proto", "https"],
    ["x-fieldkit-forwarded", "1"],
  ];

  test.each([
    ["credentials as they are", ["Authorization", "Bearer a", "Cookie", "b=1"], true],
    ["names that are given twice", ["X-A", "1", "x-a", "2"], true],
    [
      "not what a proxy says",
      ["X-Forwarded-For", "1.1.1.1", "Forwarded", "for=1.1.1.1", "X-Real-IP", "1"],
      false,
    ],
    ["not what is ours", ["X-Fieldkit-Target", "/a", "X-Fieldkit-Callback-Of", "1"], false],
    ["the mark of a callback, which causes no other one there", ["X-Fieldkit-Callback", "1"], true],
    ["not how it may be compressed", ["Accept-Encoding", "gzip"], false],
  ])("has %s", (_, rawHeaders, isKept) => {
    const kept = isKept ? rawHeaders.flatMap((name, at) => (at % 2 ? [] : [[name, rawHeaders[at + 1]]])) : [];
    expect(onward(...rawHeaders)).toEqual([...kept, ...added]);
  });
});

describe("an answer that is passed back", () => {
  test.each<[string, string[], Record<string, string[]>]>([
    ["names that are given twice", ["X-A", "1", "x-a", "2"], { "X-A": ["1", "2"] }],
    [
      "not what belongs to the connection",
      ["Connection", "close, X-Hop", "X-Hop", "1", "Keep-Alive", "1"],
      {},
    ],
    ["not how its body came", ["Transfer-Encoding", "chunked", "Content-Length", "5", "Trailer", "X"], {}],
    [
      "not what reaches beyond the host",
      ["Strict-Transport-Security", "max-age=1", "Clear-Site-Data", '"*"'],
      {},
    ],
    ["not what is true of the other host", ["Alt-Svc", 'h3=":443"', "NEL", "{}", "Report-To", "{}"], {}],
    [
      "cookies of its own host",
      ["Set-Cookie", "a=1; Domain=example.com; Path=/", "set-cookie", "b=2; domain"],
      { "Set-Cookie": ["a=1; Path=/", "b=2"] },
    ],
    ["how its body is coded", ["Content-Encoding", "gzip"], { "Content-Encoding": ["gzip"] }],
    ["nothing that can't be sent", ["X-Bad", "a\u0000b", "X-Good", "é"], { "X-Good": ["é"] }],
    ["a name of an object's own", ["__proto__", "1"], Object.fromEntries([["__proto__", ["1"]]])],
  ])("has %s", (_, rawHeaders, expected) => {
    expect(headersBack(rawHeaders)).toEqual(expected);
  });

  const { linesMax, bytesMax } = configuredHeaders;
  const repeated = (times: number, value: string) =>
    Array.from({ length: times }, (_, at) => [`X-${at}`, value]).flat();

  test.each([
    ["lines, and no more than", repeated(linesMax + 20, "1"), linesMax],
    ["lines of one name", Array.from({ length: linesMax + 20 }, () => ["X-A", "1"]).flat(), linesMax],
    ["what fits, without what is too large", ["X-A", "a".repeat(bytesMax), "X-B", "1"], 1],
    ["what fits together", [...repeated(20, "a".repeat(1000)), "X-Last", "1"], 16],
  ])("has %s", (_, rawHeaders, lines) => {
    const headers = headersBack(rawHeaders);
    expect(Object.values(headers).flat()).toHaveLength(lines);
    expect(headersTooMuch(headers)).toEqual([]);
  });
});
