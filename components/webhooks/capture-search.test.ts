import { describe, expect, test } from "vitest";
import { createCaptureSearch, type SearchParts } from "./capture-search";
import { capture } from "./sample-capture";

type Asked = { text: string; after: number; before: number; signal: AbortSignal };

/** An API with captures 1 to `newest`, of which two are looked at in a step, each held until it is let go. */
function world() {
  const asked: Asked[] = [];
  const held: (() => void)[] = [];
  let failing = false;
  const parts: SearchParts = {
    settled: async () => undefined,
    step: async (text, range, signal) => {
      asked.push({ text, ...range, signal });
      await new Promise<void>((resolve) => held.push(resolve));
      if (failing) throw new Error("away");
      const all = Array.from({ length: range.before - 1 - range.after }, (_, at) => range.before - 1 - at);
      const here = all.slice(0, 2);
      const left = all.length - here.length;
      const items = here.filter((each) => each % 2 === 0).map((each) => capture(each));
      return { items, searched: here.length, left, next: left > 0 ? (here.at(-1) ?? null) : null };
    },
  };
  const search = createCaptureSearch(parts);
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const letGo = async () => {
    await settle();
    held.shift()?.();
    await settle();
  };
  const shown = () => {
    const { found, state, searched, total } = search.view();
    return { found: [...found.values()].map(({ sequence }) => sequence), state, searched, total };
  };
  return { search, asked, letGo, shown, fail: () => (failing = true) };
}

describe("a search", () => {
  test("shows what it finds step by step, the newest first, and how far it is", async () => {
    const { search, letGo, shown } = world();
    search.look("a", { newest: 5, newestLong: 3 });
    expect(shown()).toEqual({ found: [], state: "searching", searched: 0, total: 0 });
    await letGo();
    expect(shown()).toEqual({ found: [4], state: "searching", searched: 2, total: 5 });
    await letGo();
    expect(shown()).toEqual({ found: [4, 2], state: "searching", searched: 4, total: 5 });
    await letGo();
    expect(shown()).toEqual({ found: [4, 2], state: "done", searched: 5, total: 5 });
    search.look("a", { newest: 5, newestLong: 3 });
    expect(shown().state).toBe("done");
  });

  test("goes on with what came in meanwhile, once", async () => {
    const { search, asked, letGo, shown } = world();
    search.look("a", { newest: 2, newestLong: 2 });
    search.look("a", { newest: 4, newestLong: 4 });
    search.look("a", { newest: 9, newestLong: 4 });
    for (let step = 0; step < 4; step += 1) await letGo();
    expect(asked.map(({ after, before }) => [after, before])).toEqual([
      [0, 3],
      [2, 5],
    ]);
    expect(shown()).toEqual({ found: [2, 4], state: "done", searched: 4, total: 4 });
    search.look("a", { newest: 9, newestLong: 8 });
    await letGo();
    expect(asked[2]).toMatchObject({ after: 4, before: 9 });
  });

  test("ends when another text is searched, and shows nothing of it any more", async () => {
    const { search, asked, letGo, shown } = world();
    search.look("a", { newest: 4, newestLong: 1 });
    await letGo();
    search.look("b", { newest: 4, newestLong: 1 });
    expect(asked.at(-1)?.signal.aborted).toBe(true);
    expect(shown()).toEqual({ found: [], state: "searching", searched: 0, total: 0 });
    search.look("", { newest: 4, newestLong: 1 });
    await letGo();
    expect(shown()).toEqual({ found: [], state: "done", searched: 0, total: 0 });
  });

  test("leaves the captures to the text that was typed before it had begun", async () => {
    const { search, asked, letGo, shown } = world();
    search.look("a", { newest: 2, newestLong: 1 });
    search.look("ab", { newest: 2, newestLong: 1 });
    await letGo();
    expect(asked.map(({ text }) => text)).toEqual(["ab"]);
    expect(shown()).toEqual({ found: [2], state: "done", searched: 2, total: 2 });
  });

  test("can be stopped, and keeps what it found", async () => {
    const { search, asked, letGo, shown } = world();
    search.look("a", { newest: 6, newestLong: 1 });
    await letGo();
    search.stop();
    search.look("a", { newest: 7, newestLong: 7 });
    await letGo();
    expect(shown()).toEqual({ found: [6], state: "stopped", searched: 2, total: 6 });
    expect(asked).toHaveLength(2);
  });

  test("says that it failed", async () => {
    const { search, letGo, shown, fail } = world();
    search.look("a", { newest: 6, newestLong: 1 });
    fail();
    await letGo();
    expect(shown().state).toBe("failed");
  });
});
