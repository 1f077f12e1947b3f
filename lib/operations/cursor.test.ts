import { describe, expect, test } from "vitest";
import { decodeCursor, encodeCursor, type Position } from "./cursor";

const uuid = "0190a6ee-0000-7000-8000-000000000001";
const encoded = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString("base64url");
const refusal = expect.objectContaining({ code: "invalid_request" });

describe("a cursor", () => {
  test.each<[Position, "text" | "number" | "time", "uuid" | "text" | "number"]>([
    [{ sort: "name", value: "Ünï", id: uuid }, "text", "uuid"],
    [{ sort: "-calls", value: 0, id: "a.b_c-1" }, "number", "text"],
    [{ sort: "-createdAt", value: 1_900_000_000_000, id: "7" }, "time", "number"],
  ])("%j is read as it was written", (position, kind, idKind) => {
    expect(decodeCursor(encodeCursor(position), position.sort, kind, idKind)).toEqual(position);
  });

  test.each<[why: string, parts: unknown]>([
    ["of another order", ["-name", "a", uuid]],
    ["of another kind of value", ["name", 1, uuid]],
    ["with an id of another kind", ["name", "a", "not a uuid"]],
    ["with a part too many", ["name", "a", uuid, 1]],
    ["with a part too few", ["name", "a"]],
    ["with a text that Postgres can't hold", ["name", "\0", uuid]],
    ["that is no list", { sort: "name" }],
  ])("%s is refused", (_, parts) => {
    expect(() => decodeCursor(encoded(parts), "name", "text", "uuid")).toThrow(refusal);
  });

  test.each([-1, 0.5, 1e300, 253_402_300_800_000])("with the instant %d is refused", (value) => {
    expect(() => decodeCursor(encoded(["at", value, uuid]), "at", "time", "uuid")).toThrow(refusal);
  });

  test("that is no JSON is refused", () => {
    expect(() => decodeCursor("AAAA", "name", "text", "uuid")).toThrow(refusal);
  });
});
