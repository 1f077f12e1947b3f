import { z } from "zod";
import { expiryOf, lifetimes } from "@/components/keys/key-expiry";
import type { ApiKey } from "@/components/keys/key-state";
import { createApiKey } from "@/lib/keys/contract";
import { basicScopes, type Scope, scopes } from "@/lib/platform/key-scopes";

const { name, origins: Origins } = createApiKey.body.shape;

/** The origins of a text, or null for any. Settings of servers, from where they are pasted, have them with commas. */
export function originsOf(text: string): string[] | null {
  const origins = text.split(/[\s,]+/).filter(Boolean);
  return origins.length > 0 ? origins : null;
}

export const originLines = (origins: ApiKey["origins"]) => (origins ?? []).join("\n");

/** The contract's rules; what it says of one origin names that one. */
const OriginLines = z.string().superRefine((text, check) => {
  const lines = originsOf(text);
  for (const { path, message } of Origins.safeParse(lines).error?.issues ?? []) {
    const line = lines?.[Number(path[0])];
    check.addIssue(path.length > 0 && line !== undefined ? `“${shortened(line)}” ${message}` : message);
  }
});

const shownMax = 60;
const shortened = (line: string) => (line.length > shownMax ? `${line.slice(0, shownMax)}…` : line);

/** The form's field for the path of the API's issue. */
export const keyField = (path: string): string | undefined =>
  path.startsWith("origins") ? "origins" : path === "expiresAt" ? "date" : path;

export type EditedKey = z.infer<typeof EditedKey>;
export const EditedKey = z.object({ name, origins: OriginLines });

export const editedBody = ({ name, origins }: EditedKey) => ({ name, origins: originsOf(origins) });

/** The fields of `ScopesField`. */
export const Access = { access: z.enum([...basicScopes, "custom"]), scopes: z.array(z.enum(scopes)) };

type AccessValues = { access: string; scopes: Scope[] };
export const hasScopes: [(values: AccessValues) => boolean, { path: string[]; error: string }] = [
  ({ access, scopes }) => access !== "custom" || scopes.length > 0,
  { path: ["scopes"], error: "Select at least one scope." },
];

export const scopesBody = ({ access, scopes }: Pick<NewKey, "access" | "scopes">) =>
  access === "custom" ? { scopes } : { scope: access };

export type NewKey = z.infer<typeof NewKey>;
export const NewKey = EditedKey.extend({
  personal: z.boolean(),
  ...Access,
  /** The key of an environment, "" for any. */
  environment: z.string(),
  lifetime: z.enum(lifetimes),
  /** As `<input type="date">` holds it. */
  date: z.string(),
})
  .refine(({ lifetime, date }) => lifetime !== "date" || date !== "", {
    path: ["date"],
    error: "is required",
  })
  .refine(...hasScopes);

export const newKey = (access: NewKey["access"], personal: boolean): NewKey => ({
  ...{ name: "", personal, access, scopes: [], environment: "", origins: "", lifetime: "never", date: "" },
});

/** Fields that only apply to keys for web pages are left out for others. */
export function newKeyBody(values: NewKey, now: Date) {
  const { name, personal, access, environment, origins, lifetime, date } = values;
  return {
    ...{ name, personal, ...scopesBody(values), expiresAt: expiryOf(lifetime, date, now) },
    ...(access === "evaluate" && { environmentKey: environment || null, origins: originsOf(origins) }),
  };
}
