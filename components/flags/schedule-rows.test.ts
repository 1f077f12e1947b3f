import { expect, test } from "vitest";
import { localMinute } from "@/components/ui/local-minute";
import {
  changeText,
  fieldOf,
  nameOf,
  nextRow,
  resolverOf,
  type ScheduleRow,
  spaced,
  startValues,
  stepsOf,
} from "./schedule-rows";

const now = new Date(2030, 0, 31, 12, 55).getTime();
const row = (fields: Partial<ScheduleRow> = {}): ScheduleRow => ({
  ...{ at: "2030-01-31T14:00", turn: "keep", share: "" },
  ...fields,
});

test("a ramp begins with the next hour that is not too near, a step a day", () => {
  expect(startValues("ramp", now).rows).toEqual([
    row({ turn: "on", share: "5" }),
    row({ at: "2030-02-01T14:00", share: "25" }),
    row({ at: "2030-02-02T14:00", share: "100" }),
  ]);
  expect(startValues("change", now).rows).toEqual([row({ turn: "on" })]);
  expect(startValues("end", now).rows).toEqual([row({ at: "2030-02-07T14:00", turn: "off" })]);
});

test("steps keep their distance from the first one", () => {
  const { rows } = startValues("ramp", now);
  expect(spaced(rows, "60").map(({ at }) => at.slice(11))).toEqual(["14:00", "15:00", "16:00"]);
  expect(spaced([row({ at: "" }), row()], "60")).toEqual([row({ at: "" }), row()]);
  expect(nextRow(rows, "60")).toEqual(row({ at: "2030-02-02T15:00", share: "100" }));
  expect(nextRow([row({ at: "" })], "60").at).toBe("");
});

test("rows are steps in the names of their kind of flag", () => {
  const rows = [row({ turn: "on", share: "2,5" }), row({ share: " 50" }), row({ turn: "off" })];
  const at = new Date("2030-01-31T14:00").toISOString();
  expect(stepsOf("global", rows)).toEqual([
    { at, enabled: true, rolloutBasisPoints: 250 },
    { at, rollout: 50 },
    { at, enabled: false },
  ]);
  expect(stepsOf("group", rows)[1]).toEqual({ at, defaultPercentage: 50 });
});

test.each([
  ["steps.0.at", "rows.0.at"],
  ["steps.12.enabled", "rows.12.turn"],
  ["steps.1.defaultEnabled", "rows.1.turn"],
  ["steps.1.rolloutBasisPoints", "rows.1.share"],
  ["steps.1.defaultPercentage", "rows.1.share"],
  ["steps.2", "rows.2.turn"],
  ["steps", "rows.root"],
  ["other", undefined],
])("a problem with %s is shown at %s", (path, field) => expect(fieldOf(path)).toBe(field));

test.each([
  [row({ share: "101" }), "share", "must be from 0 to 100"],
  [row({ share: "x", turn: "on" }), "share", "must be a whole number from 0 to 10000"],
  [row(), "turn", "must change something"],
  [row({ at: "", turn: "on" }), "at", "must be an ISO 8601 timestamp such as 2030-01-31T12:00:00Z"],
])("of %j the %s is wrong", async (bad, field, message) => {
  const values = { ...startValues("change", now), rows: [bad] };
  const { errors } = await resolverOf("global")(values, undefined, {} as never);
  expect(errors).toMatchObject({ rows: [{ [field]: { message } }] });
});

test.each([
  [{ enabled: true, rollout: 5 }, "Turn on, rollout 5 %", "Change"],
  [{ defaultPercentage: 25 }, "Rollout to 25 %", "Change"],
  [{ rolloutBasisPoints: 250 }, "Rollout to 2.5 %", "Change"],
  [{ defaultEnabled: false }, "Turn off", "End date"],
])("%j reads %s, and is called %s", (change, text, name) => {
  const step = { id: "a", at: "", change, state: "pending" as const, endedAt: null, reason: null };
  expect(changeText(step)).toBe(text);
  expect(nameOf({ steps: [step] })).toBe(name);
  expect(nameOf({ steps: [step, step] })).toBe("Ramp in 2 steps");
});

test("a minute is that of the browser's clock", () => expect(new Date(localMinute(now)).getTime()).toBe(now));
