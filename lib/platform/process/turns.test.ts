import { describe, expect, it } from "vitest";
import { type Steps, Turns } from "./turns";

/** An event loop that the test advances, with a clock on which each step takes a millisecond. */
function loop(turnMs: number) {
  const done: string[] = [];
  const next: (() => void)[] = [];
  let time = 0;
  const turns = new Turns({ turnMs, now: () => time, nextTurn: (work) => next.push(work) });
  function* steps(name: string, count: number): Steps<string> {
    for (let at = 1; at <= count; at += 1) {
      time += 1;
      done.push(`${name}${at}`);
      if (at < count) yield;
    }
    return name;
  }
  const turn = () => {
    for (const work of next.splice(0)) work();
    return done.splice(0).join(" ");
  };
  return { turns, steps, turn };
}

describe("much work", () => {
  it("gets some milliseconds of each turn, and short work does not wait for long work", async () => {
    const { turns, steps, turn } = loop(3);
    const long = turns.run(steps("long", 7));
    const short = turns.run(steps("short", 2));
    expect([turn(), turn(), turn(), turn()]).toEqual([
      "long1 long2 long3",
      "short1 short2 long4",
      "long5 long6 long7",
      "",
    ]);
    expect(await Promise.all([long, short])).toEqual(["long", "short"]);
  });

  it("waits for what is urgent", () => {
    const { turns, steps, turn } = loop(2);
    void turns.run(steps("other", 3));
    void turns.run(steps("urgent", 3), true);
    expect([turn(), turn(), turn()]).toEqual(["urgent1 urgent2", "urgent3 other1", "other2 other3"]);
  });

  it("that fails rejects, and the rest goes on", async () => {
    const { turns, steps, turn } = loop(5);
    const failing = turns.run(
      // biome-ignore lint/correctness/useYield: it fails before it could
      (function* (): Steps<never> {
        throw new Error("no");
      })(),
    );
    const other = turns.run(steps("other", 1));
    turn();
    await expect(failing).rejects.toThrow("no");
    expect(await other).toBe("other");
  });

  it("takes one turn after the other of the real loop, with room for others between", async () => {
    const turns = new Turns({ turnMs: 0 });
    let between = 0;
    let on = true;
    const count = () => {
      between += 1;
      if (on) setImmediate(count);
    };
    setImmediate(count);
    await turns.run(
      (function* () {
        for (let at = 0; at < 100; at += 1) yield;
      })(),
    );
    on = false;
    expect(between).toBeGreaterThanOrEqual(99);
  });
});
