import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { db } from "@/db/database";
import { clientNetworkOf } from "@/lib/auth/client-address";
import { sessionOf } from "@/lib/auth/session";
import type { Actor, Ctx } from "@/lib/operations/context";
import { AppError, asAppError } from "@/lib/operations/errors";
import type { Implementation } from "@/lib/operations/implement";
import { logFailure } from "@/lib/operations/log-failure";
import {
  type CallInput,
  type Input,
  type Naming,
  type Operation,
  type Output,
  type Page,
  type Row,
  requestFor,
} from "@/lib/operations/operation";
import { outputOf } from "@/lib/operations/output";
import { parseFields } from "@/lib/operations/parse-fields";
import { peerHeader, targetHeader } from "@/lib/platform/hosts/project-host";
import { observedBehindNext } from "@/lib/platform/observe/observed-request";
import "./accounts";
import { beginRequest } from "./begin-request";
import { noteActor } from "./observed-call";

/**
 * Carries an operation out for a page, in process, as the person whose cookie came with the request. If something is
 * missing or not theirs, they get the not-found page; without a session they are sent to sign in.
 */
export async function load<O extends Operation, const Field extends string = never>(
  implementation: Implementation<O>,
  input: CallInput<O> & Naming<Field>,
): Promise<Output<O, Field>> {
  return (await loaded(implementation, input)).output as Output<O, Field>;
}

/** The same for a page that everybody may open, signed in or not: what is refused is told instead. */
export async function tried<O extends Operation>(
  implementation: Implementation<O>,
  input: CallInput<O>,
): Promise<{ answer: Output<O> } | { refusal: AppError }> {
  const ctx = await pageContext();
  try {
    return { answer: (await carriedOut(implementation, input, ctx)).output as Output<O> };
  } catch (error) {
    if (error instanceof AppError) return { refusal: error };
    throw presentable(error, ctx.requestId);
  }
}

/** The same for one page of a list. A count above `countMax` is given as `countMax` plus one. */
export async function loadPage<O extends Operation & { list: true }, const Field extends string = never>(
  implementation: Implementation<O>,
  input: CallInput<O> & Naming<Field>,
): Promise<Omit<Page<Row<O, Field>>, "fields">> {
  const { output, result } = await loaded(implementation, input);
  const { next, total } = result as Page<unknown>;
  return { items: output as Row<O, Field>[], next, ...(total !== undefined && { total }) };
}

async function loaded<O extends Operation>(implementation: Implementation<O>, input: CallInput<O>) {
  const ctx = await pageContext();
  if (ctx.actor.kind !== "user") return redirect(signInPath(ctx.headers));
  try {
    return await carriedOut(implementation, input, ctx);
  } catch (error) {
    if (error instanceof AppError) {
      if (error.code === "unauthorized") return redirect(signInPath(ctx.headers));
      if (error.code === "not_found" || error.code === "forbidden") return notFound();
    }
    throw presentable(error, ctx.requestId);
  }
}

async function carriedOut<O extends Operation>(
  implementation: Implementation<O>,
  input: CallInput<O>,
  ctx: Ctx,
) {
  const op: Operation = implementation.operation;
  const { query, body } = requestFor(op, input as Record<string, unknown>);
  const result = await implementation.run(ctx, {
    ...(input as Record<string, unknown>),
    fields: async () => parseFields(op, query, body),
  } as Input<O>);
  // Objects without a prototype, which keep hostile names harmless, cannot be passed to a client component.
  return { result, output: structuredClone(outputOf(op, result)) };
}

/** Next prints what a page throws, and a driver's error contains what people sent. */
function presentable(error: unknown, requestId: string): Error {
  const known = asAppError(error);
  const failure = new AppError(known.code, "a page could not be loaded", { cause: known.cause ?? known });
  logFailure(failure, { requestId, method: "GET" });
  return new Error(known.message);
}

/** The address of the sign-in page, with the way back: the path as the middleware saw it. */
function signInPath(headers: Headers): string {
  const target = headers.get(targetHeader);
  if (!target?.startsWith("/")) return "/sign-in";
  const { pathname, searchParams } = new URL(target, "http://localhost");
  // Next marks a navigation within the app by this header.
  searchParams.delete("_rsc");
  const wanted = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
  return wanted === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(wanted)}`;
}

/** The signed-in person, or null. */
export async function currentUser() {
  const { actor } = await pageContext();
  return actor.kind === "user" ? actor.user : null;
}

/** Made once per request, however many operations its page needs. */
const pageContext = cache(async (): Promise<Ctx> => {
  const requestHeaders = new Headers(await headers());
  const requestId = randomUUID();
  await beginRequest();
  const signed = await sessionOf(requestHeaders).catch((error: unknown) => {
    throw presentable(error, requestId);
  });
  const actor: Actor = signed ? { kind: "user", ...signed } : { kind: "anonymous" };
  noteActor(observedBehindNext(requestHeaders), actor);
  return {
    actor,
    db: db(),
    headers: requestHeaders,
    search: "",
    clientAddress: clientNetworkOf(
      (name) => requestHeaders.get(name),
      requestHeaders.get(peerHeader) ?? undefined,
    ),
    requestId,
    now: () => new Date(),
    after: () => {},
    background: () => {},
  };
});
