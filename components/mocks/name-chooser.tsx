"use client";

import { Combobox } from "@base-ui/react/combobox";
import { Check } from "lucide-react";
import type { ReactElement } from "react";
import { partsOf } from "@/components/mocks/folder-names";
import { cn } from "@/components/ui/cn";
import { popupItemLook, popupLook } from "@/components/ui/looks";

export type NameChoice = {
  /** Null chooses nothing. */
  value: string | null;
  /** Parts before its last slash are muted. */
  label: string;
  count: number | null;
};

export type NameChooserProps = {
  /** The element that opens it. */
  trigger: ReactElement;
  /** Names its search: "Find a folder". */
  label: string;
  choices: readonly NameChoice[];
  chosen: string | null;
  onChoose: (value: string | null) => void;
};

/** More are found by typing. */
const shownMax = 100;

/** A list to choose a name from, which is searched by typing. */
export function NameChooser({ trigger, label, choices, chosen, onChoose }: NameChooserProps) {
  const current = choices.find(({ value }) => value === chosen) ?? null;
  return (
    <Combobox.Root
      items={choices}
      value={current}
      onValueChange={(choice) => choice && onChoose(choice.value)}
      itemToStringLabel={(choice: NameChoice) => choice.label}
      limit={shownMax}
      autoHighlight
    >
      <Combobox.Trigger render={trigger} />
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-50 outline-none">
          <Combobox.Popup
            aria-label={label}
            className={cn(
              popupLook,
              "flex max-h-[min(24rem,var(--available-height))] w-80 max-w-[calc(100vw-1rem)] flex-col",
            )}
          >
            <Combobox.Input
              aria-label={label}
              placeholder={label}
              className="h-10 shrink-0 border-line border-b bg-transparent px-3 text-sm outline-none placeholder:text-ink-mute touch:text-lg"
            />
            <Combobox.Empty className="text-center text-ink-mute text-sm">
              <p className="px-4 py-6">Nothing matches.</p>
            </Combobox.Empty>
            <Combobox.List className="min-h-0 overflow-y-auto overscroll-contain p-1 empty:hidden">
              {(choice: NameChoice) => <Choice key={choice.value ?? "\n"} choice={choice} />}
            </Combobox.List>
            {choices.length > shownMax ? (
              <p className="border-line border-t px-3 py-1.5 text-ink-mute text-xs">
                Type to find all others.
              </p>
            ) : null}
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

function Choice({ choice }: { choice: NameChoice }) {
  const { above, name } = partsOf(choice.label);
  return (
    <Combobox.Item value={choice} className={cn(popupItemLook, "py-1")}>
      <span className="min-w-0 flex-1 break-words">
        <span className="text-ink-mute">{above}</span>
        {name}
      </span>
      <Combobox.ItemIndicator className="text-accent-ink">
        <Check aria-hidden />
      </Combobox.ItemIndicator>
      {choice.count === null ? null : (
        <span className="shrink-0 text-ink-mute text-xs tabular-nums">
          {choice.count.toLocaleString("en")}
        </span>
      )}
    </Combobox.Item>
  );
}
