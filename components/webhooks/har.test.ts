import { expect, test } from "vitest";
import { z } from "zod";
import type { CapturedRequest } from "@/lib/webhooks/contract";
import { type ExportFormat, exportPieces, inOrder } from "./har";
import { capture } from "./sample-capture";

const inboxUrl = "http://team-shop.mock.localhost:3000/api/webhook/ref";

const pairs = z.array(z.object({ name: z.string().min(1), value: z.string() }));
const message = {
  httpVersion: z.string(),
  cookies: pairs,
  headers: pairs,
  headersSize: z.int().min(-1),
  bodySize: z.int().min(-1),
};

/** What HAR 1.2 requires. Names that it does not define must start with an underscore. */
const Har = z.strictObject({
  log: z.strictObject({
    version: z.literal("1.2"),
    creator: z.strictObject({ name: z.string(), version: z.string() }),
    entries: z.array(
      z.strictObject({
        startedDateTime: z.iso.datetime({ offset: true }),
        time: z.number().min(0),
        request: z.strictObject({
          ...message,
          method: z.string(),
          url: z.url(),
          queryString: z.array(z.object({ name: z.string(), value: z.string() })),
          postData: z
            .strictObject({
              mimeType: z.string(),
              text: z.string(),
              _encoding: z.literal("base64").optional(),
              comment: z.string().optional(),
            })
            .optional(),
        }),
        response: z.strictObject({
          ...message,
          status: z.int(),
          statusText: z.string(),
          content: z.strictObject({ size: z.int(), mimeType: z.string() }),
          redirectURL: z.string(),
          comment: z.string(),
        }),
        cache: z.strictObject({}),
        timings: z.strictObject({ send: z.number(), wait: z.number(), receive: z.number() }),
        comment: z.string(),
      }),
    ),
  }),
});

function written(format: ExportFormat, requests: CapturedRequest[]): unknown {
  const { opening, entry, closing } = exportPieces(format, inboxUrl);
  return JSON.parse(opening + inOrder(format, requests).map(entry).join(",\n") + closing);
}

const har = (...requests: CapturedRequest[]) => Har.parse(written("har", requests)).log.entries;

test("is a HAR 1.2, oldest first, with one entry a request", () => {
  expect(har()).toEqual([]);
  const [first, second] = har(capture(2, { method: "GET", body: "", rawUrl: "/x?b=1&a=%20&b=" }), capture(1));
  expect(first?.request).toMatchObject({
    method: "POST",
    url: "http://team-shop.mock.localhost:3000/api/webhook/ref/orders?page=1",
    postData: { mimeType: "application/json", text: '{"order":1}' },
    bodySize: 11,
  });
  expect(second?.request.postData).toBeUndefined();
  expect(second?.request.queryString).toEqual([
    { name: "b", value: "1" },
    { name: "a", value: " " },
    { name: "b", value: "" },
  ]);
});

test("headers keep order, spelling and repeats; cookies are taken from them", () => {
  const rawHeaders: [string, string][] = [
    ["X-B", "1"],
    ["x-a", ""],
    ["X-B", "2"],
    ["Cookie", "a=1; b=x=y;  ; broken"],
  ];
  const [entry] = har(capture(1, { rawHeaders }));
  expect(entry?.request.headers.map(({ name, value }) => [name, value])).toEqual(rawHeaders);
  expect(entry?.request.cookies).toEqual([
    { name: "a", value: "1" },
    { name: "b", value: "x=y" },
  ]);
});

test("a binary body says how it is written", () => {
  const [entry] = har(capture(1, { body: "AP8=", bodyEncoding: "base64", size: 2, headers: {} }));
  expect(entry?.request.postData).toMatchObject({
    mimeType: "application/octet-stream",
    text: "AP8=",
    _encoding: "base64",
  });
  expect(entry?.request.bodySize).toBe(2);
});

test("the JSON is what the API lists", () => {
  const requests = [capture(2), capture(1)];
  expect(written("json", requests)).toEqual(requests);
  expect(written("json", [])).toEqual([]);
});
