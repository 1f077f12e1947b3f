import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { db, startDatabase } from "@/db/database";
import { sessionUser } from "@/lib/auth/session";
import type { Ctx } from "./context";
import { AppError } from "./errors";
import type { Implementation } from "./implement";
import { type CallInput, type Input, type Operation, type Output, type Page, requestFor } from "./operation";
import { parseFields } from "./parse-fields";

/**
 * Carries an operation out for a page, in process, as the person whose cookie came with the request.
 * What is missing or not theirs becomes the not-found page; without a session they go to sign in.
 */
export async function load<O extends Operation>(
  implementation: Implementation<O>,
  input: CallInput<O>,
): Promise<Output<O>> {
  const op: Operation = implementation.operation;
  const { query, body } = requestFor(op, input as Record<string, unknown>);
  const ctx = await pageContext();
  if (ctx.actor.kind !== "user") return redirect("/sign-in");
  try {
    const result = await implementation.run(ctx, {
      ...(input as Record<string, unknown>),
      fields: async () => parseFields(op, query, body),
    } as Input<O>);
    return op.output.parse(op.list ? (result as Page<unknown>).items : result) as Output<O>;
  } catch (error) {
    if (error instanceof AppError) {
      if (error.code === "unauthorized") return redirect("/sign-in");
      if (error.code === "not_found" || error.code === "forbidden") return notFound();
    }
    throw error;
  }
}

/** The signed-in person, or null. */
export async function currentUser() {
  const { actor } = await pageContext();
  return actor.kind === "user" ? actor.user : null;
}

async function pageContext(): Promise<Ctx> {
  const requestHeaders = new Headers(await headers());
  await startDatabase();
  const user = await sessionUser(requestHeaders);
  return {
    actor: user ? { kind: "user", user } : { kind: "anonymous" },
    db: db(),
    headers: requestHeaders,
    search: "",
    clientAddress: "",
    requestId: randomUUID(),
    now: () => new Date(),
    after: () => {},
  };
}
