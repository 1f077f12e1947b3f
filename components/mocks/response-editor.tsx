"use client";

import { useEffect } from "react";
import { get, useFormContext, useWatch } from "react-hook-form";
import { AnswerFields } from "@/components/mocks/answer-fields";
import { ConditionsField } from "@/components/mocks/condition-fields";
import type { MockFormValues } from "@/components/mocks/mock-form-values";
import { FormText } from "@/components/ui/form-text";

export type ResponseEditorProps = { index: number; onShown: () => void };

/** The fields of one response. Must be inside the mock form. */
export function ResponseEditor({ index, onShown }: ResponseEditorProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the fields are there
  useEffect(onShown, []);
  const { errors } = useFormContext<MockFormValues>().formState;
  const mode = useWatch<MockFormValues, "responseMode">({ name: "responseMode" });
  const within = `responses.${index}.` as const;
  // A faulty weight has to be mended in every mode.
  const isWeighed = mode === "random" || get(errors, `${within}weight`);
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <FormText
          name={`${within}name`}
          label="Response name"
          optional
          autoComplete="off"
          placeholder="Not found"
          data-part="name"
        />
        {isWeighed ? <FormText name={`${within}weight`} label="Weight" mono inputMode="numeric" /> : null}
      </div>
      <ConditionsField within={within} />
      <AnswerFields within={within} isMock />
    </div>
  );
}
