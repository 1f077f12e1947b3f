import pg from "pg";
import { afterAll, beforeAll, expect } from "vitest";
import { Caller } from "../caller";
import { type Door, startDoor } from "../door";
import { doorName } from "./client";

/* With limits on, and with mail in the outbox. Addresses come from a proxy. */
export const password = "correct horse battery";
export let door: Door;
export let caller: Caller;

/** Starts the door before the tests of the file that calls this. */
export function setUpLimitedDoor(): void {
  beforeAll(async () => {
    const settings = { TRUST_PROXY: "on", RATE_LIMIT: "on", DATABASE_URL: "", REDIS_URL: "" };
    door = await startDoor(doorName, settings, { pages: false, cheapPasswords: true });
    caller = new Caller(door.port);
  });
  afterAll(() => door.stop());
}

let clients = 0;
export function newClient() {
  clients += 1;
  return `9.9.${Math.floor(clients / 250)}.${clients % 250}`;
}
export type Sent = Awaited<ReturnType<Caller["send"]>>;
export const cookieOf = ({ setCookie }: Sent) => setCookie.map((line) => line.split(";", 1)[0]).join("; ");
type Options = { cookie?: string; client?: string; html?: boolean };
export const send = (
  method: string,
  path: string,
  body?: object,
  { cookie, client = newClient(), html }: Options = {},
) =>
  caller.send(method, path, {
    ...(body && { body }),
    headers: {
      "x-forwarded-for": client,
      ...(cookie && { cookie }),
      ...(html && { accept: "text/html" }),
    },
  });
export const json = <T>({ status, text }: Sent, wanted = 200): T => {
  expect(status, text).toBe(wanted);
  return JSON.parse(text);
};
export const signIn = (email: string, client?: string) =>
  send("POST", "/api/auth/sign-in", { email, password }, client ? { client } : {});

let people = 0;
export async function newPerson() {
  people += 1;
  const email = `person-${people}@example.com`;
  const home = newClient();
  const answer = await send(
    "POST",
    "/api/auth/sign-up/email",
    { name: "Ada", email, password },
    { client: home },
  );
  expect(answer.status, answer.text).toBe(200);
  return { email, home, cookie: cookieOf(answer) };
}

export async function mailsTo(recipient: string): Promise<{ subject: string; text: string }[]> {
  const client = new pg.Client({ connectionString: door.databaseUrl() });
  await client.connect();
  try {
    const sql = "select subject, text from outbox_mails where recipient = $1 order by created_at";
    return (await client.query(sql, [recipient])).rows;
  } finally {
    await client.end();
  }
}
export const expectSubjects = (email: string, subjects: string[]) =>
  expect.poll(async () => (await mailsTo(email)).map(({ subject }) => subject)).toEqual(subjects);
