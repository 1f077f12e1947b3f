import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertTeam } from "@/db/fixtures/rows";
import { anonymous, clock, inMs, personOf } from "@/lib/auth/fixtures/caller";
import { AppError } from "@/lib/operations/errors";
import { handleCreateInvitation } from "./create-invitation";
import { handleGetInvitation } from "./get-invitation";
import { handleSendInvitation } from "./send-invitation";

vi.stubEnv("QUOTAS", "signInsPerMinute=3,invitationsPerHour=3");
const start = clock.now;
const minuteMs = 60_000;
let close: () => Promise<void>;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
afterEach(() => {
  clock.now = start;
});

async function invited() {
  const teamId = (await insertTeam()).id;
  const admin = await personOf(teamId, "admin");
  const made = await admin.call(handleCreateInvitation, { teamId, email: "grace@example.com" });
  return { teamId, admin, made: made as { id: string; token: string } };
}

/** What it is answered, and how many seconds there are to wait. */
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) =>
      error instanceof AppError && error.code === "rate_limited"
        ? Number(new Headers(error.headers as Record<string, string>).get("retry-after"))
        : error,
  );

test("links of invitations are looked at a few times a minute from one address, found or not", async () => {
  const { made } = await invited();
  const look = (token: string) => outcome(anonymous.call(handleGetInvitation, { token }));
  expect(await look(made.token)).toBe("done");
  expect(await look("unknown")).toMatchObject({ code: "not_found" });
  expect(await look(made.token)).toBe("done");
  expect(await look(made.token)).toBeGreaterThan(0);
  expect(await look("unknown")).toBeLessThanOrEqual(60);
  clock.now = inMs(minuteMs + 1);
  expect(await look(made.token)).toBe("done");
});

test("sending again counts as inviting does, for each person, and changes nothing once it is too often", async () => {
  const { teamId, admin, made } = await invited();
  const other = await personOf(teamId, "admin");
  const send = (by = admin) => by.call(handleSendInvitation, { teamId, invitationId: made.id });
  await send();
  const { token } = (await send()) as { token: string };
  expect(await outcome(send())).toBeGreaterThan(0);
  expect(await outcome(anonymous.call(handleGetInvitation, { token }))).toBe("done");
  expect(await outcome(send(other))).toBe("done");
  clock.now = inMs(60 * minuteMs + 1);
  expect(await outcome(send())).toBe("done");
});
