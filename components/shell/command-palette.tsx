"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import type { Command, CommandPaletteProps } from "@/components/shell/command-menu";
import { useFoundCommands } from "@/components/shell/found-commands";
import { cn } from "@/components/ui/cn";
import { DialogBackdrop, dialogLook, overPage } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { popupItemLook } from "@/components/ui/looks";
import { useNavigate } from "@/components/ui/navigation";

const groupOrder: readonly Command["group"][] = ["Found", "Go to", "Create", "Projects", "Teams", "Settings"];

/** What the command menu opens. */
export function CommandPalette(props: CommandPaletteProps) {
  const { commands, projectId, takeOver, open, onOpenChange } = props;
  const navigate = useNavigate();

  function run(command: Command) {
    onOpenChange(false);
    if (command.href === undefined) command.action();
    else navigate(command.href);
  }

  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <DialogBackdrop />
        <Dialog.Viewport
          className={cn(
            overPage,
            "flex items-start justify-center overflow-hidden px-3 pt-[max(0.75rem,12vh)]",
          )}
        >
          <Dialog.Popup
            aria-label="Command menu"
            className={cn(dialogLook, "max-h-[min(34rem,76dvh)] max-w-xl overflow-hidden rounded-xl")}
          >
            <Palette commands={commands} projectId={projectId} takeOver={takeOver} run={run} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type PaletteProps = Pick<CommandPaletteProps, "commands" | "projectId" | "takeOver"> & {
  run: (command: Command) => void;
};

function Palette({ commands, projectId, takeOver, run }: PaletteProps) {
  const [query, setQuery] = useState("");
  const highlighted = useRef<Command>(undefined);
  const found = useFoundCommands(query, projectId);

  function takeWhatWasTyped() {
    const { text, entered } = takeOver();
    if (text) setQuery(text);
    const first = entered ? firstOf(commands, text) : undefined;
    if (first) run(first);
  }

  /** Runs the first match when Enter is pressed before the list has caught up with the text. */
  function runWhatMatches(event: KeyboardEvent<HTMLInputElement> & { preventBaseUIHandler(): void }) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    const text = event.currentTarget.value;
    if (!highlighted.current || matches(highlighted.current, text)) return;
    event.preventBaseUIHandler();
    const first = firstOf([...found, ...commands], text);
    if (first) run(first);
  }

  return (
    <Autocomplete.Root
      open
      inline
      items={grouped([...found, ...commands])}
      value={query}
      onValueChange={setQuery}
      onItemHighlighted={(command: Command | undefined) => {
        highlighted.current = command;
      }}
      filter={matches}
      itemToStringValue={(command: Command) => command.label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-2.5 border-line border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-ink-mute" />
        <Autocomplete.Input
          aria-label="Search for a page or an action"
          onFocus={takeWhatWasTyped}
          onKeyDown={runWhatMatches}
          placeholder="Find something, or go to…"
          className="h-12 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-ink-mute touch:text-lg"
        />
        <Dialog.Close
          aria-label="Close"
          className="rounded-sm touch:-mr-2 touch:grid touch:size-10 touch:place-items-center"
        >
          <Kbd>Esc</Kbd>
        </Dialog.Close>
      </div>
      <div className="flex min-h-0 flex-col">
        <Autocomplete.Empty className="text-center text-ink-mute text-sm">
          <p className="px-4 py-10">Nothing matches. Try a shorter word.</p>
        </Autocomplete.Empty>
        <Autocomplete.List className="min-h-0 scroll-py-2 overflow-y-auto overscroll-contain p-1.5 empty:hidden">
          {(group: CommandGroup) => (
            <Autocomplete.Group key={group.value} items={group.items} className="not-last:mb-1.5">
              <Autocomplete.GroupLabel className="px-2 pt-1.5 pb-1 text-ink-mute text-xs">
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(command: Command) => (
                  <Autocomplete.Item
                    key={`${command.group}-${command.label}-${command.href ?? ""}`}
                    value={command}
                    onClick={() => run(command)}
                    className={cn(popupItemLook, "min-h-9 [&_svg]:text-ink-mute")}
                  >
                    {command.icon}
                    <span className="min-w-0 truncate">{command.label}</span>
                    {command.detail ? (
                      <span className="ml-auto min-w-0 truncate pl-3 text-ink-mute text-xs">
                        {command.detail}
                      </span>
                    ) : null}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  );
}

type CommandGroup = { value: string; items: Command[] };

function grouped(commands: readonly Command[]): CommandGroup[] {
  return groupOrder
    .map((value) => ({ value, items: commands.filter(({ group }) => group === value) }))
    .filter(({ items }) => items.length > 0);
}

/** The uppermost of those that match. */
function firstOf(commands: readonly Command[], query: string): Command | undefined {
  const matching = commands.filter((command) => matches(command, query));
  return grouped(matching)[0]?.items[0];
}

/** Every word of the query must occur somewhere in the command. */
function matches(command: Command, query: string): boolean {
  // The server has searched for it already.
  if (command.group === "Found") return true;
  const text = `${command.label} ${command.group} ${command.keywords ?? ""}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
