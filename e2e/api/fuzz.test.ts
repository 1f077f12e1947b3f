import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { table } from "@/lib/api/table";
import { type Answer, send } from "./client";
import { Everything, type Values } from "./everything";
import { type Person, signUp } from "./fixtures";
import { hostileCalls } from "./hostile";

/** Another seed finds other requests: FIELDKIT_FUZZ_SEED=2 FIELDKIT_FUZZ_RUNS=1000. */
const seed = Number(process.env.FIELDKIT_FUZZ_SEED ?? 1);
const numRuns = Number(process.env.FIELDKIT_FUZZ_RUNS ?? (process.env.FIELDKIT_THOROUGH ? 25 : 4));
const atOnce = 5;

const statuses = new Set<number>();
let values: Values;
let people: Record<"admin" | "member" | "other", Person>;
/** What is left for operations that use up what their paths name. */
let left: Everything;

beforeAll(async () => {
  const [admin, member, other] = await Promise.all([signUp(), signUp(), signUp()]);
  people = { admin, member, other };
  [values, left] = [await new Everything(people).all(), new Everything(people)];
});

/** Signs of the inside: stack frames, files, statements. */
const inside = /\n\s+at |node_modules|\.ts:\d|Failed query|insert into "|select "|ECONN|errno/;

type Expected = Pick<(typeof table)[number]["operation"], "output" | "status" | "stream">;

function problemOf({ status, headers, text, byProxy }: Answer, { output, status: usual, stream }: Expected) {
  if (byProxy) return status === 400 ? undefined : `status ${status} of the proxy`;
  if (status >= 500) return `status ${status}`;
  if (!headers["x-request-id"]) return "no x-request-id";
  if (headers["cache-control"] === undefined) return "no cache-control";
  if (status >= 300 && status < 400)
    return status === 304 || status === usual ? undefined : `status ${status}`;
  if (!/^application\/json/.test(headers["content-type"] ?? "")) {
    return status === 200 && (headers["content-disposition"] || stream)
      ? undefined
      : `content type ${headers["content-type"]}`;
  }
  if (status < 300) {
    const parsed = output.safeParse(JSON.parse(text()));
    return parsed.success ? undefined : `not as described: ${parsed.error.message}`;
  }
  const { error, code, requestId, issues } = JSON.parse(text());
  if (typeof error !== "string" || error === "" || inside.test(error)) return `error ${error}`;
  if (typeof code !== "string" || !/^[A-Za-z_]+$/.test(code)) return `code ${code}`;
  if (requestId !== headers["x-request-id"]) return `requestId ${requestId}`;
  if (code === "invalid_request" && !(Array.isArray(issues) && issues.length > 0)) return "no issues";
  return undefined;
}

describe(`requests that are wrong somewhere get a proper answer, never 5xx (seed ${seed})`, () => {
  it.each(table.map(({ operation }) => ({ id: operation.id, operation })))(
    "$id",
    async ({ id, operation }) => {
      const consumes = operation.method === "DELETE" || id === "rollApiKey";
      const own = consumes && (await left.of(operation, "ownKey", "recordId"));
      if (consumes) left = left.after(operation);
      const { cookie } = id === "signOut" ? await signUp() : people.admin;
      const calls = fc.sample(hostileCalls(operation, own || values, cookie), { seed, numRuns });
      const problems: string[] = [];
      for (let at = 0; at < calls.length; at += atOnce) {
        await Promise.all(
          calls.slice(at, at + atOnce).map(async (call) => {
            const answer = await send({ method: operation.method, ...call });
            statuses.add(answer.status);
            const problem = problemOf(answer, operation);
            if (problem) {
              problems.push(
                `${problem}: ${operation.method} ${JSON.stringify(call).slice(0, 1500)} → ${answer.text().slice(0, 300)}`,
              );
            }
          }),
        );
      }
      expect(problems).toEqual([]);
    },
  );

  it("and they are of many kinds", () => {
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 409, 415]));
  });
});
