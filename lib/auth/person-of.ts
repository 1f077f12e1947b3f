import type { Actor } from "@/lib/operations/context";

/** The person whose role counts: the caller, or the owner of a personal key. Null for a key of the project. */
export function personOf(actor: Actor): string | null {
  if (actor.kind === "user") return actor.user.id;
  // The owner's account may be gone.
  return actor.kind === "key" && actor.key.personal ? (actor.key.createdBy ?? "") : null;
}
