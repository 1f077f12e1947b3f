import { Answer, answerFrom, jsonAnswer } from "@/lib/operations/answer";
import type { Ctx } from "@/lib/operations/context";
import type { Operation } from "@/lib/operations/operation";
import { outputOf } from "@/lib/operations/output";
import { env } from "@/lib/platform/env/env";
import { auth, authBasePath } from "./auth";
import type { AuthWrites } from "./auth-call";
import { toAuthErrorCode } from "./auth-error-codes";
import { revealOutage } from "./auth-problems";

/** What is asked of better-auth, by the operation's method unless stated. */
type Call = {
  path: string;
  body?: object;
  method?: Operation["method"];
  /** Leaves a session out that the browser may still have, so that it is nobody yet who signs in. */
  asNobody?: boolean;
  /** Gets the rows that better-auth stores during the call. */
  writes?: AuthWrites;
};

/**
 * Passes a checked request on to better-auth. Of its answer leaves what the operation's contract has, so that a session's
 * token is in the cookie alone; its refusals get our error body beside its own fields.
 */
export async function forward(ctx: Ctx, op: Operation, call: Call): Promise<Answer> {
  const answer = await ask(ctx, { method: op.method, ...call });
  return answer.status >= 300 ? passOn(answer) : withBody(answer, outputOf(op, JSON.parse(answer.text)));
}

/** A refusal by better-auth, or its redirect, as clients get it: with a code that the API describes. */
export function passOn(answer: Answer): Answer {
  if (answer.status < 400) return answer;
  const body = JSON.parse(answer.text) as { code?: unknown };
  return withBody(answer, { ...body, code: toAuthErrorCode(body.code) });
}

/** The same with all that better-auth said, for handlers that make an answer of their own of it or `passOn` its refusal. */
export async function ask(
  ctx: Ctx,
  { method, path, body, asNobody = false, writes }: Call & { method: Operation["method"] },
): Promise<Answer> {
  const headers = new Headers({ "x-fieldkit-client-address": ctx.clientAddress });
  for (const name of ["cookie", "user-agent"]) {
    const value = ctx.headers.get(name);
    if (value !== null) headers.set(name, asNobody && name === "cookie" ? withoutSession(value) : value);
  }
  if (body) headers.set("content-type", "application/json");
  const request = new Request(`${env().appUrl}${authBasePath}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await answerFrom(await revealOutage(() => auth().handler(request), writes));
  if (answer.status >= 500) throw new Error(`better-auth answered ${answer.status} to ${path}`);
  if (answer.status >= 400) {
    const own = refusalOf(answer);
    const error = own.message ?? "The request was refused.";
    return withBody(answer, { ...own, error, code: own.code ?? "refused", requestId: ctx.requestId });
  }
  return answer;
}

const withoutSession = (cookies: string) =>
  cookies
    .split(";")
    .filter((each) => !/^\s*(__Secure-)?fieldkit\.session_/.test(each))
    .join(";");

/** The same answer with another body. */
export function withBody({ status, headers }: Answer, value: unknown): Answer {
  const { headers: ofBody, body } = jsonAnswer(value);
  const kept = headers.filter((_, at) => !/^content-(type|length)$/i.test(headers[at - (at % 2)] ?? ""));
  return new Answer(status, [...ofBody, ...kept], body);
}

function refusalOf({ text }: Answer): { message?: string; code?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
