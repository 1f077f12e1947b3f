"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { FormText } from "@/components/ui/form-text";
import { InputButton } from "@/components/ui/input";

export type PasswordTextProps = { autoComplete: "current-password" | "new-password"; hint?: string };

/** The password field of the surrounding Form, with a button that shows what is typed. */
export function PasswordText({ autoComplete, hint }: PasswordTextProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <FormText
      name="password"
      label="Password"
      type={shown ? "text" : "password"}
      autoComplete={autoComplete}
      autoCapitalize="off"
      spellCheck={false}
      hint={hint}
      suffix={
        <InputButton
          aria-label="Show password"
          title="Show password"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden />
        </InputButton>
      }
    />
  );
}
