import { setTimeout as sleep } from "node:timers/promises";
import { driverErrorOf } from "./driver-error";

/** SQLSTATEs of a transaction that the database ended so that others could go on: it may succeed if tried again. */
const conflicts: readonly unknown[] = ["40001", "40P01"];

const attemptsMax = 4;
const pauseMs = 20;

/** Runs a transaction, which changes nothing outside of it, again where it met with serialization failures or deadlocks. */
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
