import { example, type Reference, success } from "@/lib/operations/reference";
import type * as codes from "./codes/contract";
import type * as contract from "./contract";

const apiKey = {
  id: example.keyId,
  projectId: example.projectId,
  name: "CI",
  prefix: "fk_A1b2C3d",
  scope: "admin" as const,
  environmentKey: null,
  origins: null,
  expiresAt: "2027-01-31T12:00:00.000Z",
  lastUsedAt: null,
  lastUsedFrom: null,
  lastUsedAgent: null,
  revokedAt: null,
  createdBy: { userId: example.userId, name: "Ada", email: example.email, isMember: true },
  createdAt: example.createdAt,
  updatedAt: example.updatedAt,
};
/** Well formed, and nobody's. */
const key = "fk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O50Zb5Hm";

const code = "Yb3kQ0dX7mN1pR5sT9uV2wZ4aC6eG8iK0lM2nO4qS6u";

export const keyReference: Reference<typeof contract & typeof codes> = {
  listApiKeys: {
    description:
      "For members of the team, with a session: keys are managed by people. Shows the first 10 characters of each key and never the rest. `lastUsedAt` is true to the minute. Admins see in `createdBy` who made a key, and in `lastUsedFrom` and `lastUsedAgent` from where it was used last.",
    answer: [{ ...apiKey, lastUsedAt: "2026-03-02T10:41:00.000Z" }],
  },
  listMemberKeys: {
    description:
      "For admins: what remains in somebody's hands. Also of people who left, for as long as there are keys of theirs; 404 for everybody else.",
    answer: [{ ...apiKey, project: { referenceId: example.referenceId, name: "Shop" } }],
  },
  createApiKey: {
    description:
      "For admins. Only a hash of the key is kept, so copy it now. With the scope `admin`, as it has if none is given, it acts as an admin of this one project. `read` calls every `GET`; `evaluate` the SDK endpoint, OFREP, the check of a flag and the stream of changes, and nothing else (403), so that it may be in a page. `environmentKey` binds such a key to one environment: it asks about that one also without naming it, and about no other (403); the environment's deletion revokes it. `origins` refuses browsers with pages of other origins (403). `expiresAt` must not be past (400); without it the key never expires. A repeat with the same `Idempotency-Key` is 409.",
    body: { name: "CI", expiresAt: "2027-01-31T12:00:00Z" },
    answer: { ...apiKey, key },
  },
  getApiKey: {
    description: "For members of the team, with a session. Never shows the key itself.",
    answer: apiKey,
  },
  getOwnKey: {
    description:
      "For programs that were given a key and nothing else: the project that it is for, and the addresses of that. Keys with the scope `evaluate` are refused (403), as they may be in pages.",
    answer: {
      ...{ id: apiKey.id, name: apiKey.name, prefix: apiKey.prefix, scope: apiKey.scope },
      expiresAt: apiKey.expiresAt,
      project: { id: example.projectId, referenceId: example.referenceId, name: "Shop", slug: "shop" },
      team: { slug: "acme" },
      addresses: {
        dashboard: "https://fieldkit.example.com/acme/shop",
        streams: "wss://fieldkit.example.com",
        public: "https://a1b2c3d4-shop.mock.example.com",
      },
    },
  },
  createKeyCode: {
    description:
      "For the page that lets a command line in: the key that calls is handed over for the code, to whoever has the verifier whose SHA-256 is the challenge. Kept sealed, for two minutes.",
    body: { challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM" },
    answer: { code, expiresAt: "2026-03-02T10:41:00.000Z" },
  },
  exchangeKeyCode: {
    description:
      "For the command line that somebody has let in. A code is used up by its first use, also by one with another verifier (401).",
    body: { code, verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk" },
    answer: { key },
  },
  updateApiKey: {
    description:
      "For admins. Takes effect for the next request. Scope and environment stay what they are: make another key.",
    body: { name: "Shop", origins: ["https://shop.example.com"] },
    answer: { ...apiKey, name: "Shop", origins: ["https://shop.example.com"] },
  },
  revokeApiKey: {
    description:
      "For admins. The key is refused with 401 from the next request on, within a second in other processes, and its streams close. It stays in the list. Revoking twice succeeds and keeps the first `revokedAt`.",
    answer: success,
  },
  rollApiKey: {
    description:
      "For admins. The successor has the old key's name, scope, environment and origins and, if it had one, its span of life. The old key works for `graceMinutes` more, at most 7 days, or not at all. 409 when it is revoked, expired or rolled already.",
    body: { graceMinutes: 60 },
    answer: { ...apiKey, id: "0197f3b6-fb4c-7e07-9d62-a1c8f5b3e094", key },
  },
};
