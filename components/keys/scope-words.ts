import type { Scope } from "@/lib/platform/key-scopes";

/** Names and descriptions of scopes in the dashboard. */
export const scopeWords: Readonly<Record<Scope, { label: string; text: string }>> = {
  admin: { label: "Admin", text: "Full access to this project: read, change and delete." },
  read: { label: "Read-only", text: "Read everything in this project, including captured requests." },
  evaluate: {
    label: "Evaluate flags",
    text: "Evaluate flags only (SDK, OFREP, flag check, updates). Safe for web pages and apps.",
  },
  "mocks:write": { label: "Mocks", text: "Read and change mocks, their files, collections and request log." },
  "webhooks:write": {
    label: "Webhooks",
    text: "Read and change inboxes, captured requests and forwarding rules. Enough for fieldkit listen.",
  },
  "flags:read": {
    label: "Read flags",
    text: "Read flags, rules and records, and evaluate them. Enough for local evaluation in an SDK.",
  },
  "flags:write": { label: "Flags", text: "Read and change flags, environments, groups and segments." },
  "releases:write": { label: "Releases", text: "Generate, change, publish and send release notes." },
  "audit:read": { label: "Audit log", text: "Read and export the audit log." },
};
