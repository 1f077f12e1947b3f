import type { Ctx } from "@/lib/operations/context";

type OwnerOfCall = [kind: "user" | "project" | "address", id: string];

/** Whom a call counts for: a person, a project with all its keys, or an address without credentials. */
export function ownerOfCall({ actor, clientAddress }: Pick<Ctx, "actor" | "clientAddress">): OwnerOfCall {
  if (actor.kind === "user") return ["user", actor.user.id];
  return actor.kind === "key" ? ["project", actor.key.projectId] : ["address", clientAddress];
}
