"use client";

import { useWatch } from "react-hook-form";
import { AnswerFields } from "@/components/mocks/answer-fields";
import {
  bodyOf,
  emptyMock,
  fieldOf,
  type Mock,
  type MockFormValues,
  mockFields,
  mockResolver,
  valuesOf,
} from "@/components/mocks/mock-form-values";
import { Card } from "@/components/ui/card";
import { FormSelect, FormSwitch } from "@/components/ui/form-choices";
import { FormFrame } from "@/components/ui/form-frame";
import { FormLines, FormText } from "@/components/ui/form-text";
import { useWrite } from "@/components/ui/queries";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { createMock, getMock, MockMethod, updateMock } from "@/lib/mocks/contract";

export type MockFormProps = {
  projectId: string;
  mockBaseUrl: string;
  /** Address of the list of mocks. */
  base: string;
  /** If absent, the form creates a mock. */
  mock?: Mock | undefined;
  /** Initial values of a new mock. */
  start?: MockFormValues | undefined;
};

export function MockForm({ mockBaseUrl, mock, ...props }: MockFormProps) {
  const frame = useMockForm({ mockBaseUrl, mock, ...props });
  return (
    <FormFrame
      of={frame}
      on="page"
      aria-label={mock ? "Edit mock" : "New mock"}
      submitLabel={mock ? "Save changes" : "Create mock"}
      beside={<FormSwitch name="enabled" label="Answers requests" />}
    >
      <MockRequestCard mockBaseUrl={mockBaseUrl} />
      <Card title="Response">
        <AnswerFields />
      </Card>
    </FormFrame>
  );
}

function useMockForm({ projectId, base, mock, start = emptyMock() }: MockFormProps) {
  const write = useWrite();
  const create = (values: MockFormValues) => write(createMock, { projectId, ...bodyOf(values) });

  return useFormFrame<MockFormValues, Mock>({
    rules: mockResolver,
    fieldOf,
    start,
    edited: mock && {
      row: mock,
      read: { op: getMock, input: { projectId, mockId: mock.id } },
      values: valuesOf,
      fields: mockFields,
      what: "mock",
      anew: create,
    },
    send: (values, { changed, ifMatch }) =>
      mock
        ? write(updateMock, { projectId, mockId: mock.id, ...changed(bodyOf) }, { ifMatch })
        : create(values),
    titled: mock !== undefined,
    says: ({ id, name }) => (id === mock?.id ? "Mock saved" : `Mock “${name}” created`),
    next: ({ id }) => (id === mock?.id ? undefined : `${base}/${id}`),
  });
}

const methods = MockMethod.options.map((value) => ({ value, label: value }));

/** The requests that a mock answers. Must be inside the mock form. */
function MockRequestCard({ mockBaseUrl }: { mockBaseUrl: string }) {
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
