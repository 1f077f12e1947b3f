import { z } from "zod";
import {
  behaviour,
  CheckedHeaders,
  DelayMs,
  givenBehaviour,
  ResponseBody,
  ResponseHeaders,
  StatusCode,
} from "@/lib/mocks/answers/contract";

// Files belong to mocks: a file can be deleted where no mock has it.
const { bodyFileId: _, ...ownBehaviour } = behaviour;
const { bodyFileId: __, ...givenOwnBehaviour } = givenBehaviour;

/** How an inbox answers its senders, under the rules of mocks. */
export const InboxResponse = z
  .object({
    statusCode: z.int(),
    headers: ResponseHeaders,
    body: z.string(),
    delayMs: z.int(),
    ...ownBehaviour,
  })
  .meta({ id: "InboxResponse" });

export const GivenInboxResponse = z
  .object(
    {
      statusCode: StatusCode.default(200),
      headers: CheckedHeaders.default({}),
      body: ResponseBody.default(""),
      delayMs: DelayMs.default(0),
      ...givenOwnBehaviour,
    },
    { error: "must be an object with statusCode, headers, body and delayMs, or null" },
  )
  .meta({ id: "InboxResponseInput" })
  .nullable();

export type InboxResponse = z.output<typeof InboxResponse>;
