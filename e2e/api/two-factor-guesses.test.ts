import { expect, it } from "vitest";
import { codeOf } from "../totp";
import { expectRefusal, statusesOf } from "./client";
import { cookiesOf, done, type Person, password, postJson, signUp } from "./fixtures";

/* This service runs with RATE_LIMIT=off, which is for tests and must not open accounts. */

/** Somebody with codes on. Their first code is used up. */
async function withCodes(): Promise<{ person: Person; secret: string }> {
  const person = await signUp();
  const { secret } = await done<{ secret: string }>(person.post("/api/account/two-factor", { password }));
  await done(person.post("/api/account/two-factor/confirm", { code: codeOf(secret) }));
  return { person, secret };
}

async function firstStep({ email }: Person): Promise<string> {
  const answer = await postJson("/api/auth/sign-in", { email, password });
  expect(answer.json()).toEqual({ twoFactorRedirect: true });
  return cookiesOf(answer);
}
const secondStep = (cookie: string, code: string) =>
  postJson("/api/auth/sign-in/two-factor", { code }, { cookie });

it("codes are guessed ten times at most, whatever RATE_LIMIT says", async () => {
  const { person, secret } = await withCodes();
  const steps = await Promise.all(Array.from({ length: 4 }, () => firstStep(person)));
  const guesses = steps.flatMap((step, at) =>
    Array.from({ length: 4 }, (_, each) => secondStep(step, String(100_000 + at * 10 + each))),
  );
  const statuses = statusesOf(await Promise.all(guesses));
  expect(statuses[429], JSON.stringify(statuses)).toBeGreaterThanOrEqual(6);
  expectRefusal(await secondStep(await firstStep(person), codeOf(secret, 1)), 429);
});

it("a code that somebody looked at over a shoulder does not work again, whatever RATE_LIMIT says", async () => {
  const { person, secret } = await withCodes();
  const [one, two] = [await firstStep(person), await firstStep(person)];
  const code = codeOf(secret, 1);
  expect((await secondStep(one, code)).status).toBe(200);
  expectRefusal(await secondStep(two, code), 401, "This code was tried already. Wait for the next one.");
});

it("of secrets that are asked for at the same moment one counts, and nobody is told of a failure of ours", async () => {
  const person = await signUp();
  const asked = Array.from({ length: 6 }, () => person.post("/api/account/two-factor", { password }));
  const answers = await Promise.all(asked);
  for (const answer of answers) if (answer.status !== 200) expectRefusal(answer, 409);
  const secrets = answers
    .filter(({ status }) => status === 200)
    .map((answer) => answer.json<{ secret: string }>());
  const confirmed = [];
  for (const { secret } of secrets) {
    confirmed.push((await person.post("/api/account/two-factor/confirm", { code: codeOf(secret) })).status);
  }
  expect(confirmed).toContain(200);
});
