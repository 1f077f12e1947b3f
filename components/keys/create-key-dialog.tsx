"use client";

import { useController, useWatch } from "react-hook-form";
import { useEnvironments } from "@/components/flags/use-environments";
import { lifetimes, today } from "@/components/keys/key-expiry";
import { keyField, NewKey, newKey, newKeyBody } from "@/components/keys/key-form-values";
import type { CreatedKey } from "@/components/keys/key-once";
import { OriginsField } from "@/components/keys/origins-field";
import { ScopesField } from "@/components/keys/scopes-field";
import { Callout } from "@/components/ui/callout";
import { FormSelect } from "@/components/ui/form-choices";
import { FormText } from "@/components/ui/form-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { RadioSegments } from "@/components/ui/segments";
import { createApiKey } from "@/lib/keys/contract";
import { basicScopes } from "@/lib/platform/key-scopes";

export type CreateKeyProps = {
  projectId: string;
  /** Members create personal keys only. */
  isAdmin: boolean;
  onCreated: (created: CreatedKey) => void;
};

export type CreateKeyDialogProps = CreateKeyProps &
  Partial<LaterDialogProps<{ open: boolean; onOpenChange: (open: boolean) => void }>> & {
    /** The access that is selected at first. */
    access?: NewKey["access"];
  };

export function CreateKeyDialog(props: CreateKeyDialogProps) {
  const { projectId, isAdmin, onCreated, access = "admin", ...dialog } = props;
  const write = useWrite();
  return (
    <RecordDialog<NewKey, CreatedKey>
      title="Create API key"
      description="You'll see the key only once."
      submitLabel="Create key"
      form={{
        rules: NewKey,
        start: newKey(access, !isAdmin),
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
        hint="Where this key is used, for example “CI” or “Production web”."
      />
      {isAdmin ? <OwnerField /> : null}
      <AccessFields projectId={projectId} />
      <ExpiryFields />
    </RecordDialog>
  );
}

/** Whether the key belongs to the project or to the person. */
function OwnerField() {
  const { value, onChange } = useController<NewKey, "personal">({ name: "personal" }).field;
  return (
    <div className="flex flex-col gap-1.5">
      <p aria-hidden className="font-medium text-ink text-sm">
        Owner
      </p>
      <RadioSegments
        label="Owner"
        options={owners}
        value={value ? "me" : "project"}
        onValueChange={(owner) => onChange(owner === "me")}
      />
      <p role="status" className="text-ink-mute text-xs">
        {value
          ? "Has your role in this project. Revoked when you leave the team."
          : "Keeps working when people leave the team."}
      </p>
    </div>
  );
}

const owners = [
  { value: "project", label: "Project" },
  { value: "me", label: "Me" },
] as const;

/** What the key can do, and where a key for web pages is used. */
function AccessFields({ projectId }: { projectId: string }) {
  const [access, personal] = useWatch<NewKey, ["access", "personal"]>({ name: ["access", "personal"] });
  return (
    <>
      <ScopesField choices={[...basicScopes, "custom"]} personal={personal} />
      {access === "evaluate" ? (
        <PageFields projectId={projectId} />
      ) : (
        <Callout tone={access === "admin" ? "warning" : "info"}>
          Keep this key on a server; never put it in a web page or app.
        </Callout>
      )}
    </>
  );
}

function PageFields({ projectId }: { projectId: string }) {
  const environments = useEnvironments(projectId);
  return (
    <>
      <Callout live>
        Everyone who opens the page can read this key. With it, they can see flag values for any record whose
        ID they know.
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
