"use client";

import { useController, useWatch } from "react-hook-form";
import { scopeWords } from "@/components/keys/scope-words";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { FormRadios, type RadioChoice } from "@/components/ui/form-radios";
import { type BasicScope, type Scope, scopes } from "@/lib/platform/key-scopes";

/** One of the basic scopes, or a list of scopes. */
export type AccessChoice = BasicScope | "custom";

/** `admin` of a personal key. */
const ownAccess = { label: "Your access", text: "Everything your role allows in this project." };

/** Scopes for the list. `admin` includes all of them. */
const listed = scopes.filter((scope) => scope !== "admin");

/** What a key can do: the form's fields `access` and `scopes`. */
export function ScopesField({ choices, personal }: { choices: readonly AccessChoice[]; personal: boolean }) {
  const access: AccessChoice = useWatch({ name: "access" });
  const options: RadioChoice<AccessChoice>[] = choices.map((value) =>
    value === "custom"
      ? { value, label: "Custom", text: "Choose the scopes this key needs." }
      : { value, ...scopeWords[value], ...(personal && value === "admin" && ownAccess) },
  );
  return (
    <>
      <FormRadios name="access" label="Access" options={options} />
      {access === "custom" ? <ScopeList /> : null}
    </>
  );
}

function ScopeList() {
  const { field, fieldState } = useController({ name: "scopes" });
  const { onChange, onBlur } = field;
  const value: readonly Scope[] = field.value;
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-line px-3 py-3">
      <legend className="sr-only">Scopes</legend>
      {listed.map((scope) => (
        <Field key={scope} layout="row" label={scope} hint={scopeWords[scope].text}>
          <Checkbox
            checked={value.includes(scope)}
            onCheckedChange={(on) =>
              onChange(on ? [...value, scope] : value.filter((each) => each !== scope))
            }
            onBlur={onBlur}
          />
        </Field>
      ))}
      {fieldState.error ? (
        <p role="alert" className="text-red text-xs">
          {fieldState.error.message}
        </p>
      ) : null}
    </fieldset>
  );
}
