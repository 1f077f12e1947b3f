import { expect } from "vitest";
import { leavesTrail } from "@/lib/audit/subject-of-path";
import type { Operation } from "@/lib/operations/operation";
import type { Answer } from "./client";
import { done, type Person, type Team } from "./fixtures";

export type Entry = {
  actorKind: string;
  actorId: string | null;
  actorName: string;
  clientAddress: string | null;
  userAgent: string | null;
  operation: string;
  subjectKind: string;
  subjectId: string | null;
  subjectName: string;
  projectId: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  requestId: string;
};

/** Operations of which nothing was there before, or which show nothing of what came of them. */
const withoutBefore = new Set(["createTeam", "restoreDeletion", "acceptInvitation"]);
const withoutAfter = new Set(["restoreDeletion", "changePassword", "confirmTwoFactor", "renewRecoveryCodes"]);
/** In the trail of the person: the team's goes with it, or it is about their account. */
const isInOwnTrail = ({ id, path }: Operation) => id === "deleteTeam" || path.startsWith("/api/account");

export type Call = {
  operation: Operation;
  answer: Answer;
  teamId: string;
  /** Who reads the trail: somebody who is an admin whatever the call did. */
  reader: Person;
  /** Who called: a person, or a key by its id. */
  actor: Person | string | undefined;
};

/** Checks that each call has the entry that it should, or none if it was refused. Reads each trail once. */
export async function expectTrails(calls: readonly Call[]): Promise<void> {
  const trails = new Map<string, Promise<Entry[]>>();
  const read = (reader: Person, path: string) => {
    const key = `${reader.id} ${path}`;
    const entries = trails.get(key) ?? done<Entry[]>(reader.get(path));
    trails.set(key, entries);
    return entries;
  };
  for (const call of calls) await expectTrail(call, read);
}

type Read = (reader: Person, path: string) => Promise<Entry[]>;

async function expectTrail(call: Call, read: Read): Promise<void> {
  const { operation, answer } = call;
  const { method, id } = operation;
  if (method === "GET" || answer.status >= 500) return;
  const entry = await entryOf(call, read);
  if (answer.status >= 300 || !leavesTrail(operation))
    return expect(entry, `${id} leaves none`).toBeUndefined();
  const { actor } = call;
  expect(entry, `${id} leaves an entry`).toMatchObject({
    operation: id,
    actorKind: typeof actor === "string" ? "key" : "person",
    actorId: typeof actor === "string" ? actor : actor?.id,
    actorName: expect.stringMatching(/./),
    subjectName: expect.stringMatching(/./),
    clientAddress: expect.stringMatching(/./),
  });
  if (method === "PUT" || method === "DELETE") {
    if (!withoutBefore.has(id)) expect(entry?.before, `${id} before`).toEqual(expect.any(Object));
  }
  if (method !== "DELETE" && !withoutAfter.has(id))
    expect(entry?.after, `${id} after`).toEqual(expect.any(Object));
  const text = JSON.stringify(entry);
  for (const secret of secretsOf(answer)) expect(text.includes(secret), `${id} keeps a secret`).toBe(false);
}

/** The entry of this call's request. */
async function entryOf({ operation, answer, teamId, reader, actor }: Call, read: Read) {
  const { id } = operation;
  const person = typeof actor === "object" ? actor : reader;
  const made = id === "createTeam" && answer.status === 201 ? answer.json<Team>().id : undefined;
  const isOwn = isInOwnTrail(operation) && answer.status < 300;
  const team = isOwn ? await personalTeam(person) : (made ?? teamId);
  const path = `/api/teams/${team}/audit-log?operation=${id}&limit=100`;
  const entries = await read(made || isOwn ? person : reader, path);
  return entries.find(({ requestId }) => requestId === answer.headers["x-request-id"]);
}

export async function personalTeam(person: Person): Promise<string> {
  const teams = await done<Team[]>(person.get("/api/teams"));
  return teams.find(({ isPersonal }) => isPersonal)?.id ?? "";
}

/** What an answer shows once. */
function secretsOf(answer: Answer): string[] {
  if (!answer.text().startsWith("{")) return [];
  const { key, token } = answer.json<Record<string, unknown>>();
  return [key, token].filter((each) => typeof each === "string" && each.length > 30) as string[];
}
