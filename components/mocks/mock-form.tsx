"use client";

import { type Resolver, useWatch } from "react-hook-form";
import { AnswerFields } from "@/components/mocks/answer-fields";
import { FilesOfProject } from "@/components/mocks/body-source";
import { CallbacksCard } from "@/components/mocks/callbacks-field";
import { EndpointGrammar, EndpointHint } from "@/components/mocks/endpoint-hint";
import {
  bodyOf,
  emptyMock,
  fieldOf,
  type Mock,
  type MockFormValues,
  mockFields,
  mockMethods,
  valuesOf,
} from "@/components/mocks/mock-form-values";
import { mockOperations } from "@/components/mocks/mock-operations";
import { OrganiseCard } from "@/components/mocks/organise-fields";
import { PreviewCard } from "@/components/mocks/preview-card";
import type { PreviewPanelProps } from "@/components/mocks/preview-panel";
import { PreviewProblems } from "@/components/mocks/preview-problems";
import { ResponsesCard } from "@/components/mocks/responses-card";
import { Card } from "@/components/ui/card";
import { FormSelect, FormSwitch } from "@/components/ui/form-choices";
import { FormFrame } from "@/components/ui/form-frame";
import { FormLines, FormText } from "@/components/ui/form-text";
import { later, laterComponent } from "@/components/ui/later";
import { useWrite } from "@/components/ui/queries";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { Skeleton } from "@/components/ui/waiting";

const { getMock, updateMock } = mockOperations;

const PreviewPanel = laterComponent<PreviewPanelProps>(
  () => import("@/components/mocks/preview-panel").then((file) => file.PreviewPanel),
  <Skeleton className="h-40 w-full" />,
);

const loadRules = () => import("@/components/mocks/mock-rules");
later(loadRules);

/** Where the rules can't be loaded, the API is asked at once: it checks the same. */
const mockResolver: Resolver<MockFormValues> = async (values, ...rest) => {
  const rules = await loadRules().catch(() => undefined);
  return rules ? rules.mockRules(values, ...rest) : { values, errors: {} };
};

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
    <PreviewProblems>
      <FormFrame
        of={frame}
        on="page"
        aria-label={mock ? "Edit mock" : "New mock"}
        submitLabel={mock ? "Save changes" : "Create mock"}
        beside={<FormSwitch name="enabled" label="Answers requests" />}
      >
        <MockRequestCard mockBaseUrl={mockBaseUrl} />
        <FilesOfProject value={props.projectId}>
          <OwnAnswerCard />
          <ResponsesCard mock={mock} />
        </FilesOfProject>
        <CallbacksCard projectId={props.projectId} />
        <OrganiseCard projectId={props.projectId} />
        <PreviewCard description="What the mock would answer as it is in this form. Nothing is saved or called.">
          <PreviewPanel projectId={props.projectId} />
        </PreviewCard>
      </FormFrame>
    </PreviewProblems>
  );
}

/** What the mock answers by itself, or where no other response is given. */
function OwnAnswerCard() {
  const others = useWatch<MockFormValues, "responses">({ name: "responses" }).length;
  return (
    <Card title={others > 0 ? "Default response" : "Response"}>
      <AnswerFields isMock />
    </Card>
  );
}

function useMockForm({ projectId, base, mock, start = emptyMock() }: MockFormProps) {
  const write = useWrite();
  const create = async (values: MockFormValues) => {
    const { createMock } = await import("@/lib/mocks/contract");
    return write(createMock, { projectId, ...bodyOf(values) });
  };

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

const methods = mockMethods.map((value) => ({ value, label: value }));

/** The requests that a mock answers. Must be inside the mock form. */
function MockRequestCard({ mockBaseUrl }: { mockBaseUrl: string }) {
  const method = useWatch<MockFormValues, "method">({ name: "method" });
  return (
    <Card title="Request">
      <div className="flex flex-col gap-4">
        <FormText name="name" label="Name" autoComplete="off" placeholder="List users" />
        <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <FormSelect
            name="method"
            label="Method"
            options={methods}
            mono
            hint={method === "ANY" ? "Every method that has no mock of its own." : undefined}
          />
          <div className="flex min-w-0 flex-col gap-1">
            <FormText
              name="endpoint"
              label="Endpoint"
              hint={<EndpointHint mockBaseUrl={mockBaseUrl} />}
              mono
              placeholder="/users/:id"
              prefix={<span title={mockBaseUrl}>…/api/mock</span>}
            />
            <EndpointGrammar />
          </div>
        </div>
        <FormLines name="description" label="Description" optional rows={2} />
      </div>
    </Card>
  );
}
