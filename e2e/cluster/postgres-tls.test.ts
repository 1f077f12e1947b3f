import { afterAll, beforeAll, expect, test } from "vitest";
import { parseEnv } from "@/lib/platform/env/parse-env";
import { checkDatabase } from "@/server/doctor/check-database";
import { Caller } from "../caller";
import { startDoor } from "../door";
import { createScratchDatabase } from "../scratch-database";
import { startTlsPostgres } from "./tls-postgres";

let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
let postgres: Awaited<ReturnType<typeof startTlsPostgres>>;

beforeAll(async () => {
  const admin = process.env.FIELDKIT_TEST_DATABASE_URL;
  if (!admin) throw new Error("FIELDKIT_TEST_DATABASE_URL must be set");
  scratch = await createScratchDatabase(admin);
  postgres = await startTlsPostgres(scratch.url);
});
afterAll(async () => {
  await postgres.stop();
  await scratch.drop();
});

const verified = () => `sslmode=verify-full&sslrootcert=${postgres.ca}`;

test("a server reads and writes over TLS with an authority of the company's own", async () => {
  const door = await startDoor("server", { DATABASE_URL: postgres.url(verified()) }, { pages: false });
  try {
    const caller = new Caller(door.port);
    const person = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
    expect((await caller.send("POST", "/api/auth/sign-up/email", { body: person })).status).toBe(200);
    const { text } = await caller.send("GET", "/readyz");
    expect(JSON.parse(text)).toMatchObject({ database: "ok" });
  } finally {
    await door.stop();
  }
});

const nobody = new AbortController().signal;
const findings = (url: string) =>
  checkDatabase(parseEnv({ DATABASE_URL: url, AUTH_SECRET: "x".repeat(32) }), ["x".repeat(32)]).run(nobody);

test.each<[what: string, url: () => string, advice: RegExp]>([
  ["TLS is not asked for", () => postgres.url("sslmode=disable"), /sslmode=verify-full/],
  ["its authority is not known", () => postgres.url("sslmode=verify-full"), /sslrootcert=/],
  ["it is for another name", () => postgres.url(verified(), "127.0.0.1"), /host name/],
  [
    "the file is not there",
    () => postgres.url("sslmode=verify-full&sslrootcert=/no/ca.pem"),
    /path of the file/,
  ],
  ["Postgres has no TLS", () => `${scratch.url}?sslmode=verify-full`, /ssl = on/],
])("the doctor says what to do where %s", async (_, url, advice) => {
  expect(await findings(url())).toMatchObject([{ state: "bad", advice: expect.stringMatching(advice) }]);
});

test.each(["sslmode=verify-full", "sslmode=require", "sslmode=no-verify"])(
  "and finds nothing bad with %s",
  async (mode) => {
    const found = await findings(
      postgres.url(mode === "sslmode=no-verify" ? mode : `${mode}&sslrootcert=${postgres.ca}`),
    );
    expect(found.filter(({ state }) => state === "bad")).toEqual([]);
  },
);
