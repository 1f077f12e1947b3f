import { expect, test } from "vitest";
import { flagStreams as budget } from "@/lib/platform/budgets/budgets";
import { bus, database, open, pass, setUpStreams } from "./streams-fixture";

setUpStreams();

test("where nothing is heard, the database is looked at twice a second, and others are given time to forget", async () => {
  bus.hears = false;
  const client = await open();
  database.ofAll = "2";
  await pass(budget.tickMs + budget.gatherMs);
  expect(client.types).toEqual(["ready"]);
  await pass(budget.othersForgetMs);
  expect(client.types).toEqual(["ready", "refetchEvaluation"]);
});

test("where nothing is heard, a stream's beginning may be too late for a change that others don't know yet", async () => {
  bus.hears = false;
  const client = await open();
  await pass(budget.othersForgetMs - 1);
  const another = await open({ keyId: "l" });
  expect(client.types).toEqual(["ready"]);
  await pass(1);
  expect([client.types, another.types]).toEqual(Array(2).fill(["ready", "refetchEvaluation"]));
  // By now nobody remembers anything else.
  const later = await open({ keyId: "l" });
  await pass(10 * budget.othersForgetMs);
  expect([client.types.length, later.types]).toEqual([2, ["ready"]]);
});

test("what changes while a change waits to be told is told when others have forgotten it, too, and not before", async () => {
  bus.hears = false;
  const client = await open();
  await pass(budget.othersForgetMs);
  const { id: beginning } = client;
  client.text = "";
  database.ofAll = "2";
  await pass(budget.tickMs + budget.gatherMs);
  const { id: second } = await open({ keyId: "l" });
  database.ofAll = "3";
  await pass(budget.othersForgetMs);
  expect([client.types, client.id]).toEqual([["refetchEvaluation"], second]);
  await pass(budget.tickMs + budget.othersForgetMs);
  expect(client.types).toHaveLength(2);
  expect([beginning, second]).not.toContain(client.id);
});
