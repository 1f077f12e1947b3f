"use client";

import { useWatch } from "react-hook-form";
import { useEnvironments } from "@/components/flags/use-environments";
import { lifetimes, today } from "@/components/keys/key-expiry";
import { keyField, NewKey, newKey, newKeyBody } from "@/components/keys/key-form-values";
import type { CreatedKey } from "@/components/keys/key-once";
import { OriginsField } from "@/components/keys/origins-field";
import { scopeWords } from "@/components/keys/scope-words";
import { Callout } from "@/components/ui/callout";
import { FormSelect } from "@/components/ui/form-choices";
import { FormRadios, type RadioChoice } from "@/components/ui/form-radios";
import { FormText } from "@/components/ui/form-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { createApiKey } from "@/lib/keys/contract";
import { scopes } from "@/lib/operations/operation";

export type CreateKeyProps = {
  projectId: string;
  onCreated: (created: CreatedKey) => void;
};

export type CreateKeyDialogProps = CreateKeyProps &
  Partial<LaterDialogProps<{ open: boolean; onOpenChange: (open: boolean) => void }>> & {
    /** The scope that is chosen at first. */
    scope?: NewKey["scope"];
  };

export function CreateKeyDialog({ projectId, onCreated, scope = "admin", ...dialog }: CreateKeyDialogProps) {
  const write = useWrite();
  return (
    <RecordDialog<NewKey, CreatedKey>
      title="New API key"
      description="You see it once, right after."
      submitLabel="Create key"
      form={{
        rules: NewKey,
        start: newKey(scope),
        send: (values) => write(createApiKey, { projectId, ...newKeyBody(values, new Date()) }),
        done: onCreated,
        fieldOf: keyField,
      }}
      {...dialog}
    >
      <FormText
        name="name"
        label="Name"
        autoComplete="off"
        placeholder="Checkout service, production"
        hint="Where it is used, so that you know later what breaks without it."
      />
      <FormRadios name="scope" label="What it may do" options={scopeChoices} />
      <ScopeFields projectId={projectId} />
      <ExpiryFields />
    </RecordDialog>
  );
}

const scopeChoices: readonly RadioChoice<NewKey["scope"]>[] = scopes.map((value) => ({
  value,
  ...scopeWords[value],
}));

/** What a scope means for who holds the key, and what there is to choose for keys in pages. */
function ScopeFields({ projectId }: { projectId: string }) {
  const scope = useWatch<NewKey, "scope">({ name: "scope" });
  if (scope === "evaluate") return <PageFields projectId={projectId} />;
  return (
    <Callout tone={scope === "admin" ? "warning" : "info"} live>
      {scope === "admin"
        ? "Whoever has it can change and delete everything here. Keep it on a server, never in a page or an app."
        : "Whoever has it can read everything here, captured requests too. Keep it on a server, never in a page or an app."}
    </Callout>
  );
}

function PageFields({ projectId }: { projectId: string }) {
  const environments = useEnvironments(projectId);
  return (
    <>
      <Callout live>
        Everybody who opens the page can read the key. What they learn with it is which flags are on and the
        values they give, for every record whose id they know.
      </Callout>
      <FormSelect
        name="environment"
        label="Environment"
        options={[
          { value: "", label: "Any environment" },
          ...environments.map(({ key, name }) => ({ value: key, label: `Only ${name}` })),
        ]}
      />
      <OriginsField />
    </>
  );
}

const lifetimeWords: Record<(typeof lifetimes)[number], string> = {
  never: "Never",
  "7": "In 7 days",
  "30": "In 30 days",
  "90": "In 90 days",
  "365": "In a year",
  date: "On a date…",
};

function ExpiryFields() {
  const onDate = useWatch<NewKey, "lifetime">({ name: "lifetime" }) === "date";
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormSelect
        name="lifetime"
        label="Expires"
        options={lifetimes.map((each) => ({ value: each, label: lifetimeWords[each] }))}
      />
      {onDate ? <FormText name="date" type="date" label="Last day" min={today(new Date())} /> : null}
    </div>
  );
}
