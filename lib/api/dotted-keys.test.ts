import { expect, it } from "vitest";
import type { Issue } from "@/lib/operations/operation";
import { parsePart } from "@/lib/operations/parse-part";
import { table } from "./table";

const problem = 'must not be "." or ".."';
const withKey = table
  .map(({ operation }) => operation)
  .flatMap(({ id, body }) => (body && "key" in body.shape ? [{ id, body }] : []));

it("covers flags of both kinds, groups, segments and environments", () => {
  expect(withKey.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      ...["createFlag", "createGroup", "updateGroup", "createGroupFlag", "updateGroupFlag"],
      ...["createSegment", "updateSegment", "createEnvironment", "updateEnvironment", "copyEnvironment"],
    ]),
  );
});

it.each(withKey)('$id refuses the keys "." and ".."', ({ body }) => {
  for (const key of [".", ".."]) {
    const issues: Issue[] = [];
    parsePart(body, { name: "x", key }, issues);
    expect(issues).toContainEqual({ path: "key", message: problem });
  }
});

it('promoteFlags refuses the keys "." and ".."', () => {
  const body = table.find(({ operation }) => operation.id === "promoteFlags")?.operation.body;
  const issues: Issue[] = [];
  parsePart(body, { from: "a", to: "b", keys: [".", "x", ".."] }, issues);
  expect(issues).toEqual(["keys.0", "keys.2"].map((path) => ({ path, message: problem })));
});
