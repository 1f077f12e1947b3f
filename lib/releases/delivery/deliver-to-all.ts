import { AppError } from "@/lib/operations/errors";
import { DeliveryError } from "./deliver";

/** A recipient who does not have the message, and why. With a `conflict`, another request is sending it. */
export type Missing = { recipient: string; error: AppError };

const atOnce = 4;
/** For how long new messages are begun; each has a time limit of its own. */
const beginWithinMs = 60_000;

/**
 * Sends to each recipient, a few at a time. When the service itself fails, or the project has sent what it may, the other recipients are not
 * tried: they would fail too, each only after its own time limit.
 * @param deliver sends to one recipient; resolves once the recipient has the message, even from an earlier try
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
      if (error && isForAll(error)) stopped ??= error;
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
    if (error instanceof AppError && (error.code === "conflict" || isForAll(error))) return error;
    throw error;
  }
}

const isForAll = (error: AppError) =>
  error.code === "rate_limited" || (error instanceof DeliveryError && error.details.isForAll === true);
