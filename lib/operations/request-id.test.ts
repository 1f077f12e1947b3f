import { expect, test } from "vitest";
import { requestIdFrom } from "./request-id";

test("a caller's own id is kept where it is acceptable", () => {
  expect(requestIdFrom("7f/3:a=b+c.d_e-1")).toBe("7f/3:a=b+c.d_e-1");
  for (const refused of ["", "a b", "a\n", "é", "a".repeat(129), null, undefined]) {
    expect(requestIdFrom(refused)).not.toBe(refused);
  }
});

test("new ids look like a UUID, and no two are the same", () => {
  const ids = Array.from({ length: 70_000 }, () => requestIdFrom(null));
  expect(new Set(ids).size).toBe(ids.length);
  const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(ids.every((id) => isUuid.test(id))).toBe(true);
});
