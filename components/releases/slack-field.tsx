"use client";

import { useController, useFormContext } from "react-hook-form";
import type { ReleaseSettings } from "@/components/releases/release-types";
import { Button } from "@/components/ui/button";
import { asSentence } from "@/components/ui/form-problem";
import { TextField } from "@/components/ui/input";

/** The form's value: "" keeps the stored address, null removes it. */
export type SlackValue = string | null;

export type SlackFieldProps = { stored: Pick<ReleaseSettings, "slackConfigured" | "slackTail"> };

/** The `slackWebhookUrl` of the surrounding Form. Only the end of the stored address is ever shown. */
export function SlackField({ stored }: SlackFieldProps) {
  const { control } = useFormContext<{ slackWebhookUrl: SlackValue }>();
  const { field, fieldState } = useController({ control, name: "slackWebhookUrl" });
  const { slackConfigured, slackTail } = stored;
  if (field.value === null) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-ink-soft text-sm">
          The address goes when you save.
        </p>
        <Button size="sm" onClick={() => field.onChange("")}>
          Keep it
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {slackConfigured ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-soft text-sm">
            Set up, with an address that ends in <code className="text-ink">{slackTail}</code>
          </p>
          <Button size="sm" variant="danger-outline" onClick={() => field.onChange(null)}>
            Remove
          </Button>
        </div>
      ) : null}
      <TextField
        mono
        label={slackConfigured ? "Another address" : "Address of the incoming webhook"}
        optional={slackConfigured}
        placeholder="https://hooks.slack.com/services/…"
        hint="Slack gives you one for a channel: Apps, Incoming Webhooks. It is a secret, and kept like one."
        inputMode="url"
        {...field}
        value={field.value}
        error={asSentence("The address", fieldState.error?.message)}
      />
    </div>
  );
}
