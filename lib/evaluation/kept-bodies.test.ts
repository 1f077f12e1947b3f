import { expect, test } from "vitest";
import { keptBody } from "./kept-bodies";
import { bytesOf, type Tagged } from "./revalidated";

let records = 0;

/** A record that nobody has asked for yet. */
const newRecord = (version = "1") => {
  records += 1;
  return { version, id: `r${records}`, projectId: "p", groupId: "g", overrides: new Map() };
};
const project = {
  ...{ version: "1", changes: "1", projectId: "p", referenceId: "r" },
  ...{ environments: [], groupFlags: new Map() },
};

/** What answers it, which counts how often it is made, and its body. */
function source(isLarge: boolean) {
  const count = { made: 0, bodies: 0 };
  const body = () => {
    count.bodies += 1;
    return Buffer.from("{}");
  };
  const make = (): Tagged => {
    count.made += 1;
    return { etag: '"t"', body: isLarge ? body : body() };
  };
  return { count, make };
}

test("a small answer is made once, until its record or its flags change", () => {
  const record = newRecord();
  const { count, make } = source(false);
  for (let at = 0; at < 3; at += 1) {
    expect(bytesOf(keptBody("sdk", { project, record, environment: undefined }, make)).toString()).toBe("{}");
  }
  expect(count).toEqual({ made: 1, bodies: 1 });
  keptBody("sdk", { project, record: { ...record, version: "2" }, environment: undefined }, make);
  keptBody("sdk", { project: { ...project, version: "2" }, record, environment: undefined }, make);
  expect(count.made).toBe(3);
});

test("the body of a large one is made for those who need it, and kept from the second on", () => {
  const record = newRecord();
  const { count, make } = source(true);
  const ask = () => keptBody("sdk", { project, record, environment: undefined }, make);
  expect([ask().etag, ask().etag]).toEqual(['"t"', '"t"']);
  expect(count).toEqual({ made: 1, bodies: 0 });
  for (let at = 0; at < 3; at += 1) expect(bytesOf(ask()).toString()).toBe("{}");
  expect(count.bodies).toBe(1);
});
