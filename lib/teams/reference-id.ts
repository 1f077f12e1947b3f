import { randomInt } from "node:crypto";

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/** `length` characters of `[a-z0-9]` from a CSPRNG, fit for host names and URLs. */
export function randomReference(length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}

/** The first part of the hosts of a team's projects: 8 characters. */
export const teamReferenceId = () => randomReference(8);
