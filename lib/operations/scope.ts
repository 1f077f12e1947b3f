import { type Scope, scopes } from "@/lib/platform/key-scopes";
import type { Operation } from "./operation";

/** Scopes for one area of the API: `write` includes reading it, `read` changes nothing. */
type Area = { read?: Scope; write?: Scope };

const mocks: Area = { write: "mocks:write" };
const webhooks: Area = { write: "webhooks:write" };
const flags: Area = { read: "flags:read", write: "flags:write" };
const releases: Area = { write: "releases:write" };

/** Operations with other tags need `read` or `admin`. */
const areas: Readonly<Record<string, Area>> = {
  ...{ Mocks: mocks, "Mock calls": mocks },
  ...{ Webhooks: webhooks, "Webhook forwarding": webhooks },
  ...{ Environments: flags, Segments: flags, Flags: flags, "Flag groups": flags, Records: flags },
  ...{ SDK: flags, OFREP: flags },
  ...{ Releases: releases, "Release webhooks": releases },
  "Audit trail": { read: "audit:read" },
};

/** The scopes that allow a key to call an operation. A key needs one of them. */
export function scopesFor({ method, scope, tag }: Pick<Operation, "method" | "scope" | "tag">): Scope[] {
  if (scope === "any") return scopes.filter((each) => each !== "evaluate");
  const area = areas[tag] ?? {};
  const isRead = method === "GET" || scope === "read";
  const allowed = new Set<Scope | undefined>(["admin", area.write]);
  if (isRead) allowed.add("read");
  if (isRead || scope === "evaluate") allowed.add(area.read);
  if (scope === "evaluate") allowed.add("evaluate");
  return scopes.filter((each) => allowed.has(each));
}
