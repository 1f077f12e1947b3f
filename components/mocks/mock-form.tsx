"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Controller, FormProvider, useForm } from "react-hook-form";
import { AnswerFields } from "@/components/mocks/answer-fields";
import {
  bodyOf,
  emptyMock,
  fieldOf,
  type Mock,
  type MockFormValues,
  mockResolver,
  valuesOf,
} from "@/components/mocks/mock-form-values";
import { MockRequestCard } from "@/components/mocks/mock-request-card";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { FormAlert } from "@/components/ui/form-alert";
import { placeProblem } from "@/components/ui/form-problem";
import { useNavigate } from "@/components/ui/navigation";
import { longFormLook, SaveBar, saveByKey } from "@/components/ui/save-bar";
import { Switch } from "@/components/ui/switch";
import { useToast } from "@/components/ui/toast";
import { useUnsavedWarning } from "@/components/ui/use-unsaved-warning";
import { createMock, updateMock } from "@/lib/mocks/contract";
import { call } from "@/lib/operations/client";

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
  const { form, problem, submit } = useMockForm({ mockBaseUrl, mock, ...props });
  const { isSubmitting, isDirty } = form.formState;
  useUnsavedWarning(isDirty && !isSubmitting);

  return (
    <FormProvider {...form}>
      <form
        method="post"
        noValidate
        onSubmit={submit}
        onKeyDown={saveByKey}
        aria-label={mock ? "Edit mock" : "New mock"}
        className={longFormLook}
      >
        <MockRequestCard mockBaseUrl={mockBaseUrl} />
        <Card title="Response">
          <AnswerFields />
        </Card>
        <FormAlert>{problem}</FormAlert>
        <SaveBar
          label={mock ? "Save changes" : "Create mock"}
          unsaved={isDirty && mock !== undefined}
          saving={isSubmitting}
        >
          <Controller
            name="enabled"
            control={form.control}
            render={({ field: { value, onChange, ref, onBlur } }) => (
              <Field layout="row" label="Answers requests">
                <Switch ref={ref} checked={value} onCheckedChange={onChange} onBlur={onBlur} />
              </Field>
            )}
          />
        </SaveBar>
      </form>
    </FormProvider>
  );
}

function useMockForm({ projectId, base, mock, start = emptyMock() }: MockFormProps) {
  const router = useRouter();
  const navigate = useNavigate();
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({ resolver: mockResolver, defaultValues: mock ? valuesOf(mock) : start });

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      if (mock) {
        const saved = await call(updateMock, { projectId, mockId: mock.id, ...bodyOf(values) });
        form.reset(valuesOf(saved));
        toast.success("Mock saved");
      } else {
        const created = await call(createMock, { projectId, ...bodyOf(values) });
        form.reset(valuesOf(created));
        toast.success(`Mock “${created.name}” created`);
        navigate(`${base}/${created.id}`);
      }
      router.refresh();
    } catch (error) {
      setProblem(placeProblem(error, form.setError, (path) => fieldOf(path, values)));
    }
  });

  return { form, problem, submit };
}
