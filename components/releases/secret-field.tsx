"use client";

import type { ReactNode } from "react";
import { useController, useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { asSentence } from "@/components/ui/form-problem";
import { TextField } from "@/components/ui/input";

/** The form's value: "" keeps what is stored, null removes it. */
export type SecretValue = string | null;
type SecretName = "slackWebhookUrl" | "githubToken" | "gitlabToken";

export type SecretFieldProps = {
  name: SecretName;
  stored: { isConfigured: boolean; tail: string | null };
  noun: "address" | "token";
  /** Which one, for the buttons: "Slack address". */
  what: string;
  labels: { first: string; another: string };
  placeholder: string;
  hint: ReactNode;
  inputMode?: "url" | "text";
};

/** A secret of the surrounding Form. Only the end of the stored one is ever shown. */
export function SecretField({ name, stored, noun, what, labels, ...input }: SecretFieldProps) {
  const { control } = useFormContext<Record<SecretName, SecretValue>>();
  const { field, fieldState } = useController({ control, name });
  const { isConfigured, tail } = stored;
  if (field.value === null) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-ink-soft text-sm">
          The {noun} goes when you save.
        </p>
        <Button size="sm" aria-label={`Keep the ${what}`} onClick={() => field.onChange("")}>
          Keep it
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {isConfigured ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-soft text-sm">
            Set up, with {noun === "address" ? "an" : "a"} {noun} that ends in{" "}
            <code className="text-ink">{tail}</code>
          </p>
          <Button
            size="sm"
            variant="danger-outline"
            aria-label={`Remove the ${what}`}
            onClick={() => field.onChange(null)}
          >
            Remove
          </Button>
        </div>
      ) : null}
      <TextField
        mono
        label={isConfigured ? labels.another : labels.first}
        optional={isConfigured}
        autoComplete="off"
        {...input}
        {...field}
        value={field.value}
        error={asSentence(`The ${noun}`, fieldState.error?.message)}
      />
    </div>
  );
}
