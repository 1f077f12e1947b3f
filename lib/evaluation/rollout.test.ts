import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashedPrefix, murmur3, murmur3After } from "./murmur3";
import { bucketOf, isOn, outcomesFor, preparedFlag, type Rule, ruleFor } from "./rollout";

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
const anyText = fc.string({ unit: "grapheme", maxLength: 40 });
const percentage = fc.integer({ min: 0, max: 100 });

describe("the bucket of a subject", () => {
  test.each([
    ["checkout", "tenant-1", 3862137916, 1679],
    ["checkout", "tenant-2", 3796998822, 2288],
    ["checkout", "tenant-7", 4272885568, 6855],
    ["promo", "tenant-1", 209992788, 8827],
    ["g", "é", 3962922133, 3321],
    ["g", "日本", 2768135936, 3659],
  ])("%s:%s", (salt, subject, hash, bucket) => {
    expect(murmur3(`${salt}:${subject}`)).toBe(hash);
    expect(bucketOf(salt, subject)).toBe(bucket);
  });

  test.each([
    ["", 0],
    ["a", 0x3c2569b2],
    ["abc", 0xb3dd93fa],
    ["abcd", 0x43ed676a],
    ["hello, world", 0x149bbb7f],
  ])("the hash of %j is MurmurHash3's", (text, hash) => {
    expect(murmur3(text)).toBe(hash);
  });

  test("hashed behind prefixes is what the whole text is hashed to", () => {
    fc.assert(
      fc.property(fc.array(anyText), anyText, (prefixes, text) => {
        const after = murmur3After(text);
        expect(prefixes.map((prefix) => after(hashedPrefix(prefix)))).toEqual(
          prefixes.map((prefix) => murmur3(prefix + text)),
        );
      }),
    );
  });

  test("a long text is hashed whole, and leaves nothing behind for the next one", () => {
    const short = murmur3("tenant");
    const long = murmur3(`${"é".repeat(5000)}x`);
    expect(murmur3(`${"é".repeat(5000)}y`)).not.toBe(long);
    expect(murmur3("tenant")).toBe(short);
  });
});

describe("a rollout", () => {
  test("is the same for a subject that is asked about many flags, however salts and subjects are cut into blocks", () => {
    fc.assert(
      fc.property(fc.array(anyText), anyText, fc.integer({ min: 1, max: 99 }), (salts, subject, rollout) => {
        const rules = salts.map((salt) => ({ enabled: true, rollout, salt }));
        const outcomes = rules.map((rule) => preparedFlag(rule, null)).map(outcomesFor(subject));
        expect(outcomes).toEqual(rules.map((rule) => Number(isOn(rule, subject))));
      }),
    );
  });

  test("only adds subjects when it is raised", () => {
    fc.assert(
      fc.property(text, text, percentage, percentage, (salt, subject, a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const before = isOn({ enabled: true, rollout: low, salt }, subject);
        const after = isOn({ enabled: true, rollout: high, salt }, subject);
        expect(before && !after).toBe(false);
      }),
    );
  });

  test("is never at 0, always at 100, and off when the flag is", () => {
    fc.assert(
      fc.property(text, text, percentage, (salt, subject, rollout) => {
        expect(isOn({ enabled: true, rollout: 0, salt }, subject)).toBe(false);
        expect(isOn({ enabled: true, rollout: 100, salt }, subject)).toBe(true);
        expect(isOn({ enabled: false, rollout, salt }, subject)).toBe(false);
      }),
    );
  });

  /** Somebody who lies in just this bucket. */
  const subjectIn = (bucket: number) => {
    for (let at = 0; ; at += 1) if (bucketOf("checkout", `tenant-${at}`) === bucket) return `tenant-${at}`;
  };

  test.each([1, 2, 16, 50, 99])("of %i percent ends just below its hundredfold", (rollout) => {
    const flag = { enabled: true, rollout, salt: "checkout" };
    expect(isOn(flag, subjectIn(rollout * 100 - 1))).toBe(true);
    expect(isOn(flag, subjectIn(rollout * 100))).toBe(false);
  });

  test("of 1 percent takes the first bucket, which 0 leaves out, and 100 the last, which 99 leaves out", () => {
    const isIn = (bucket: number, rollout: number) =>
      isOn({ enabled: true, rollout, salt: "checkout" }, subjectIn(bucket));
    expect([isIn(0, 0), isIn(0, 1), isIn(9999, 99), isIn(9999, 100)]).toEqual([false, true, false, true]);
  });

  test("in hundredths of a percent takes just as many buckets, and is the percentage at whole ones", () => {
    const small = (rolloutBasisPoints: number) => ({
      ...{ enabled: true, rollout: Math.round(rolloutBasisPoints / 100), rolloutBasisPoints },
      salt: "checkout",
    });
    for (const points of [1, 49, 50, 1234, 9999]) {
      expect(
        [isOn(small(points), subjectIn(points - 1)), isOn(small(points), subjectIn(points))],
        `${points}`,
      ).toEqual([true, false]);
    }
    expect([isOn(small(0), subjectIn(0)), isOn(small(10_000), subjectIn(9999))]).toEqual([false, true]);
    fc.assert(
      fc.property(text, percentage, (subject, rollout) => {
        const whole: Rule = { enabled: true, rollout, salt: "checkout" };
        expect(isOn({ ...whole, rolloutBasisPoints: rollout * 100 }, subject)).toBe(isOn(whole, subject));
      }),
    );
  });

  test("takes its share of subjects, whatever the flag, and two flags share no more than chance", () => {
    const subjects = Array.from({ length: 20_000 }, (_, at) => `tenant-${at}`);
    const within = (salt: string, rollout: number) =>
      new Set(subjects.filter((subject) => isOn({ enabled: true, rollout, salt }, subject)));
    for (const salt of ["checkout", "promo", "new-editor"]) {
      for (const rollout of [1, 10, 50, 90]) {
        const share = (within(salt, rollout).size / subjects.length) * 100;
        expect(Math.abs(share - rollout), `${salt} at ${rollout}`).toBeLessThan(1.5);
      }
    }
    const [one, other] = [within("checkout", 50), within("promo", 50)];
    const both = [...one].filter((subject) => other.has(subject)).length / subjects.length;
    expect(both).toBeGreaterThan(0.235);
    expect(both).toBeLessThan(0.265);
  });
});

type Strategy = {
  name: string;
  parameters?: Record<string, string>;
  constraints?: unknown[];
  segments?: unknown;
};
type Feature = { name: string; enabled: boolean; strategies?: Strategy[] };
type Case = {
  description: string;
  context: Record<string, unknown>;
  toggleName: string;
  expectedResult: boolean;
};
type Specification = { state: { features: Feature[] }; tests?: Case[] };

const require = createRequire(import.meta.url);

/** The cases of Unleash's specification where one plain flexible rollout decides about a known subject. */
function unleashCases(file: string) {
  const { state, tests = [] } = require(
    `@unleash/client-specification/specifications/${file}`,
  ) as Specification;
  return tests.flatMap(({ description, context, toggleName, expectedResult }) => {
    const feature = state.features.find(({ name }) => name === toggleName);
    const [strategy, ...others] = feature?.strategies ?? [];
    if (!feature || strategy?.name !== "flexibleRollout" || others.length > 0) return [];
    if ((strategy.constraints?.length ?? 0) > 0 || strategy.segments) return [];
    const { stickiness = "default", groupId = toggleName, rollout = "0" } = strategy.parameters ?? {};
    const subject = subjectOf(stickiness, context);
    if (subject === undefined) return [];
    return [
      {
        description,
        subject,
        expectedResult,
        flag: { enabled: feature.enabled, rollout: Number(rollout), salt: groupId },
      },
    ];
  });
}

function subjectOf(stickiness: string, context: Record<string, unknown>): string | undefined {
  const {
    userId,
    sessionId,
    properties = {},
  } = context as {
    userId?: string;
    sessionId?: string;
    properties?: Record<string, string>;
  };
  if (stickiness === "default") return userId ?? sessionId;
  return (context[stickiness] as string | undefined) ?? properties[stickiness];
}

describe.each([
  ["10-flexible-rollout-strategy.json", 7],
  ["12-custom-stickiness.json", 4],
])("Unleash's %s", (file, count) => {
  const cases = unleashCases(file);

  test("gives all its cases that have a subject", () => {
    expect(cases).toHaveLength(count);
  });

  test.each(cases)("$description", ({ flag, subject, expectedResult }) => {
    expect(isOn(flag, String(subject))).toBe(expectedResult);
  });
});

describe("what a record gets for a flag of its group", () => {
  const flag = {
    ...{ defaultEnabled: false, defaultPercentage: 40, rolloutBasisPoints: 4025 },
    salt: "key-at-creation",
  };

  test.each([
    ["no override", undefined, false, 40, 4025],
    ["only a switch", { enabled: true, rollout: null }, true, 40, 4025],
    ["only a rollout", { enabled: null, rollout: 0 }, false, 0, undefined],
    ["a small rollout", { enabled: null, rollout: 0, rolloutBasisPoints: 7 }, false, 0, 7],
    ["both", { enabled: true, rollout: 100 }, true, 100, undefined],
    ["neither", { enabled: null, rollout: null }, false, 40, 4025],
  ])("%s", (_, override, enabled, rollout, rolloutBasisPoints) => {
    expect(ruleFor(flag, override)).toEqual({
      ...{ enabled, rollout, rolloutBasisPoints, salt: "key-at-creation" },
    });
  });
});
