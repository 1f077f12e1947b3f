import { knownProjects } from "@/lib/auth/known-projects";
import { callStreamOf, projectOfStream } from "@/lib/mocks/calls/contract";
import { isKsuid } from "@/lib/operations/ids";
import { implement } from "@/lib/operations/implement";
import { holderOfRequest, requireStream, sealGrant } from "./stream-access";
import { openStream } from "./stream-contract";
import { holderOfTicket } from "./stream-tickets";

/** The name of a stream of calls whose URL has the project's reference ID. */
async function nameByReference(asked: string): Promise<string | undefined> {
  const referenceId = projectOfStream(asked);
  if (referenceId === undefined || !isKsuid(referenceId)) return undefined;
  const { project } = await knownProjects().get(referenceId);
  return project ? callStreamOf(project.id) : undefined;
}

export const handleOpenStream = implement(openStream, async (ctx, input) => {
  const { ticket } = await input.fields();
  const stream = (await nameByReference(input.webhookId)) ?? input.webhookId.toLowerCase();
  const holder = ticket ? await holderOfTicket(ctx, stream, ticket) : await holderOfRequest(ctx.headers);
  const { source, expiresAt } = await requireStream(ctx, stream, holder);
  return {
    grant: sealGrant(stream, holder),
    stream,
    lastSequence: source.lastSequence,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
});
