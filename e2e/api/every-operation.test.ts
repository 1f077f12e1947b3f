import { beforeAll, describe, expect, it } from "vitest";
import { table } from "@/lib/api/table";
import type { Operation } from "@/lib/operations/operation";
import { matrix } from "./access-matrix";
import { type Answer, expectRefusal, send } from "./client";
import { undescribed } from "./described";
import { Everything } from "./everything";
import { bearer, type Person, signUp } from "./fixtures";
import { usesUp, validCall } from "./valid-calls";

/* One valid call of each operation and one that is refused: what a door can get wrong of any of them. */

/** Their valid calls are refused here: a mail, a provider, a device or a release's own test is needed for others. */
const withoutSuccess = [
  ...["addPasskey", "cancelEmailChange", "cancelRelease", "cancelReleaseSchedule", "changeEmail"],
  ...["changePassword", "confirmReleaseSubscription", "confirmSubscriber", "confirmTwoFactor"],
  ...[
    "connectProvider",
    "deleteAccount",
    "deleteReleaseLogo",
    "disconnectProvider",
    "endReleaseSubscription",
  ],
  ...["endSession", "endTwoFactor", "exchangeKeyCode", "getReleaseLogo", "listRepositoryRefs"],
  ...["preparePasskey", "prepareTwoFactor", "removePasskey", "removeReleaseSubscriber", "renamePasskey"],
  ...["renewRecoveryCodes", "requestEmailChange", "resetPassword", "restoreEmail", "runScheduledWork"],
  ...["scheduleRelease", "sendReleaseByEmail", "sendReleaseToSlack", "setReleaseLogo"],
  ...["showEmailChange", "showEmailChangeCancellation", "showEmailRestoration", "showReleaseConfirmation"],
  ...["showReleaseSubscription", "showSubscriberConfirmation", "showVerification", "signInPasskey"],
  ...["signInSocial", "signInTwoFactor", "socialCallback", "subscribeToReleases", "verifyEmail"],
  ...["acceptInvitation", "deleteTeam"],
];

const operations = table.map(({ operation }) => operation);
// Lists are read while there is one of everything.
const reads = operations.filter(({ method }) => method === "GET");
const changes = operations.filter(({ method }) => method !== "GET");
const named = [...reads, ...changes].map((operation) => ({ id: operation.id, operation }));

let people: Record<"admin" | "member" | "other", Person>;
let everything: Everything;

beforeAll(async () => {
  const [admin, member, other] = await Promise.all([signUp(), signUp(), signUp()]);
  people = { admin, member, other };
  everything = new Everything(people);
  await everything.all();
});

/** What an admin gets, or a key where only keys are taken. */
function expected({ id }: Operation): { caller: "admin" | "key"; status: number } {
  const [, , , admin = 0, key = 0] = matrix[id] ?? [];
  return admin >= 400 && key < 400 ? { caller: "key", status: key } : { caller: "admin", status: admin };
}

async function credentials(operation: Operation): Promise<Record<string, string>> {
  if (expected(operation).caller === "key") return bearer(await everything.get("ownKey"));
  const person = operation.id === "signOut" ? await signUp() : people.admin;
  return { cookie: person.cookie };
}

async function expectDescribed(operation: Operation, path: string, answer: Answer): Promise<void> {
  expect(await undescribed({ method: operation.method, path }, answer)).toBeUndefined();
  if (answer.status >= 400) expectRefusal(answer, answer.status);
}

/** A call that is refused for want of credentials, or else of a body or a method. */
async function refusedCall(operation: Operation): Promise<{ answer: Answer; status: number }> {
  const { path, headers, body } = await validCall(operation, everything, people);
  const { method, access } = operation;
  if (access !== "public") {
    return { answer: await send({ method, path, headers, ...(body && { body }) }), status: 401 };
  }
  // The project has no public page, which comes before the body.
  const status = operation.id === "subscribeToReleases" ? 404 : 400;
  if (operation.body) return { answer: await send({ method, path, headers, body: "{" }), status };
  return { answer: await send({ method: "PATCH", path }), status: 405 };
}

describe("every operation", () => {
  it("has a valid call that succeeds, but for these", () => {
    const refused = operations.filter((each) => expected(each).status >= 400).map(({ id }) => id);
    expect(refused.sort()).toEqual(withoutSuccess.toSorted());
  });

  it.each(named)("$id", async ({ operation }) => {
    const refused = await refusedCall(operation);
    expectRefusal(refused.answer, refused.status);

    const call = await validCall(operation, everything, people);
    const headers = { ...call.headers, ...(await credentials(operation)) };
    const answer = await send({ ...call, headers });
    const { status } = expected(operation);
    expect({ status: answer.status, body: answer.text() }).toMatchObject({ status });
    await expectDescribed(operation, call.path, answer);
    if (answer.status < 300 && usesUp(operation)) everything = everything.after(operation);
  });
});
