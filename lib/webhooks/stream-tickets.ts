import { createHash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { streamTickets } from "@/db/schema/webhooks";
import { projectOfStream } from "@/lib/mocks/calls/contract";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { Holder, holderOf } from "./stream-access";

const ticketMs = 30_000;
const ticketHash = (ticket: string) => createHash("sha256").update(ticket).digest("hex");

/** Makes a ticket for the caller, for the stream of an inbox or of a project's calls. */
export async function makeTicket(
  ctx: Ctx,
  of: { webhookId: string } | { projectId: string },
): Promise<{ ticket: string; expiresAt: string }> {
  const ticket = randomBytes(32).toString("base64url");
  const expiresAt = new Date(ctx.now().getTime() + ticketMs);
  const holder = holderOf(ctx.actor);
  await ctx.db.insert(streamTickets).values({ hash: ticketHash(ticket), ...of, holder, expiresAt });
  return { ticket, expiresAt: expiresAt.toISOString() };
}

/**
 * The holder of a ticket for this stream. The ticket is used up by this.
 * @throws {AppError} `unauthorized`
 */
export async function holderOfTicket(ctx: Ctx, stream: string, ticket: string): Promise<Holder> {
  const [used] = await ctx.db
    .delete(streamTickets)
    .where(eq(streamTickets.hash, ticketHash(ticket)))
    .returning();
  const holder = Holder.safeParse(used?.holder);
  const projectId = projectOfStream(stream);
  const isForThis =
    projectId === undefined ? used?.webhookId === stream : used?.projectId === projectId && !used.webhookId;
  if (!used || !holder.success || !isForThis || used.expiresAt <= ctx.now()) {
    throw new AppError("unauthorized", "The ticket is unknown, used or expired. Ask for a new one.");
  }
  return holder.data;
}
