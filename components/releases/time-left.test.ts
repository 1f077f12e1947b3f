import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Pace, paceOf, type Seen, timeLeftText } from "./time-left";

type Look = { at: number; done: number; total?: number; phase?: string };

/** What is shown at each look, one after the other. */
function shownAt(looks: readonly Look[]): (number | null)[] {
  let pace: Pace | undefined;
  return looks.map(({ at, done, total = 100, phase = "writing" }) => {
    const seen: Seen = { at, done, total, phase };
    pace = paceOf(pace, seen);
    return pace.shown;
  });
}

/** Looks once a second at something that is steadily done. */
const steady = (perSecond: number, seconds: number) =>
  Array.from({ length: seconds }, (_, at) => ({ at: at * 1000, done: Math.floor(at * perSecond) }));

describe("the time that is left", () => {
  it("is not said before the pace says something", () => {
    expect(shownAt(steady(2, 4))).toEqual([null, null, null, null]);
    expect(
      shownAt([
        { at: 0, done: 0 },
        { at: 60_000, done: 1 },
      ]),
    ).toEqual([null, null]);
    expect(
      shownAt([
        { at: 0, done: 0, total: 0 },
        { at: 9000, done: 50, total: 0 },
      ]),
    ).toEqual([null, null]);
  });

  it("is that of the pace so far, and runs down in steps", () => {
    const shown = shownAt(steady(2, 50));
    expect([shown[4], shown[5]]).toEqual([50, 45]);
    expect(shown[25]).toBe(25);
    expect(shown[49]).toBe(5);
  });

  it("does not know what was done before anybody looked", () => {
    const shown = shownAt([
      { at: 0, done: 80 },
      { at: 10_000, done: 90 },
    ]);
    expect(shown).toEqual([null, 10]);
  });

  it("runs down while nothing is done, and never to nothing", () => {
    const shown = shownAt([
      { at: 0, done: 0 },
      { at: 10_000, done: 50 },
      { at: 17_000, done: 50 },
      { at: 90_000, done: 50 },
    ]);
    expect(shown).toEqual([null, 10, 5, 5]);
  });

  it("begins anew with each phase, and when the work begins anew", () => {
    const before = [
      { at: 0, done: 0 },
      { at: 10_000, done: 50 },
    ];
    expect(shownAt([...before, { at: 11_000, done: 51, phase: "checking" }])).toEqual([null, 10, null]);
    expect(shownAt([...before, { at: 11_000, done: 3 }])).toEqual([null, 10, null]);
    expect(shownAt([...before, { at: 11_000, done: 51, total: 200 }])).toEqual([null, 10, null]);
  });

  it("does not jump: it rises only when it is much more, however uneven the pace", () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 100, max: 5000 }), fc.integer({ min: 0, max: 9 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, (all) => {
        let [at, done] = [0, 0];
        const looks = all.map(([ms, more]) => {
          [at, done] = [at + ms, Math.min(100, done + more)];
          return { at, done };
        });
        const shown = shownAt(looks).filter((each) => each !== null);
        shown.forEach((each, place) => {
          expect(each).toBeGreaterThan(0);
          const before = shown[place - 1];
          if (before !== undefined && each > before) expect(each).toBeGreaterThanOrEqual(before * 1.5);
        });
      }),
    );
  });
});

it.each([
  [null, ""],
  [5, "about 5 s left"],
  [55, "about 55 s left"],
  [60, "about 1 min left"],
  [180, "about 3 min left"],
])("%j is said as %j", (shown, text) => {
  expect(timeLeftText(shown)).toBe(text);
});
