import { DatabaseError } from "pg";
import { expect, it } from "vitest";
import { createLog } from "./log";

function capture() {
  const written: Record<string, unknown>[] = [];
  let now = 0;
  const made = createLog({
    level: "info",
    destination: { write: (text) => void written.push(JSON.parse(text)) },
    now: () => now,
  });
  return { ...made, written, pass: (ms: number) => (now += ms) };
}

const failure = (code: string) => Object.assign(new DatabaseError("no connection", 0, "error"), { code });

it("writes few lines of 10,000 failures that are the same, and accounts for all of them", () => {
  const { logger, lines, written, pass } = capture();
  for (let count = 0; count < 10_000; count += 1) {
    logger.warn({ err: failure("57P01") }, "an idle database connection broke");
    if (count % 1000 === 0) pass(500);
  }
  lines.settle(true);
  expect(written.length).toBeLessThan(10);
  expect(written[0]).not.toHaveProperty("heldBack");
  const heldBack = written.reduce((sum, line) => sum + Number(line.heldBack ?? 0), 0);
  expect(heldBack + written.length).toBe(10_000);
  expect(lines.heldBack).toBe(heldBack);
});

it.each<[string, (write: ReturnType<typeof capture>["logger"]) => void]>([
  ["level", (logger) => logger.error({ err: failure("57P01") }, "broken")],
  ["message", (logger) => logger.warn({ err: failure("57P01") }, "other")],
  ["code", (logger) => logger.warn({ err: failure("08006") }, "broken")],
  ["type", (logger) => logger.warn({ err: new TypeError("x") }, "broken")],
  ["cause", (logger) => logger.warn({ err: new Error("x", { cause: failure("57P01") }) }, "broken")],
  ["lack of an error", (logger) => logger.warn("broken")],
])("a line with another %s is of another kind", (_, write) => {
  const { logger, written } = capture();
  logger.warn({ err: failure("57P01") }, "broken");
  write(logger);
  write(logger);
  expect(written).toHaveLength(2);
});

it("adds to what the caller has held back itself", () => {
  const { logger, written, pass } = capture();
  logger.warn({ heldBack: 3 }, "a");
  logger.warn("a");
  logger.warn("a");
  pass(1000);
  logger.warn({ heldBack: 3 }, "a");
  pass(1000);
  logger.warn("a");
  expect(written.map(({ heldBack }) => heldBack)).toEqual([3, 5, undefined]);
});

it("never holds back why a process ends", () => {
  const { logger, written } = capture();
  for (let count = 0; count < 3; count += 1) logger.fatal("the end");
  expect(written).toHaveLength(3);
});

it("writes nothing below its level, and holds none of it back", () => {
  const { logger, lines, written } = capture();
  for (let count = 0; count < 3; count += 1) logger.debug("detail");
  expect([written, lines.heldBack]).toEqual([[], 0]);
});
