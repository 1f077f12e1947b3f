import { randomInt } from "node:crypto";

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/** 8 characters of `[a-z0-9]` from a CSPRNG: the first part of the hosts of a team's projects. */
export function teamReferenceId(): string {
  return Array.from({ length: 8 }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}
