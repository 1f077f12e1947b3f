"use client";

import type { ReactElement } from "react";
import { FormSwitch } from "@/components/ui/form-choices";
import { FormLines, FormText } from "@/components/ui/form-text";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import {
  bodyOfRule,
  fieldOfIssue,
  fieldsOfRule,
  newRule,
  RuleFields,
} from "@/components/webhooks/rule-form-values";
import {
  createForwardingRule,
  type ForwardingRule,
  getForwardingRule,
  updateForwardingRule,
} from "@/lib/webhooks/forwarding/contract";

export type RuleDialogProps = {
  address: InboxAddress;
  /** The rule that is edited; a new one without it. */
  rule?: ForwardingRule | undefined;
  trigger?: ReactElement | undefined;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

const fieldNames: Record<keyof RuleFields, string> = {
  name: "Name",
  url: "URL",
  methods: "Methods",
  path: "Path",
  headerTests: "Headers of the request",
  bodyContains: "Text in the body",
  validOnly: "Only with a valid signature",
  headers: "Headers to set",
  keepPath: "Add the captured path and query",
  retries: "Try again",
};

/** Makes a forwarding rule, or changes one. */
export function RuleDialog({ address, rule, ...dialog }: RuleDialogProps) {
  const write = useWrite();
  return (
    <RecordDialog<RuleFields, ForwardingRule>
      {...dialog}
      size="lg"
      title={rule ? `Edit “${rule.name}”` : "New forwarding rule"}
      description="Fieldkit sends each request that fits on to this address, also while nobody looks."
      submitLabel={rule ? "Save changes" : "Create rule"}
      form={{
        rules: RuleFields,
        ...(rule ? { edited: editedOf(address, rule) } : { start: newRule }),
        fieldOf: fieldOfIssue,
        send: (fields, { changed, ifMatch }) =>
          rule
            ? write(
                updateForwardingRule,
                { ...address, ruleId: rule.id, ...changed(bodyOfRule) },
                { ifMatch },
              )
            : write(createForwardingRule, { ...address, ...bodyOfRule(fields) }),
        says: ({ name }) => (rule ? "Rule saved" : `Rule “${name}” created`),
      }}
    >
      <FormText name="name" label={fieldNames.name} placeholder="Staging" />
      <FormText
        mono
        name="url"
        label={fieldNames.url}
        type="url"
        inputMode="url"
        placeholder="https://staging.example.com/webhooks"
        hint="A public https URL, or an origin that your administrator allows with OUTBOUND_ALLOW. Fieldkit doesn’t follow redirects."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormText
          mono
          optional
          name="methods"
          label={fieldNames.methods}
          placeholder="POST, PUT"
          hint="Empty: all"
        />
        <FormText
          mono
          optional
          name="path"
          label={fieldNames.path}
          placeholder="/orders/*"
          hint="Behind the inbox's address; * stands for anything"
        />
      </div>
      <FormLines
        mono
        optional
        rows={2}
        name="headerTests"
        label={fieldNames.headerTests}
        placeholder="X-GitHub-Event: push"
        hint="One a line, all must hold. Name: *part* looks for a part of the value."
      />
      <FormText
        mono
        optional
        name="bodyContains"
        label={fieldNames.bodyContains}
        placeholder={'"type": "order.created"'}
      />
      <FormSwitch name="validOnly" label={fieldNames.validOnly} />
      <FormLines
        mono
        optional
        rows={2}
        name="headers"
        label={fieldNames.headers}
        placeholder={"Authorization: Bearer …\n-Cookie"}
        hint="One a line; -Name removes one. Values are kept sealed, and only their end is shown."
      />
      <FormSwitch name="keepPath" label={fieldNames.keepPath} />
      <FormSwitch name="retries" label="Try again for up to 24 hours when the address fails" />
    </RecordDialog>
  );
}

const editedOf = (address: InboxAddress, rule: ForwardingRule) => ({
  row: rule,
  read: {
    op: getForwardingRule,
    input: { ...address, ruleId: rule.id },
    row: (answer: unknown) => answer as ForwardingRule,
  },
  values: fieldsOfRule,
  fields: fieldNames,
  what: "rule",
});
