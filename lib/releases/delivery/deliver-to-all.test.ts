import { expect, it } from "vitest";
import { AppError } from "@/lib/operations/errors";
import { MailError } from "@/lib/platform/mail/mail-error";
import { deliverToAll, undelivered } from "./deliver-to-all";

const people = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@example.com`);

it("everybody is tried once, four at once, and nothing is to be said", async () => {
  const tried: string[] = [];
  let running = 0;
  let most = 0;
  const outcomes = await deliverToAll(people(10), async (recipient) => {
    tried.push(recipient);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
  });
  expect([tried, most]).toEqual([people(10), 4]);
  expect(undelivered(people(10), outcomes)).toBeUndefined();
});

it("when the service fails, nobody else is tried, and all of them are counted", async () => {
  let tries = 0;
  const outcomes = await deliverToAll(people(50), () => {
    tries += 1;
    return Promise.reject(new MailError("Away.", { scope: "service" }));
  });
  expect(tries).toBeLessThanOrEqual(4);
  const problem = undelivered(people(50), outcomes);
  expect(problem?.code).toBe("bad_gateway");
  expect(problem?.message).toMatch(
    /^The release was sent to 0 of 50 recipients\. .+ and 47 more: Away\. Sending again tries only those\.$/,
  );
  expect(problem?.issues).toHaveLength(50);
});

it("recipients are named in the order of the settings, whoever failed first", async () => {
  const failures = new Map<string, (error: Error) => void>();
  const sending = deliverToAll(
    people(4),
    (recipient) => new Promise((_, reject) => void failures.set(recipient, reject)),
  );
  for (const at of [2, 0, 3, 1]) {
    failures.get(`p${at}@example.com`)?.(new MailError("Away.", { scope: "service" }));
    await Promise.resolve();
  }
  const outcomes = await sending;
  expect(outcomes.map(({ recipient }) => recipient)).toEqual(people(4));
  const problem = undelivered(people(4), outcomes);
  expect(problem?.issues?.map(({ path }) => path)).toEqual([0, 1, 2, 3].map((at) => `emailRecipients.${at}`));
  expect(problem?.message).toContain("p0@example.com, p1@example.com, p2@example.com and 1 more: Away.");
});

it("one refused recipient stops nobody", async () => {
  const outcomes = await deliverToAll(people(6), async (recipient) => {
    if (recipient.startsWith("p0")) throw new MailError("Unknown.", { scope: "recipient" });
  });
  const problem = undelivered(people(6), outcomes);
  expect(problem?.issues).toEqual([{ path: "emailRecipients.0", message: "Unknown." }]);
  expect(problem?.message).toContain("sent to 5 of 6 recipients. p0@example.com: Unknown.");
});

it("whoever may have it is told apart", async () => {
  const outcomes = await deliverToAll(people(1), async () => {
    throw new MailError("No word.", { scope: "service", outcome: "unknown" });
  });
  expect(undelivered(people(1), outcomes)?.message).toContain("change the release to send it to them");
});

it("what another request is sending is a conflict, not a failure", async () => {
  const outcomes = await deliverToAll(people(2), async () => {
    throw new AppError("conflict", "It is being sent.");
  });
  expect(undelivered(people(2), outcomes)).toMatchObject({ code: "conflict", message: "It is being sent." });
});

it("what nobody expects is thrown", async () => {
  const broken = new Error("broken");
  await expect(deliverToAll(people(2), () => Promise.reject(broken))).rejects.toBe(broken);
});
