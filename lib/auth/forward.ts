import { Answer, answerFrom, jsonAnswer } from "@/lib/operations/answer";
import type { Ctx } from "@/lib/operations/context";
import type { Operation } from "@/lib/operations/operation";
import { outputOf } from "@/lib/operations/output";
import { env } from "@/lib/platform/env/env";
import { auth, authBasePath } from "./auth";
import { revealOutage } from "./auth-problems";

type Call = { path: string; body?: object };

/**
 * Passes a checked request on to better-auth. Of its answer leaves what the operation's contract has, so that a session's
 * token is in the cookie alone; its refusals get our error body beside its own fields.
 */
export async function forward(ctx: Ctx, op: Operation, { path, body }: Call): Promise<Answer> {
  const headers = new Headers({ "x-fieldkit-client-address": ctx.clientAddress });
  for (const name of ["cookie", "user-agent"]) {
    const value = ctx.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (body) headers.set("content-type", "application/json");
  const request = new Request(`${env().appUrl}${authBasePath}${path}`, {
    method: op.method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await answerFrom(await revealOutage(() => auth().handler(request)));
  if (answer.status >= 500) throw new Error(`better-auth answered ${answer.status} to ${path}`);
  if (answer.status >= 400) {
    const own = refusalOf(answer);
    const error = own.message ?? "The request was refused.";
    return withBody(answer, { ...own, error, code: own.code ?? "refused", requestId: ctx.requestId });
  }
  if (answer.status >= 300) return answer;
  return withBody(answer, outputOf(op, JSON.parse(answer.text)));
}

/** The same answer with another body. */
export function withBody({ status, headers }: Answer, value: unknown): Answer {
  const { headers: ofBody, body } = jsonAnswer(value);
  const kept = headers.filter((_, at) => !/^content-(type|length)$/i.test(headers[at - (at % 2)] ?? ""));
  return new Answer(status, [...ofBody, ...kept], body);
}

function refusalOf({ text }: Answer): { message?: string; code?: string } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
