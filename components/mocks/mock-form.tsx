"use client";

import { useRouter } from "next/navigation";
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
import { MockRequestCard } from "@/components/mocks/mock-request-card";
import { Card } from "@/components/ui/card";
import { FormSwitch } from "@/components/ui/form-choices";
import { FormFrame } from "@/components/ui/form-frame";
import { useNavigate } from "@/components/ui/navigation";
import { useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { createMock, getMock, updateMock } from "@/lib/mocks/contract";

export type MockFormProps = {
  projectId: string;
  mockBaseUrl: string;
  /** Address of the list of mocks. */
  base: string;
  /** Absent: the form creates one. */
  mock?: Mock | undefined;
  /** What a new mock begins with. */
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
  const router = useRouter();
  const navigate = useNavigate();
  const toast = useToast();
  const write = useWrite();
  const create = (values: MockFormValues) => write(createMock, { projectId, ...bodyOf(values) });

  function created({ id, name }: Mock) {
    toast.success(`Mock “${name}” created`);
    navigate(`${base}/${id}`, { unasked: true });
  }

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
      anew: async (values) => created(await create(values)),
    },
    send: (values, { changed, ifMatch }) =>
      mock
        ? write(updateMock, { projectId, mockId: mock.id, ...changed(bodyOf) }, { ifMatch })
        : create(values),
    done(saved) {
      if (!mock) return created(saved);
      toast.success("Mock saved");
      // The page's title is the server's.
      router.refresh();
    },
  });
}
