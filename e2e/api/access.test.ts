import { beforeAll, describe, expect, it } from "vitest";
import { table } from "@/lib/api/table";
import { type Caller, callers, isBeyondScope, matrix, others, type Row, statusOf } from "./access-matrix";
import { send } from "./client";
import { Everything, type ValueName } from "./everything";
import {
  type ApiKey,
  bearer,
  cookiesOf,
  createKey,
  createProject,
  createTeam,
  done,
  Person,
  password,
  postJson,
  signUp,
} from "./fixtures";
import { type Call, expectTrails } from "./trail-of";
import { usesUp, validCall } from "./valid-calls";

let foreignKey: ApiKey;
/** New after each call that changed it. */
let everything: Everything;
let people: Record<"stranger" | "member" | "admin" | "other" | "endedSession" | "removedMember", Person>;

beforeAll(async () => {
  const [stranger, member, admin, other, removedMember] = await Promise.all([
    ...[signUp(), signUp(), signUp(), signUp(), signUp()],
  ] as const);
  // Of the admin, who may everything while a session lives.
  const session = await postJson("/api/auth/sign-in/email", { email: admin.email, password });
  const endedSession = new Person(admin.id, admin.name, admin.email, cookiesOf(session));
  await done(endedSession.post("/api/auth/sign-out", {}));
  people = { stranger, member, admin, other, endedSession, removedMember };
  const elsewhere = await createProject(other, (await createTeam(other)).id);
  everything = new Everything(people);
  foreignKey = await createKey(other, elsewhere.referenceId);
});

/** Sign-out would end the session that the other rows use. */
async function cookieOf(caller: keyof typeof people, id: string): Promise<string> {
  // So that there is another session to end.
  if (id === "endOtherSessions")
    await postJson("/api/auth/sign-in", { email: people[caller].email, password });
  return id === "signOut" && caller !== "endedSession" ? (await signUp()).cookie : people[caller].cookie;
}

async function headersOf(caller: Caller, id: string, { get }: Everything): Promise<Record<string, string>> {
  if (caller === "anonymous") return {};
  if (caller === "foreignKey") return bearer(foreignKey.key);
  const key = keyOf[caller];
  return key ? bearer(await get(key.value)) : { cookie: await cookieOf(caller as keyof typeof people, id) };
}

/** Callers that are keys of the project, by the names of their values. */
const keyOf: Partial<Record<Caller, { value: ValueName; id: ValueName }>> = {
  key: { value: "ownKey", id: "ownKeyId" },
  readKey: { value: "readKey", id: "readKeyId" },
  evaluateKey: { value: "evaluateKey", id: "evaluateKeyId" },
};

describe("who may do what", () => {
  it("is asked of people who have proved no address", async () => {
    for (const person of [people.member, people.admin, people.stranger]) {
      expect(await done(person.get("/api/account"))).toMatchObject({ emailVerified: false });
    }
  });

  it("the matrix has one row for each operation", () => {
    const ids = table.map(({ operation }) => operation.id);
    expect(Object.keys(matrix).sort()).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(table.map(({ operation }) => ({ id: operation.id, operation })))(
    "$id",
    async ({ id, operation }) => {
      const got: Partial<Record<Caller, number>> = {};
      const calls: Call[] = [];
      for (const caller of [...callers, ...others]) {
        // What was deleted can be put back for a moment only.
        if (id === "restoreDeletion") everything = everything.after(operation);
        const call = await validCall(operation, everything, people);
        const headers = await headersOf(caller, id, everything);
        const answer = await send({ ...call, headers: { ...call.headers, ...headers } });
        got[caller] = answer.status;
        if (isBeyondScope(caller, operation)) {
          expect(answer.json()).toMatchObject({ error: "Requires another scope" });
        }
        const key = keyOf[caller];
        calls.push({
          ...{ operation, answer, teamId: await everything.get("teamId"), reader: people.admin },
          actor: key ? await everything.get(key.id) : people[caller as keyof typeof people],
        });
        // What was refused must leave everything as it was.
        if (answer.status < 300 && usesUp(operation)) everything = everything.after(operation);
      }
      await expectTrails(calls);
      const row = matrix[id] as Row;
      expect(got).toEqual({
        ...Object.fromEntries(callers.map((caller, at) => [caller, row[at]])),
        ...Object.fromEntries(others.map((caller) => [caller, statusOf(caller, operation, row)])),
      });
    },
  );
});
