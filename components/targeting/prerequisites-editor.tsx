"use client";

import { X } from "lucide-react";
import { useId, useRef } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import type { Group } from "@/components/groups/groups-list";
import { RowsFieldset } from "@/components/targeting/rows-fieldset";
import type { PrerequisiteRow } from "@/components/targeting/rule-rows";
import { Button } from "@/components/ui/button";
import { FormText } from "@/components/ui/form-text";
import { useAnswer } from "@/components/ui/queries";
import { listGroupFlags } from "@/lib/groups/contract";
import { prerequisitesMax } from "@/lib/targeting/contract";

type Form = { prerequisites: PrerequisiteRow[] };

/** The flags that must be on for a subject, so that this one can be. Must be inside the flag's form. */
export function PrerequisitesEditor({ group, flagKey }: { group: Group; flagKey: string }) {
  const { control } = useFormContext<Form>();
  const { fields, append, remove } = useFieldArray({ control, name: "prerequisites" });
  const listId = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const { data: flags = [] } = useAnswer(
    listGroupFlags,
    { projectId: group.projectId, groupId: group.id, limit: 1000, sort: "key", fields: ["key", "name"] },
    { enabled: fields.length > 0 },
  );

  function removeRow(index: number) {
    remove(index);
    addButton.current?.focus();
  }

  return (
    <RowsFieldset
      name="prerequisites"
      legend="Prerequisites"
      hint={`Other flags of ${group.name} that must be on for a subject, so that this one can be.`}
      addLabel="Add prerequisite"
      isFull={fields.length >= prerequisitesMax}
      onAdd={() =>
        append({ flagKey: "", variant: "" }, { focusName: `prerequisites.${fields.length}.flagKey` })
      }
      addButton={addButton}
      rows={
        <ol aria-label="Prerequisites" className="flex flex-col gap-2 empty:hidden">
          {fields.map(({ id }, index) => (
            <li key={id} className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)_auto] items-start gap-1.5">
              <FormText
                name={`prerequisites.${index}.flagKey`}
                label={`Flag of prerequisite ${index + 1}`}
                hideLabel
                mono
                placeholder="key of a flag"
                autoComplete="off"
                list={listId}
              />
              <FormText
                name={`prerequisites.${index}.variant`}
                label={`Variant of prerequisite ${index + 1}`}
                hideLabel
                mono
                placeholder="any variant"
                autoComplete="off"
              />
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove prerequisite ${index + 1}`}
                onClick={() => removeRow(index)}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ol>
      }
    >
      <datalist id={listId}>
        {flags
          .filter(({ key }) => key !== flagKey)
          .map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
      </datalist>
    </RowsFieldset>
  );
}
