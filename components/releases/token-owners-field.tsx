"use client";

import { useState } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { asSentence } from "@/components/ui/form-problem";
import { TextField } from "@/components/ui/input";

type OwnersName = "githubTokenOwners" | "gitlabTokenOwners";
type TokenName = "githubToken" | "gitlabToken";
type Fields = Record<OwnersName, string[]> & Record<TokenName, string | null>;

export type TokenOwnersFieldProps = {
  name: OwnersName;
  /** The field of the token that these owners belong to. */
  token: TokenName;
  isConfigured: boolean;
  label: string;
  placeholder: string;
  hint: string;
};

/** The owners of a token in the surrounding Form, shown while there is a token. */
export function TokenOwnersField({ name, token, isConfigured, ...input }: TokenOwnersFieldProps) {
  const { control } = useFormContext<Fields>();
  const { field, formState } = useController({ control, name });
  const tokenValue = useWatch({ control, name: token });
  const [text, setText] = useState(field.value.join(", "));
  if (tokenValue === null || !(isConfigured || tokenValue)) return null;
  // The form may have been reset, or saved in lower case, since the text was typed.
  const isCurrent = ownersFrom(text).join() === field.value.join();
  return (
    <TextField
      mono
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      {...input}
      ref={field.ref}
      onBlur={field.onBlur}
      value={isCurrent ? text : field.value.join(", ")}
      onChange={(event) => {
        setText(event.target.value);
        field.onChange(ownersFrom(event.target.value));
      }}
      error={problemOf(formState.errors[name], field.value)}
    />
  );
}

function problemOf(error: unknown, owners: readonly string[]): string | undefined {
  const list = error as (({ message?: string } | undefined)[] & { message?: string }) | undefined;
  const faulty = owners.flatMap((owner, place) => {
    const message = list?.[place]?.message;
    return message ? [`“${owner}” ${message}`] : [];
  });
  return faulty.length > 0 ? `${faulty.join(", ")}.` : asSentence("The list", list?.message);
}

/** Owners from text that was typed or pasted. */
const ownersFrom = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);
