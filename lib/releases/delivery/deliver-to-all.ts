import { AppError } from "@/lib/operations/errors";
import { DeliveryError } from "./deliver";

/** A recipient without the message, and why. A `conflict`: another request is sending it. */
export type Missing = { recipient: string; error: AppError };

const atOnce = 4;
/** New messages are begun for so long; each has a limit of its own. */
const beginWithinMs = 60_000;

/**
 * Sends to each recipient, some at once. When the service itself fails, the rest is not tried: it would fail
 * alike, each after its own time.
 * @param deliver sends to one; resolves when it has the message, now or from before
 * @returns who does not have it, in the order of `recipients`
 */
export async function deliverToAll(
  recipients: readonly string[],
  deliver: (recipient: string) => Promise<unknown>,
): Promise<Missing[]> {
  const missing: Missing[] = [];
  const waiting = recipients.entries();
  const endsAt = performance.now() + beginWithinMs;
  let stopped: AppError | undefined;
  const lane = async () => {
    for (const [at, recipient] of waiting) {
      if (performance.now() > endsAt) stopped ??= new DeliveryError("There was no time left for all.");
      const error = stopped ?? (await failureOf(deliver(recipient)));
      if (error) missing[at] = { recipient, error };
      if (error instanceof DeliveryError && error.details.isForAll) stopped ??= error;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  // Leaves out the places of those who have it.
  return missing.filter(Boolean);
}

async function failureOf(delivery: Promise<unknown>): Promise<AppError | undefined> {
  try {
    await delivery;
    return undefined;
  } catch (error) {
    if (error instanceof DeliveryError) return error;
    if (error instanceof AppError && error.code === "conflict") return error;
    throw error;
  }
}
