import { type Operation, type Scope, scopes } from "./operation";

const [all, reading, evaluating] = [["admin"], ["admin", "read"], ["admin", "evaluate"]] as const;

/** The scopes of which a key needs one to call an operation. */
export function scopesFor({ method, scope }: Pick<Operation, "method" | "scope">): readonly Scope[] {
  const isRead = method === "GET" || scope === "read";
  if (scope === "evaluate") return isRead ? scopes : evaluating;
  return isRead ? reading : all;
}
