import { expect, test } from "vitest";
import { shownFields, withWholePercents } from "./shown-fields";

test.each([
  ["flag", { rollout: 25 }, { rollout: 80 }, { rollout: "25 %" }, { rollout: "80 %" }],
  [
    "flag",
    { rollout: 25, rolloutBasisPoints: null },
    { rollout: 33, rolloutBasisPoints: 3333 },
    { rollout: "25 %" },
    { rollout: "33.33 %" },
  ],
  [
    "flag",
    { rolloutBasisPoints: null },
    { rolloutBasisPoints: 3333 },
    { rollout: "33 %" },
    { rollout: "33.33 %" },
  ],
  [
    "groupFlag",
    { rolloutBasisPoints: 50 },
    { rolloutBasisPoints: 60 },
    { defaultPercentage: "0.5 %" },
    { defaultPercentage: "0.6 %" },
  ],
  ["override", null, { rollout: null, rolloutBasisPoints: null }, null, { rollout: null }],
  [
    "flag",
    { variants: null },
    { variants: [{ key: "blue", value: "#00f", weight: 33.34 }] },
    { variants: null },
    { variants: 'blue, 33.34 %: "#00f"' },
  ],
  ["mock", { name: "A" }, { name: "B" }, { name: "A" }, { name: "B" }],
] as const)("of a %s, %j to %j", (subjectKind, before, after, from, to) => {
  const entry = { subjectKind, before, after } as Parameters<typeof shownFields>[0];
  expect(shownFields(entry)).toEqual({ before: from, after: to });
});

test("what is put back has the whole percentage with its hundredths", () => {
  const entry = {
    subjectKind: "flag",
    before: { rolloutBasisPoints: null },
    after: { rolloutBasisPoints: 3333 },
  };
  expect(withWholePercents(entry as Parameters<typeof withWholePercents>[0]).before).toEqual({
    rollout: 33,
    rolloutBasisPoints: null,
  });
});
