import { expect, it, vi } from "vitest";
import { log } from "@/lib/platform/log/log";
import { asAppError } from "./errors";
import { logFailure } from "./log-failure";

it("writes one line for a failure that repeats, with their number in the next minute", () => {
  vi.useFakeTimers();
  const written = vi.spyOn(log(), "error").mockReturnValue(undefined);
  const fail = () => asAppError(new TypeError("x"));
  const note = (times: number) => {
    for (let at = 0; at < times; at += 1) logFailure(fail(), { requestId: `${at}`, method: "GET" });
  };
  note(1000);
  logFailure(asAppError(new RangeError("x")), { requestId: "other", method: "GET" });
  expect(written.mock.calls.map(([fields]) => fields)).toMatchObject([
    { requestId: "0" },
    { requestId: "other" },
  ]);
  vi.advanceTimersByTime(60_000);
  note(2);
  expect(written.mock.calls.map(([fields]) => fields).slice(2)).toMatchObject([{ heldBack: 999 }]);
  vi.useRealTimers();
});
