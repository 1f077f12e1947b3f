import { expect, it, test } from "vitest";
import { partsOf, wholeFolders } from "./folder-names";

it("a folder has the mocks of those below it, and comes right before them", () => {
  const folders = [
    { folder: "", count: 9 },
    { folder: "Pay later", count: 1 },
    { folder: "pay/Refunds/Partial", count: 2 },
    { folder: "Pay/refunds", count: 4 },
    { folder: "Accounts", count: 8 },
  ];
  expect(wholeFolders(folders)).toEqual([
    { folder: "Accounts", count: 8 },
    { folder: "pay", count: 6 },
    { folder: "pay/Refunds", count: 6 },
    { folder: "pay/Refunds/Partial", count: 2 },
    { folder: "Pay later", count: 1 },
  ]);
});

test.each([
  ["a", "", "a"],
  ["a/b/c", "a/b/", "c"],
])("%s is %j and %j", (folder, above, name) => {
  expect(partsOf(folder)).toEqual({ above, name });
});
