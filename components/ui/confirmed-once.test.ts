import { expect, test } from "vitest";
import { answerOf, confirmedOnce } from "./confirmed-once";

function person(yes: boolean) {
  const asked: string[] = [];
  const answers = (question: string) =>
    answerOf(question, async () => {
      asked.push(question);
      return yes;
    });
  return { asked, answers };
}

test.each([true, false])("an action asks each question once, whatever the answer: %s", async (yes) => {
  const { asked, answers } = person(yes);
  const all = await confirmedOnce(async () => [
    ...(await Promise.all([answers("production"), answers("production")])),
    await confirmedOnce(() => answers("production")),
    await answers("live"),
  ]);
  expect(all).toEqual([yes, yes, yes, yes]);
  expect(asked).toEqual(["production", "live"]);
});

test("the next action asks again, also after one that failed", async () => {
  const { asked, answers } = person(true);
  await confirmedOnce(async () => {
    await answers("production");
    throw new Error("No");
  }).catch(() => {});
  await answers("production");
  await answers("production");
  expect(asked).toHaveLength(3);
});
