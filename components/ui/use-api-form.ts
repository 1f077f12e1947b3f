"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import { placeProblem } from "@/components/ui/form-problem";

export type ApiForm<Fields extends FieldValues> = {
  form: UseFormReturn<Fields, unknown, Fields>;
  /** What is wrong with the whole form. */
  problem: string | null;
  submit: () => void;
  sending: boolean;
  /** Sent and accepted; nothing was typed or reset since. */
  accepted: boolean;
};

export type ApiFormOptions<Fields extends FieldValues> = {
  /** The operation's own rules, checked before anything is sent. */
  schema: z.ZodType<Fields, Fields>;
  /** Left out, fields keep what was typed or filled in by the browser before the script had loaded. */
  start?: DefaultValues<Fields>;
  send: (fields: Fields) => Promise<unknown>;
  /** Our words for a refusal, where the API's don't fit; with a field, they stand beside it. */
  explain?: (error: unknown) => { message: string; field?: Path<Fields> } | undefined;
};

/** A form whose fields have the API's names: refusals come back beside the fields that they are about. */
export function useApiForm<Fields extends FieldValues>(options: ApiFormOptions<Fields>): ApiForm<Fields> {
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<Fields, unknown, Fields>({
    resolver: zodResolver(options.schema),
    ...(options.start && { defaultValues: options.start }),
  });
  const { isSubmitting, isSubmitSuccessful } = form.formState;

  function place(error: unknown): string | null {
    const ours = options.explain?.(error);
    if (!ours) {
      // `repoUrls.1` is a place within a field.
      const known = (path: string) => ((path.split(".", 1)[0] ?? "") in form.getValues() ? path : undefined);
      return placeProblem(error, form.setError, known);
    }
    if (!ours.field) return ours.message;
    form.setError(ours.field, { type: "server", message: ours.message }, { shouldFocus: true });
    return null;
  }

  const submit = form.handleSubmit(async (fields) => {
    setProblem(null);
    try {
      await options.send(fields);
    } catch (error) {
      setProblem(place(error));
    }
  });

  return {
    form,
    problem,
    submit,
    sending: isSubmitting,
    accepted: isSubmitSuccessful && problem === null,
  };
}
