import { expect, test } from "vitest";
import { type Ctx, transaction } from "./context";

/** A database whose transactions fail with these codes, one after the other, and then succeed. */
function failing(codes: string[], { afterWork = false } = {}) {
  const ran: string[] = [];
  const effects: Parameters<Ctx["after"]>[0][] = [];
  let attempt = 0;
  const db = {
    transaction: async (work: (tx: object) => Promise<unknown>) => {
      const code = codes[attempt];
      attempt += 1;
      if (code && !afterWork) throw Object.assign(new Error("ended"), { code });
      const result = await work({});
      if (code) throw Object.assign(new Error("ended"), { code });
      return result;
    },
  };
  const ctx = { db, after: (effect: () => void) => effects.push(effect) } as unknown as Ctx;
  const run = () =>
    transaction(ctx, async (inner) => {
      const own = `attempt ${attempt}`;
      inner.after(() => void ran.push(own));
      return own;
    });
  return { run, tell: () => effects.map((effect) => effect()), ran };
}

test.each(["40001", "40P01"])(
  "What ends with %s is tried again, and its effects are those of the last try",
  async (code) => {
    const { run, tell, ran } = failing([code, code], { afterWork: true });
    expect(await run()).toBe("attempt 3");
    tell();
    expect(ran).toEqual(["attempt 3"]);
  },
);

test("A conflict that goes on is what the call fails with", async () => {
  const { run } = failing(Array.from({ length: 10 }, () => "40P01"));
  await expect(run()).rejects.toMatchObject({ code: "40P01" });
});

test("Effects run although the answer to the commit is lost, and not where the work failed", async () => {
  const lost = failing(["08006"], { afterWork: true });
  await expect(lost.run()).rejects.toThrow("ended");
  lost.tell();
  expect(lost.ran).toEqual(["attempt 1"]);
  const failed = failing(["08006"]);
  await expect(failed.run()).rejects.toThrow("ended");
  failed.tell();
  expect(failed.ran).toEqual([]);
});
