"use client";

import { useWatch } from "react-hook-form";
import { originsOf } from "@/components/keys/key-form-values";
import { FormLines } from "@/components/ui/form-text";

/** Which pages may use a key, and what it means to name none. Must be inside a key's form. */
export function OriginsField() {
  const isAny = originsOf(useWatch<{ origins: string }, "origins">({ name: "origins" }) ?? "") === null;
  return (
    <FormLines
      name="origins"
      label="Browser origins"
      optional
      rows={3}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      placeholder="https://app.example.com"
      className="font-mono text-xs"
      hint={
        isAny
          ? "One per line. Without any, pages of every site may ask with this key, at your limits’ expense."
          : "One per line. Browsers with pages of other origins get 403. Programs that are no browser are not held back by it."
      }
    />
  );
}
