"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { FormText } from "@/components/ui/form-text";
import { InputButton } from "@/components/ui/input";

export type PasswordTextProps = {
  autoComplete: "current-password" | "new-password";
  hint?: string;
  /** Where a form has more than one. */
  name?: string;
  label?: string;
};

/** A password field of the surrounding Form, with a button that shows what is typed. */
export function PasswordText({
  autoComplete,
  hint,
  name = "password",
  label = "Password",
}: PasswordTextProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  const show = label === "Password" ? "Show password" : `Show ${label.toLowerCase()}`;
  return (
    <FormText
      name={name}
      label={label}
      type={shown ? "text" : "password"}
      autoComplete={autoComplete}
      autoCapitalize="off"
      spellCheck={false}
      hint={hint}
      suffix={
        <InputButton aria-label={show} title={show} aria-pressed={shown} onClick={() => setShown(!shown)}>
          <Icon aria-hidden />
        </InputButton>
      }
    />
  );
}
