"use client";

import { ChevronDown, Plus, X } from "lucide-react";
import { useId, useRef } from "react";
import { get, useFieldArray, useFormContext, useWatch } from "react-hook-form";
import type { HeaderRow as Row } from "@/components/mocks/answer-form-values";
import {
  type HeaderPreset,
  headerNames,
  headerPresets,
  isSingle,
  valuesOfHeader,
} from "@/components/mocks/presets-headers";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { FormText } from "@/components/ui/form-text";
import { Menu, MenuGroup, MenuItem } from "@/components/ui/menu";

type Within = { within: string };

/** Rows of name and value. Must be inside the form of an answer. */
export function AnswerHeadersField({ within }: Within) {
  const { control, formState, getValues } = useFormContext();
  const { fields, append, remove, update } = useFieldArray({ control, name: `${within}headers` });
  const addButton = useRef<HTMLButtonElement>(null);
  const problem: string | undefined = get(formState.errors, `${within}headers.root.message`);

  function removeRow(index: number) {
    remove(index);
    addButton.current?.focus();
  }

  /** In the place of the same one, or of one that is still empty. */
  function put({ name, value }: HeaderPreset) {
    const rows: Row[] = getValues(`${within}headers`);
    const same = rows.findIndex(
      (row) => isSingle(name) && row.name.trim().toLowerCase() === name.toLowerCase(),
    );
    const empty = rows.findIndex((row) => row.name.trim() === "" && row.value === "");
    const place = same >= 0 ? same : empty;
    if (place < 0) append({ name, value }, { focusName: `${within}headers.${rows.length}.value` });
    else update(place, { name, value });
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-2.5">
      <legend className="mb-1.5 font-medium text-ink text-sm">Headers</legend>
      <FormAlert>{problem}</FormAlert>
      {fields.length === 0 ? (
        <p className="text-ink-mute text-xs">
          No custom headers. Content-Type follows the body, and CORS is open to every origin.
        </p>
      ) : null}
      {fields.map(({ id }, index) => (
        <HeaderRow key={id} within={within} index={index} onRemove={() => removeRow(index)} />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex items-center gap-1">
          <Button ref={addButton} size="sm" onClick={() => append({ name: "", value: "" })}>
            <Plus aria-hidden />
            Add header
          </Button>
          <CommonHeaders onChoose={put} />
        </div>
        {fields.length > 1 ? (
          <span className="text-ink-mute text-xs">A name given twice is sent twice.</span>
        ) : null}
      </div>
    </fieldset>
  );
}

/** Headers that many answers have, with values to begin with. */
function CommonHeaders({ onChoose }: { onChoose: (header: HeaderPreset) => void }) {
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm" aria-label="Common headers">
          Common
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {headerPresets.map(({ label, headers }) => (
        <MenuGroup key={label} label={label}>
          {headers.map((header) => (
            <MenuItem key={header.name + header.value} onClick={() => onChoose(header)}>
              <span className="mr-2 text-ink">{header.name}</span>
              <code className="max-w-72 truncate text-2xs text-ink-mute">{header.value}</code>
            </MenuItem>
          ))}
        </MenuGroup>
      ))}
    </Menu>
  );
}

type HeaderRowProps = Within & { index: number; onRemove: () => void };

function HeaderRow({ within, index, onRemove }: HeaderRowProps) {
  const name: string = useWatch({ name: `${within}headers.${index}.name` }) ?? "";
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-1.5 max-sm:border-line max-sm:border-b max-sm:pb-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
      <FormText
        name={`${within}headers.${index}.name`}
        label={`Name of header ${index + 1}`}
        hideLabel
        mono
        placeholder="Name"
        list={`${id}-names`}
      />
      <Options id={`${id}-names`} values={headerNames} />
      <div className="max-sm:col-start-1 max-sm:row-start-2">
        <FormText
          name={`${within}headers.${index}.value`}
          label={`Value of header ${index + 1}`}
          hideLabel
          mono
          placeholder="Value"
          list={`${id}-values`}
        />
        <Options id={`${id}-values`} values={valuesOfHeader(name)} />
      </div>
      <Button variant="ghost" size="icon" aria-label={`Remove header ${index + 1}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </div>
  );
}

function Options({ id, values }: { id: string; values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}
