import { expect, test } from "vitest";
import type { PublicRequest } from "@/lib/operations/public-request";
import { meetsChaos } from "./meets-chaos";

const request: PublicRequest = {
  label: "a",
  method: "GET",
  prefix: "",
  target: "/api/mock/a",
  origin: undefined,
  requestedMethod: undefined,
  requestedHeaders: undefined,
  requestId: "r",
  rawHeaders: [],
  clientAddress: () => "127.0.0.1",
  readBody: async () => Buffer.alloc(0),
};
const chaos = { percent: 10, statusCode: 503, fault: null, endsAt: new Date(1000) };

test.each([
  ["one of ten", { now: 0, random: 0.099 }, 503],
  ["none of the other nine", { now: 0, random: 0.1 }, undefined],
  ["nobody once it is over", { now: 1000, random: 0 }, undefined],
  ["somebody until then", { now: 999, random: 0 }, 503],
])("chaos of ten percent meets %s", (_who, chance, status) => {
  expect(meetsChaos("p", chaos, request, chance)?.answer.status).toBe(status);
});
