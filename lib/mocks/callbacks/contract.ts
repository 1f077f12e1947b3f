import { z } from "zod";
import { checkedHeaders, DelayMs } from "@/lib/mocks/answers/contract";
import { callbackHeaderProblems } from "./callback-headers";

export const callbackLimits = { callbacks: 3, urlChars: 2000, bodyChars: 100_000 };
const { callbacks, urlChars, bodyChars } = callbackLimits;

const text = (max: number) =>
  z.string({ error: "must be a text" }).max(max, { error: `must have at most ${max} characters` });

const Method = z.enum(["POST", "PUT", "PATCH", "DELETE", "GET"], {
  error: "must be one of POST, PUT, PATCH, DELETE, GET",
});

/** A request that is sent after an answer, as it is answered by the API. */
export const MockCallback = z
  .object({
    url: z.string(),
    method: Method,
    headers: z.record(z.string(), z.string()),
    body: z.string(),
    templated: z.boolean().meta({
      description: "whether address, body and header values are Liquid templates, which see the call",
    }),
    delayMs: z.int().meta({ description: "how long after the answer" }),
  })
  .meta({ id: "MockCallback" });

/** Several values of a header become one line. */
const OneLineHeaders = checkedHeaders(callbackHeaderProblems).transform(
  (headers): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, [values].flat().join(", ")])),
);

const GivenCallback = z
  .object(
    {
      url: text(urlChars).trim().min(1, { error: "must be an address such as https://example.com/hook" }),
      method: Method.default("POST"),
      headers: OneLineHeaders.default({}),
      body: text(bodyChars).default(""),
      templated: z.boolean({ error: "must be true or false" }).default(false),
      delayMs: DelayMs.default(0),
    },
    { error: "must be an object with url, method, headers, body, templated and delayMs" },
  )
  .meta({ id: "MockCallbackInput" });

export const GivenCallbacks = z
  .array(GivenCallback, { error: "must be a list of callbacks" })
  .max(callbacks, { error: `must have at most ${callbacks} callbacks` });

export type MockCallback = z.output<typeof MockCallback>;
