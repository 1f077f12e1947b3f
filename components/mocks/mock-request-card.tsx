"use client";

import { Controller, useFormContext, useWatch } from "react-hook-form";
import type { MockFormValues } from "@/components/mocks/mock-form-values";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { asSentence } from "@/components/ui/form-problem";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { MockMethod } from "@/lib/mocks/contract";

const methods = MockMethod.options.map((value) => ({ value, label: value }));

/** What a mock listens to. Lives inside the mock form. */
export function MockRequestCard({ mockBaseUrl }: { mockBaseUrl: string }) {
  const { register, control, formState } = useFormContext<MockFormValues>();
  const { errors } = formState;
  return (
    <Card title="Request">
      <div className="flex flex-col gap-4">
        <Field label="Name" error={asSentence("Name", errors.name?.message)}>
          <Input autoComplete="off" placeholder="List users" {...register("name")} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <Controller
            name="method"
            control={control}
            render={({ field }) => (
              <Field label="Method" error={asSentence("Method", errors.method?.message)}>
                <Select
                  options={methods}
                  mono
                  value={field.value}
                  onValueChange={field.onChange}
                  onBlur={field.onBlur}
                />
              </Field>
            )}
          />
          <Field
            label="Endpoint"
            hint={<EndpointHint mockBaseUrl={mockBaseUrl} />}
            error={asSentence("Endpoint", errors.endpoint?.message)}
          >
            <Input
              mono
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              placeholder="/users/:id"
              prefix={<span title={mockBaseUrl}>…/api/mock</span>}
              {...register("endpoint")}
            />
          </Field>
        </div>
        <Field label="Description" optional error={asSentence("Description", errors.description?.message)}>
          <Textarea rows={2} {...register("description")} />
        </Field>
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
