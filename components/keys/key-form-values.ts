import { z } from "zod";
import { expiryOf, lifetimes } from "@/components/keys/key-expiry";
import type { ApiKey } from "@/components/keys/key-state";
import { createApiKey } from "@/lib/keys/contract";
import { scopes } from "@/lib/operations/operation";

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

export type NewKey = z.infer<typeof NewKey>;
export const NewKey = EditedKey.extend({
  scope: z.enum(scopes),
  /** The key of an environment, "" for any. */
  environment: z.string(),
  lifetime: z.enum(lifetimes),
  /** As `<input type="date">` holds it. */
  date: z.string(),
}).refine(({ lifetime, date }) => lifetime !== "date" || date !== "", {
  path: ["date"],
  error: "is required",
});

export const newKey = (scope: NewKey["scope"]): NewKey => ({
  ...{ name: "", scope, environment: "", origins: "", lifetime: "never", date: "" },
});

/** What is only for keys in pages is sent for those alone, whatever was typed before another scope was chosen. */
export function newKeyBody({ name, scope, environment, origins, lifetime, date }: NewKey, now: Date) {
  return {
    ...{ name, scope, expiresAt: expiryOf(lifetime, date, now) },
    ...(scope === "evaluate" && { environmentKey: environment || null, origins: originsOf(origins) }),
  };
}
