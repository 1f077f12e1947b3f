import type { Operation } from "@/lib/operations/operation";
import type { SubjectKind } from "./contract";

/** What a segment of a path is about. Where several of a path are listed here, the last one is meant. */
const kinds: Record<string, SubjectKind> = {
  teams: "team",
  members: "member",
  invitations: "invitation",
  projects: "project",
  "api-keys": "key",
  mocks: "mock",
  "mock-chaos": "chaos",
  "mock-collections": "collection",
  "mock-proxy": "forwarding",
  "mock-files": "mockFile",
  webhooks: "webhook",
  requests: "request",
  "forwarding-rules": "forwardingRule",
  deliveries: "delivery",
  shares: "share",
  environments: "environment",
  "environment-promotions": "flag",
  segments: "segment",
  flags: "flag",
  groups: "group",
  records: "record",
  values: "override",
  releases: "release",
  attachments: "attachment",
  "release-settings": "releaseSettings",
  "release-webhooks": "releaseWebhook",
  "release-subscriptions": "subscription",
  "release-subscribers": "subscription",
  account: "account",
  auth: "account",
};

type Subject = { kind: SubjectKind; id: string | null };

/** Whether an operation leaves an entry: every change of something that is a team's or a person's. */
export const leavesTrail = ({ method, path, safe, trail }: Operation): boolean =>
  trail ?? (method !== "GET" && !safe && places.some((place) => path.startsWith(place)));

const places = [
  ...[
    "/api/teams",
    "/api/projects",
    "/api/invitations",
    "/api/release-subscriptions",
    "/api/release-subscribers",
    "/api/account",
  ],
];

/** What an operation changes, by its path; undefined if no segment says so. */
export function subjectOfPath(
  { path, method }: Pick<Operation, "path" | "method">,
  params: Record<string, string>,
): Subject | undefined {
  const segments = path.split("/");
  if (path.includes("/deletions/")) return { kind: params.kind as SubjectKind, id: params.itemId ?? null };
  for (let at = segments.length - 1; at >= 0; at -= 1) {
    const kind = kinds[segments[at] ?? ""];
    if (!kind) continue;
    // Whose account it is depends on the caller.
    if (kind === "account") return { kind, id: null };
    const isTold = kind === "delivery" && segments.includes("release-webhooks");
    const named = segments[at + 1]?.startsWith(":");
    // To delete all of a kind is a change of what holds them.
    if (!named && method === "DELETE") continue;
    const inGroup = kind === "flag" && segments.includes("groups");
    // The token of a link is a secret.
    const id = named && segments[at + 1] !== ":token" ? params[(segments[at + 1] ?? "").slice(1)] : undefined;
    return { kind: inGroup ? "groupFlag" : isTold ? "releaseDelivery" : kind, id: id ?? null };
  }
  return undefined;
}
