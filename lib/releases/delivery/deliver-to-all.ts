import { AppError } from "@/lib/operations/errors";
import type { Issue } from "@/lib/operations/operation";
import { MailError } from "@/lib/platform/mail/mail-error";

/** What became of one recipient's message. `busy`: another request is sending it. */
export type Outcome = {
  recipient: string;
  state: "sent" | "busy" | "failed" | "unknown" | "untried";
  reason: string;
};

const atOnce = 4;
/** New messages are begun for so long; each has a limit of its own. */
const beginWithinMs = 60_000;

/**
 * Sends to each recipient, some at once. When the mail service itself fails, the rest is not tried: it would
 * fail alike, each after its own time.
 * @param deliver sends to one; resolves when it has the message, now or from before
 * @returns what became of each, in the order of `recipients`
 */
export async function deliverToAll(
  recipients: readonly string[],
  deliver: (recipient: string) => Promise<unknown>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = recipients.entries();
  const endsAt = performance.now() + beginWithinMs;
  let stopped: string | undefined;
  const lane = async () => {
    for (const [at, recipient] of waiting) {
      if (performance.now() > endsAt) stopped ??= "There was no time left for all.";
      if (stopped !== undefined) {
        outcomes[at] = { recipient, state: "untried", reason: stopped };
        continue;
      }
      try {
        await deliver(recipient);
        outcomes[at] = { recipient, state: "sent", reason: "" };
      } catch (error) {
        const outcome = failure(recipient, error);
        if (error instanceof MailError && error.scope === "service") stopped ??= outcome.reason;
        outcomes[at] = outcome;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return outcomes;
}

function failure(recipient: string, error: unknown): Outcome {
  if (error instanceof MailError) {
    return { recipient, state: error.outcome === "unknown" ? "unknown" : "failed", reason: error.message };
  }
  if (error instanceof AppError && error.code === "conflict") {
    return { recipient, state: "busy", reason: error.message };
  }
  throw error;
}

/**
 * What is to be said when not everybody has the message, if so.
 * @param recipients in the order in which the settings list them
 */
export function undelivered(
  recipients: readonly string[],
  outcomes: readonly Outcome[],
): AppError | undefined {
  const missing = outcomes.filter(({ state }) => state !== "sent");
  if (missing.every(({ state }) => state === "busy")) {
    return missing[0] && new AppError("conflict", missing[0].reason);
  }
  const reasons = [...new Set(missing.map(({ reason }) => reason))].map((reason) => {
    const addresses = missing.filter((each) => each.reason === reason).map(({ recipient }) => recipient);
    return `${some(addresses)}: ${reason}`;
  });
  const advice = missing.some(({ state }) => state === "unknown")
    ? "Sending again leaves out those of whom nothing is known; change the release to send it to them once more."
    : "Sending again tries only those.";
  const sent = recipients.length - missing.length;
  const lead = `The release was sent to ${sent} of ${recipients.length} recipients.`;
  const issues: Issue[] = missing.map(({ recipient, reason }) => ({
    path: `emailRecipients.${recipients.indexOf(recipient)}`,
    message: reason,
  }));
  const text = [lead, ...reasons.slice(0, 3), advice].join(" ");
  return new AppError("bad_gateway", text, { issues });
}

function some(addresses: readonly string[]): string {
  const shown = addresses.slice(0, 3).join(", ");
  return addresses.length > 3 ? `${shown} and ${addresses.length - 3} more` : shown;
}
