"use client";

import { Plus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { HeaderRow } from "@/components/mocks/answer-form-values";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type Row = HeaderRow & { id: number };

/** https://fetch.spec.whatwg.org/#forbidden-request-header, as far as anybody would try. */
const keptByBrowsers =
  /^(accept-(charset|encoding)|access-control-.*|connection|content-length|cookie|date|dnt|expect|host|keep-alive|origin|referer|te|trailer|transfer-encoding|upgrade|via|(proxy|sec)-.*)$/i;

/** The headers of a test request. */
export function useTestHeaders() {
  const [rows, setRows] = useState<readonly Row[]>([]);
  const count = useRef(0);
  return {
    rows,
    /** Those that are sent. */
    given: rows
      .filter(({ name }) => name.trim() !== "")
      .map(({ name, value }) => ({ name: name.trim(), value: value.trim() })),
    add: () => setRows([...rows, { id: count.current++, name: "", value: "" }]),
    change: (id: number, part: Partial<HeaderRow>) =>
      setRows(rows.map((row) => (row.id === id ? { ...row, ...part } : row))),
    remove: (id: number) => setRows(rows.filter((row) => row.id !== id)),
  };
}

type Of = { of: ReturnType<typeof useTestHeaders> };

type TestHeadersProps = Of & {
  /** Whether any name can be sent, because no browser sends it. */
  anyName?: boolean;
  problem?: string | undefined;
};

export function TestHeaders({ of, anyName = false, problem }: TestHeadersProps) {
  const addButton = useRef<HTMLButtonElement>(null);
  const kept = of.given.filter(({ name }) => !anyName && keptByBrowsers.test(name)).map(({ name }) => name);

  function remove(id: number) {
    of.remove(id);
    addButton.current?.focus();
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="sr-only">Request headers</legend>
      {of.rows.map((row, index) => (
        <TestHeader key={row.id} row={row} number={index + 1} of={of} onRemove={() => remove(row.id)} />
      ))}
      <div>
        <Button ref={addButton} size="sm" onClick={of.add}>
          <Plus aria-hidden />
          Add request header
        </Button>
      </div>
      {problem ? (
        <p role="alert" className="text-red text-xs">
          {problem}
        </p>
      ) : null}
      {kept.length > 0 ? (
        <p role="status" className="text-amber text-xs">
          Browsers do not let a page send {kept.join(", ")}. The curl command does.
        </p>
      ) : null}
    </fieldset>
  );
}

type TestHeaderProps = Of & { row: Row; number: number; onRemove: () => void };

function TestHeader({ row: { id, name, value }, number, of, onRemove }: TestHeaderProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] gap-1.5">
      <Field label={`Name of request header ${number}`} hideLabel>
        <Input
          ref={first}
          mono
          placeholder="Name"
          value={name}
          onChange={(event) => of.change(id, { name: event.target.value })}
        />
      </Field>
      <Field label={`Value of request header ${number}`} hideLabel>
        <Input
          mono
          placeholder="Value"
          value={value}
          onChange={(event) => of.change(id, { value: event.target.value })}
        />
      </Field>
      <Button variant="ghost" size="icon" aria-label={`Remove request header ${number}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
