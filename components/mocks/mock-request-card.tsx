"use client";

import { useWatch } from "react-hook-form";
import type { MockFormValues } from "@/components/mocks/mock-form-values";
import { Card } from "@/components/ui/card";
import { FormSelect } from "@/components/ui/form-choices";
import { FormLines, FormText } from "@/components/ui/form-text";
import { MockMethod } from "@/lib/mocks/contract";

const methods = MockMethod.options.map((value) => ({ value, label: value }));

/** What a mock listens to. Lives inside the mock form. */
export function MockRequestCard({ mockBaseUrl }: { mockBaseUrl: string }) {
  return (
    <Card title="Request">
      <div className="flex flex-col gap-4">
        <FormText name="name" label="Name" autoComplete="off" placeholder="List users" />
        <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <FormSelect name="method" label="Method" options={methods} mono />
          <FormText
            name="endpoint"
            label="Endpoint"
            hint={<EndpointHint mockBaseUrl={mockBaseUrl} />}
            mono
            placeholder="/users/:id"
            prefix={<span title={mockBaseUrl}>…/api/mock</span>}
          />
        </div>
        <FormLines name="description" label="Description" optional rows={2} />
      </div>
    </Card>
  );
}

function EndpointHint({ mockBaseUrl }: { mockBaseUrl: string }) {
  const endpoint = useWatch<MockFormValues, "endpoint">({ name: "endpoint" });
  return (
    <>
      <code className="line-clamp-3 break-all text-ink-soft">
        {mockBaseUrl}/{endpoint.replace(/^\/+/, "")}
      </code>
      <span className="mt-1 block">
        <code>:id</code> stands for any one segment, a last <code>*</code> for all that follows.
      </span>
    </>
  );
}
