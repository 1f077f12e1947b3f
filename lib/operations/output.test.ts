import { expect, test } from "vitest";
import { z } from "zod";
import type { Steps } from "@/lib/platform/process/turns";
import { operation } from "./operation";
import { encodedWithList, outputOf } from "./output";

const op = operation({
  ...{ id: "things", method: "GET", path: "/api/things", tag: "Things", summary: "Things", access: "public" },
  output: z.object({ count: z.int(), things: z.array(z.object({ name: z.string() })) }),
});

function ran<T>(steps: Steps<T>): { result: T; steps: number } {
  for (let count = 0; ; count += 1) {
    const { done, value } = steps.next();
    if (done) return { result: value, steps: count };
  }
}

test.each([0, 1, 5_000])("a long list of %i is what it would be at once, in as many steps", (length) => {
  const things = Array.from({ length }, (_, at) => ({ name: `“${at}”`, secret: "not shown" }));
  const whole = { count: length, hidden: 1, things };
  const { result, steps } = ran(encodedWithList(op, whole, "things"));
  expect(Buffer.from(result).toString()).toBe(JSON.stringify(outputOf(op, { count: length, things })));
  expect(steps).toBe(length);
});
