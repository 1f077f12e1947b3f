import { describe, expect, test } from "vitest";
import type { Steps } from "@/lib/platform/process/turns";
import { mock } from "./fixtures/matcher-of";
import { buildMatcher } from "./matcher";
import { PatternIndex } from "./pattern-index";

/** Runs work in steps to its end. */
function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

describe("the work of a search", () => {
  const indexOf = (endpoints: readonly string[]) =>
    finished(
      PatternIndex.build(
        endpoints.map((endpoint) => ({ endpoint })),
        (canonical) => canonical,
      ),
    );
  const count = 10_000;
  const words = Math.ceil(count / 32);
  const numbered = Array.from({ length: count }, (_, number) => `/t/:tenant/resource-${number}`);
  /** Each of many segments is literal or not, in every mixture: a walk through a tree would try all of them. */
  const mixtures = Array.from({ length: count }, (_, bits) => {
    const parts = Array.from({ length: 14 }, (_, at) => ((bits >> at) & 1 ? "/a" : "/:x"));
    return `${parts.join("")}/end`;
  });
  const tails = Array.from({ length: count }, (_, number) => `${"/:x".repeat(49)}/${number}`);

  test.each([
    ["one of 10,000", numbered, "/t/1/resource-9999", numbered[9999]],
    ["a mixture", mixtures, `${"/a".repeat(14)}/end`, mixtures.findLast((each) => each)],
    ["a miss in every mixture", mixtures, "/a".repeat(15), undefined],
    ["the last segment of 50 decides", tails, `${"/a".repeat(49)}/77`, tails[77]],
    ["a miss in the last segment of 50", tails, `${"/a".repeat(49)}/none`, undefined],
    ["a path longer than every pattern", tails, "/a".repeat(2000), undefined],
    ["a * takes 2,000 segments at once", ["/a/*", ...numbered.slice(1)], "/a".repeat(2000), "/a/*"],
  ])("%s looks at every pattern once for each of its segments", (_case, endpoints, path, expected) => {
    const index = indexOf(endpoints);
    const found = index.find(path)?.endpoint;
    if (endpoints === mixtures && expected) expect(found?.match(/\/a/g)).toHaveLength(13);
    else expect(found).toBe(expected);
    const segments = Math.min(path.split("/").length, 51);
    expect(index.work).toBeLessThanOrEqual(4 * words * segments);
  });

  test.each([
    ["thousands of malformed %", `/${"%".repeat(16_000)}`],
    ["thousands of segments that are malformed", "/%".repeat(8_000)],
    ["thousands of bytes that are no UTF-8", "/%FF".repeat(4_000)],
    ["thousands of encoded %", `/${"%25".repeat(5_000)}`],
    ["thousands of empty segments", "/".repeat(16_000)],
  ])("%s are a miss with a hint", async (_case, path) => {
    const { match, explainMiss } = await buildMatcher(
      ["/:a/:b/*", "/x/*", ...numbered.slice(0, 100)].map(mock),
    );
    expect(match("POST", path)).toBeUndefined();
    expect(await explainMiss("POST", path)).toMatch(/mock/);
  });
});
