import { example, type Reference, success } from "@/lib/operations/reference";
import type * as codes from "./codes/contract";
import type * as contract from "./contract";

const apiKey = {
  id: example.keyId,
  projectId: example.projectId,
  name: "CI",
  prefix: "fk_A1b2C3d",
  scope: "admin" as const,
  scopes: ["admin" as const],
  personal: false,
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
      "For members of the team, with a session. Members don't see the personal keys of others. `prefix` is the first 10 characters of each key, and the rest is never shown. `lastUsedAt` is accurate to the minute. Admins see who created a key (`createdBy`), and where it was last used from (`lastUsedFrom`, `lastUsedAgent`). Members see that only for their personal keys.",
    answer: [{ ...apiKey, lastUsedAt: "2026-03-02T10:41:00.000Z" }],
  },
  listMemberKeys: {
    description:
      "For admins. Works for members, and for former members who created keys in this team. 404 for other people.",
    answer: [{ ...apiKey, project: { referenceId: example.referenceId, name: "Shop" } }],
  },
  createApiKey: {
    description: `For admins, and for members with \`personal: true\`. Fieldkit stores only a hash of the key, so copy it now.

Scopes limit what the key can do. \`admin\`, the default, is full access to this project. \`read\` allows every \`GET\`. \`evaluate\` allows the SDK endpoint, OFREP, flag checks and the flag stream, and is safe in a web page. \`mocks:write\`, \`webhooks:write\`, \`flags:write\` and \`releases:write\` allow reading and changing that area. \`flags:read\` allows reading flags, which is what local evaluation needs, and \`audit:read\` the audit log. Send one of the first three as \`scope\`, or any combination as \`scopes\`. Each operation lists its scopes. A key without the scope gets 403, and \`hint\` names it.

A key has the role of an admin. A personal key has your role, and Fieldkit revokes it when you leave the team. You can have 100 active personal keys per project.

\`environmentKey\` limits a key with the scope \`evaluate\` to one environment, and deleting that environment revokes the key. \`origins\` rejects browsers on other origins (403). \`expiresAt\` must be in the future (400). Without it, the key doesn't expire. Repeating the request with the same \`Idempotency-Key\` is 409.`,
    body: { name: "CI", expiresAt: "2027-01-31T12:00:00Z" },
    answer: { ...apiKey, key },
  },
  getApiKey: {
    description: "For members of the team, with a session. Never shows the key itself.",
    answer: apiKey,
  },
  getOwnKey: {
    description:
      "Returns the key's project and that project's URLs, for programs that only have a key. Keys whose only scope is `evaluate` get 403, because they can be in a web page.",
    answer: {
      ...{ id: apiKey.id, name: apiKey.name, prefix: apiKey.prefix, scope: apiKey.scope },
      ...{ scopes: apiKey.scopes, personal: false },
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
      "For the page that signs a command line in. Creates a code for one of your API keys. The command line exchanges the code and the verifier, whose SHA-256 is the challenge, for the key. Fieldkit keeps the key encrypted for two minutes.",
    body: { apiKey: key, challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM" },
    answer: { code, expiresAt: "2026-03-02T10:41:00.000Z" },
  },
  exchangeKeyCode: {
    description:
      "For a command line that a person has signed in. A code works once. A request with another verifier gets 401 and uses the code up.",
    body: { code, verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk" },
    answer: { key },
  },
  updateApiKey: {
    description:
      "For admins, and for members on their personal keys. Takes effect with the next request. Scopes and environment can't be changed. Create another key instead.",
    body: { name: "Shop", origins: ["https://shop.example.com"] },
    answer: { ...apiKey, name: "Shop", origins: ["https://shop.example.com"] },
  },
  revokeApiKey: {
    description:
      "For admins, and for members on their personal keys. The key gets 401 from the next request on (in other processes within a second), and its streams close. It stays in the list. Revoking a key twice succeeds and keeps the first `revokedAt`.",
    answer: success,
  },
  rollApiKey: {
    description:
      "For admins. A personal key can only be rolled by its owner. The new key has the same name, scopes, environment and origins, and expires after the same period. The old key works for `graceMinutes` (up to 7 days), or stops immediately. 409 if it is revoked, expired or already rolled.",
    body: { graceMinutes: 60 },
    answer: { ...apiKey, id: "0197f3b6-fb4c-7e07-9d62-a1c8f5b3e094", key },
  },
};
