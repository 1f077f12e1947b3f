import { expect, test } from "vitest";
import { ranked, shownMax } from "./rank";

const named = (name: string, detail = "") => ({ name, detail });

test("the name itself, then what begins with it, then its words, then the rest", () => {
  const found = ["recheckout", "a checkout", "checkout flow", "checkout"].map((name) => named(name));
  expect(ranked(found, ["Checkout"]).map(({ name }) => name)).toEqual([
    "checkout",
    "checkout flow",
    "a checkout",
    "recheckout",
  ]);
});

test("what else tells a thing apart counts as much as its name", () => {
  const found = [named("Orders in check"), named("Users", "check")];
  expect(ranked(found, ["check"])[0]?.name).toBe("Users");
});

test("words in another order are found too, after those in this one", () => {
  expect(ranked([named("b a"), named("a b")], ["a", "b"]).map(({ name }) => name)).toEqual(["a b", "b a"]);
});

test("no more than are shown", () => {
  expect(
    ranked(
      Array.from({ length: 20 }, () => named("x")),
      ["x"],
    ),
  ).toHaveLength(shownMax);
});
