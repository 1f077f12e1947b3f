import { expect, it } from "vitest";
import { AppError } from "@/lib/operations/errors";
import { DeliveryError } from "./deliver";
import { deliverToAll } from "./deliver-to-all";
import { email } from "./email";

const people = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@example.com`);

it("everybody is tried once, four at once, and nothing is to be said", async () => {
  const tried: string[] = [];
  let running = 0;
  let most = 0;
  const missing = await deliverToAll(people(10), async (recipient) => {
    tried.push(recipient);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
  });
  expect([tried, most]).toEqual([people(10), 4]);
  expect(email.undelivered(missing, people(10))).toBeUndefined();
});

it("when the service fails, nobody else is tried, and all of them are counted", async () => {
  let tries = 0;
  const missing = await deliverToAll(people(50), () => {
    tries += 1;
    return Promise.reject(new DeliveryError("Away.", { isForAll: true }));
  });
  expect(tries).toBeLessThanOrEqual(4);
  const problem = email.undelivered(missing, people(50));
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
    failures.get(`p${at}@example.com`)?.(new DeliveryError("Away.", { isForAll: true }));
    await Promise.resolve();
  }
  const missing = await sending;
  expect(missing.map(({ recipient }) => recipient)).toEqual(people(4));
  const problem = email.undelivered(missing, people(4));
  expect(problem?.issues?.map(({ path }) => path)).toEqual([0, 1, 2, 3].map((at) => `emailRecipients.${at}`));
  expect(problem?.message).toContain("p0@example.com, p1@example.com, p2@example.com and 1 more: Away.");
});

it("one refused recipient stops nobody", async () => {
  const missing = await deliverToAll(people(6), async (recipient) => {
    if (recipient.startsWith("p0")) throw new DeliveryError("Unknown.");
  });
  const problem = email.undelivered(missing, people(6));
  expect(problem?.issues).toEqual([{ path: "emailRecipients.0", message: "Unknown." }]);
  expect(problem?.message).toContain("sent to 5 of 6 recipients. p0@example.com: Unknown.");
});

it("whoever may have it is told apart", async () => {
  const missing = await deliverToAll(people(1), async () => {
    throw new DeliveryError("No word.", { isForAll: true, isUnknown: true });
  });
  expect(email.undelivered(missing, people(1))?.message).toContain("change the release to send it to them");
});

it("what another request is sending is a conflict, not a failure", async () => {
  const missing = await deliverToAll(people(2), async () => {
    throw new AppError("conflict", "It is being sent.");
  });
  expect(email.undelivered(missing, people(2))).toMatchObject({
    code: "conflict",
    message: "It is being sent.",
  });
});

it("what nobody expects is thrown", async () => {
  const broken = new Error("broken");
  await expect(deliverToAll(people(2), () => Promise.reject(broken))).rejects.toBe(broken);
});
