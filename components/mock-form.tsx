"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, useState } from "react";
import { Controller, FormProvider, useForm } from "react-hook-form";
import { placeProblem } from "@/components/form-problem";
import { bodyOf, emptyMock, fieldOf, type Mock, mockResolver, valuesOf } from "@/components/mock-form-values";
import { MockRequestCard } from "@/components/mock-request-card";
import { MockResponseCard } from "@/components/mock-response-card";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Field } from "@/components/ui/field";
import { Kbd } from "@/components/ui/kbd";
import { Switch } from "@/components/ui/switch";
import { useToast } from "@/components/ui/toast";
import { useUnsavedWarning } from "@/components/use-unsaved-warning";
import { call } from "@/lib/http/client";
import { createMock, updateMock } from "@/lib/mocks/contract";

export type MockFormProps = {
  projectId: string;
  mockBaseUrl: string;
  /** Address of the list of mocks. */
  base: string;
  /** Absent: the form creates one. */
  mock?: Mock | undefined;
  /** What a new mock begins with. */
  copyOf?: Mock | undefined;
};

export function MockForm({ mockBaseUrl, mock, ...props }: MockFormProps) {
  const { form, problem, submit } = useMockForm({ mockBaseUrl, mock, ...props });
  const { isSubmitting, isDirty } = form.formState;
  useUnsavedWarning(isDirty && !isSubmitting);

  function saveByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  }

  return (
    <FormProvider {...form}>
      <form
        method="post"
        noValidate
        onSubmit={submit}
        onKeyDown={saveByKey}
        aria-label={mock ? "Edit mock" : "New mock"}
        className={formLook}
      >
        <MockRequestCard mockBaseUrl={mockBaseUrl} />
        <MockResponseCard />
        {problem ? (
          <Callout tone="danger" live>
            {problem}
          </Callout>
        ) : null}
        <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center justify-between gap-3 border-line border-t bg-canvas px-1 py-3">
          <Controller
            name="enabled"
            control={form.control}
            render={({ field: { value, onChange, ref, onBlur } }) => (
              <Field layout="row" label="Answers requests">
                <Switch ref={ref} checked={value} onCheckedChange={onChange} onBlur={onBlur} />
              </Field>
            )}
          />
          <div className="flex items-center gap-3">
            <span className="text-ink-mute text-sm max-sm:hidden">
              {isDirty && mock ? "Unsaved changes · " : null}
              <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd>
            </span>
            <Button type="submit" variant="primary" loading={isSubmitting}>
              {mock ? "Save changes" : "Create mock"}
            </Button>
          </div>
        </div>
      </form>
    </FormProvider>
  );
}

/** The scroll margins keep a focused control clear of the top bar and of the bar with the button. */
const formLook =
  "flex min-w-0 flex-col gap-6 [&_:is(input,textarea,button)]:scroll-mt-24 [&_:is(input,textarea,button)]:scroll-mb-24";

function useMockForm({ projectId, base, mock, copyOf }: MockFormProps) {
  const router = useRouter();
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({ resolver: mockResolver, defaultValues: startValues(mock, copyOf) });

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
        router.push(`${base}/${created.id}`);
      }
      router.refresh();
    } catch (error) {
      setProblem(placeProblem(error, form.setError, (path) => fieldOf(path, values)));
    }
  });

  return { form, problem, submit };
}

function startValues(mock: Mock | undefined, copyOf: Mock | undefined) {
  if (mock) return valuesOf(mock);
  if (!copyOf) return emptyMock();
  return { ...valuesOf(copyOf), name: `${copyOf.name.slice(0, 190)} (copy)` };
}
