"use client";

import { Plus } from "lucide-react";
import { useFormContext } from "react-hook-form";
import type { Mock, MockFormValues } from "@/components/mocks/mock-form-values";
import { responsesMax } from "@/components/mocks/response-form-values";
import { ResponseRow } from "@/components/mocks/response-row";
import { ResponseSettings } from "@/components/mocks/response-settings";
import { ResponsesNote } from "@/components/mocks/responses-note";
import { useResponses } from "@/components/mocks/use-responses";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";

export type ResponsesEditorProps = {
  /** The stored mock, if the form edits one. */
  mock: Mock | undefined;
  /** Begins with a first response, because somebody wants to add one. */
  isBegun: boolean;
};

/** The list of responses, and which of them is given. Must be inside the mock form. */
export function ResponsesEditor({ mock, isBegun }: ResponsesEditorProps) {
  const { formState } = useFormContext<MockFormValues>();
  const responses = useResponses(isBegun);
  const count = responses.fields.length;
  return (
    <div ref={responses.place} className="flex flex-col items-start gap-5">
      <FormAlert>{formState.errors.responses?.root?.message}</FormAlert>
      {count > 0 ? (
        <>
          <ResponseSettings mock={mock} />
          <ol aria-label="Responses" className="flex w-full flex-col gap-2">
            {responses.fields.map(({ id }, index) => (
              <ResponseRow key={id} index={index} of={responses} />
            ))}
          </ol>
        </>
      ) : (
        <ResponsesNote />
      )}
      <Button data-part="add" disabled={count >= responsesMax} onClick={responses.add}>
        <Plus aria-hidden />
        Add response
      </Button>
      <span role="status" className="sr-only">
        {responses.said}
      </span>
    </div>
  );
}
