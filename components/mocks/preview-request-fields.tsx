"use client";

import { RefreshCw } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import type { Problems } from "@/components/mocks/preview-problems";
import { TestHeaders, type useTestHeaders } from "@/components/mocks/test-headers";
import { takesBody } from "@/components/mocks/use-test-request";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { asSentence } from "@/components/ui/form-problem";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const options = methods.map((value) => ({ value, label: value }));

/** What somebody has typed of a request. */
export type TypedRequest = { method: (typeof methods)[number]; path: string; body: string };

/** Request and answer of a preview. Enter asks again: it would save the form around. */
export function PreviewColumns({ refresh, children }: { refresh: () => void; children: ReactNode }) {
  function askByKey(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    refresh();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a key from the form around
    <div
      className="grid min-w-0 items-start gap-5 lg:grid-cols-2 xl:grid-cols-1 2xl:grid-cols-2"
      onKeyDown={askByKey}
    >
      {children}
    </div>
  );
}

export type PreviewRequestFieldsProps = {
  given: TypedRequest;
  headers: ReturnType<typeof useTestHeaders>;
  change: (part: Partial<TypedRequest>) => void;
  /** An example of a path. */
  example: string;
  problems: Problems;
  isUnderWay: boolean;
  refresh: () => void;
  /** More of it. */
  children?: ReactNode;
};

export function PreviewRequestFields(props: PreviewRequestFieldsProps) {
  const { given, headers, change, example, problems, isUnderWay, refresh, children } = props;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">Request of the preview</legend>
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-2">
        <Field label="Request method">
          <Select
            mono
            options={options}
            value={given.method}
            onValueChange={(method) => change({ method })}
          />
        </Field>
        <Field label="Request path" error={asSentence("Path", problems.path)}>
          <Input
            mono
            placeholder={example}
            value={given.path}
            onChange={(event) => change({ path: event.target.value })}
          />
        </Field>
      </div>
      <TestHeaders of={headers} anyName problem={problems.headers} />
      {takesBody(given.method) ? (
        <Field label="Request body" optional error={asSentence("Body", problems.body)}>
          <Textarea
            mono
            rows={4}
            value={given.body}
            onChange={(event) => change({ body: event.target.value })}
          />
        </Field>
      ) : null}
      {children}
      <div>
        <Button size="sm" loading={isUnderWay} onClick={refresh}>
          <RefreshCw aria-hidden />
          Ask again
        </Button>
      </div>
    </fieldset>
  );
}
