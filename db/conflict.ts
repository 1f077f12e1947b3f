import { setTimeout as sleep } from "node:timers/promises";
import { driverErrorOf } from "./driver-error";

/** SQLSTATEs of serialization failures and deadlocks. A transaction that ends with one may succeed when it is retried. */
const conflicts: readonly unknown[] = ["40001", "40P01"];

const attemptsMax = 4;
const pauseMs = 20;

/** Retries a transaction after a serialization failure or a deadlock. Its work must have no other side effects. */
export async function retrying<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === attemptsMax || !conflicts.includes(driverErrorOf(error)?.code)) throw error;
    }
    await sleep(pauseMs * attempt);
  }
}
