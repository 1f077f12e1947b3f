import { expect, test } from "vitest";
import { beforehand, withWorkBeforehand } from "./beforehand";
import type { Ctx } from "./context";

/** Of a context no more than this is used. */
function context() {
  const effects: Parameters<Ctx["after"]>[0][] = [];
  const used: Pick<Ctx, "after"> = { after: (effect) => void effects.push(effect) };
  return { ctx: used as Ctx, effects };
}

test("A call begins anew with the result of work, which is done once and outside of it", async () => {
  const { ctx } = context();
  const said: string[] = [];
  const answer = await withWorkBeforehand(ctx, async (inner) => {
    said.push("begins");
    const sum = beforehand(inner, "1 + 1", async () => {
      said.push("works");
      return 2;
    });
    return sum + beforehand(inner, "1 + 1", async () => 40);
  });
  expect([answer, ...said]).toEqual([4, "begins", "works", "begins"]);
});

test("What work fails with is what the call fails with", async () => {
  const { ctx } = context();
  const failing = withWorkBeforehand(ctx, async (inner) =>
    beforehand(inner, "work", () => Promise.reject(new Error("too hard"))),
  );
  await expect(failing).rejects.toThrow("too hard");
});

test("A call that needs other work each time is told to try again", async () => {
  const { ctx } = context();
  let count = 0;
  const endless = withWorkBeforehand(ctx, async (inner) => {
    count += 1;
    beforehand(inner, `work ${count}`, async () => undefined);
  });
  await expect(endless).rejects.toMatchObject({ code: "unavailable", headers: { "retry-after": "1" } });
});
