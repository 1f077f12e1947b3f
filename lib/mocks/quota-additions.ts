import type { Addition } from "@/lib/operations/quota";
import { isExpression } from "./matching/segments";
import type { KeptResponse } from "./responses/contract";

type Stored = {
  endpoint: string;
  responseBody: string;
  responses: readonly KeptResponse[];
  callbacks: readonly object[];
};

/** What a mock adds to its project's stocks. @param before what it was, if it is only changed */
export function additionsOf(ownerId: string, mock: Stored, before?: Stored): Addition[] {
  const added = (amount: (of: Stored) => number) => amount(mock) - (before ? amount(before) : 0);
  return [
    { name: "mocks", ownerId, adding: before ? 0 : 1 },
    { name: "mockBytes", ownerId, adding: added(bytesOf) },
    { name: "mockExpressions", ownerId, adding: added(({ endpoint }) => Number(isExpression(endpoint))) },
  ];
}

const bytesOf = ({ responseBody, responses, callbacks }: Stored) =>
  Buffer.byteLength(responseBody) + jsonBytesOf(responses) + jsonBytesOf(callbacks);

const jsonBytesOf = (list: readonly object[]) =>
  list.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(list));
