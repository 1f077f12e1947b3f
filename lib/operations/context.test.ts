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
  "A transaction that ends with %s is retried, and only the effects of the last attempt run",
  async (code) => {
    const { run, tell, ran } = failing([code, code], { afterWork: true });
    expect(await run()).toBe("attempt 3");
    tell();
    expect(ran).toEqual(["attempt 3"]);
  },
);

test("A call fails with the conflict when every retry conflicts", async () => {
  const { run } = failing(Array.from({ length: 10 }, () => "40P01"));
  await expect(run()).rejects.toMatchObject({ code: "40P01" });
});

test("Effects run when the answer to the commit is lost, and do not run when the work fails", async () => {
  const lost = failing(["08006"], { afterWork: true });
  await expect(lost.run()).rejects.toThrow("ended");
  lost.tell();
  expect(lost.ran).toEqual(["attempt 1"]);
  const failed = failing(["08006"]);
  await expect(failed.run()).rejects.toThrow("ended");
  failed.tell();
  expect(failed.ran).toEqual([]);
});
