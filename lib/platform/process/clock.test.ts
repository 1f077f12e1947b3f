import { expect, test, vi } from "vitest";
import { keepTime, restAfter, wakeClock } from "./clock";

const work = "scheduled changes";

/** What is due is looked for when the test says so; the clock says when it looked. */
function lookout(next: () => Date | null) {
  let looks = 0;
  const doDue = async () => {
    looks += 1;
    return next();
  };
  return {
    doDue,
    looked: (times: number) => vi.waitFor(() => expect(looks).toBe(times), { timeout: 60_000 }),
  };
}

test("looks at once, when something was planned here, and when the next thing is due", async () => {
  const answers = [null, new Date(Date.now() + 300), null];
  const { doDue, looked } = lookout(() => answers.shift() ?? null);
  const stop = keepTime(work, doDue);
  await looked(1);
  wakeClock(work);
  // The second look says that something is due soon, and the third one is for that.
  await looked(3);
  await stop();
});

test("runs once in a process, and ends when what is being done is done", async () => {
  let finish = () => {};
  let isDone = false;
  const working = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const stop = keepTime(work, async () => {
    await working;
    isDone = true;
    return null;
  });
  const another = vi.fn(async () => null);
  expect(keepTime(work, another)).toBe(stop);
  const stopped = stop();
  finish();
  await stopped;
  expect(isDone).toBe(true);
  expect(another).not.toHaveBeenCalled();
});

test("goes on after a failure", async () => {
  let failures = 0;
  const { doDue, looked } = lookout(() => null);
  const stop = keepTime(work, async () => {
    failures += 1;
    if (failures === 1) throw new Error("away");
    return doDue();
  });
  await expect.poll(() => failures).toBe(1);
  wakeClock(work);
  await looked(1);
  await stop();
});

test.each([
  [0, 0],
  [25, 0],
  [75, 200],
  [10_000, 1000],
])("a look that took %i ms is followed by a rest of %i ms", (took, rest) => {
  expect(restAfter(took)).toBe(rest);
});

test("looks that take long take a fifth of the time, however often somebody asks", async () => {
  vi.useFakeTimers();
  let looks = 0;
  const stop = keepTime(work, async () => {
    looks += 1;
    await new Promise((resolve) => setTimeout(resolve, 225));
    return null;
  });
  for (let ms = 0; ms < 10_000; ms += 5) {
    await vi.advanceTimersByTimeAsync(5);
    wakeClock(work);
  }
  expect(looks).toBeGreaterThan(5);
  expect(looks).toBeLessThan(12);
  const stopped = stop();
  // It ends in its rest, too.
  await vi.advanceTimersByTimeAsync(225);
  await stopped;
  vi.useRealTimers();
});
