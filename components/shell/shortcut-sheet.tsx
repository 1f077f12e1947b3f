"use client";

import { useState } from "react";
import { ShortcutSwitch } from "@/components/shell/shortcut-switch";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { shortcutTable } from "@/components/ui/shortcuts";

export type ShortcutSheetProps = { open: boolean; onOpenChange: (open: boolean) => void };

const names: Record<string, string> = { Escape: "Esc", Delete: "Del" };

/** All shortcuts that work on the page below, and the choice of having none. */
export function ShortcutSheet({ open, onOpenChange }: ShortcutSheetProps) {
  return (
    <Dialog title="Keyboard shortcuts" open={open} onOpenChange={onOpenChange} size="lg">
      <Sheet />
    </Dialog>
  );
}

/** Mounted whenever the dialog opens, so that the table is that of the page as it is then. */
function Sheet() {
  const [table] = useState(shortcutTable);
  return (
    <>
      <div className="gap-x-10 sm:columns-2">
        {table.map(({ title, shortcuts }) => (
          <section key={title} className="mb-5 break-inside-avoid">
            <h3 className="mb-2 font-medium text-ink-mute text-xs">{title}</h3>
            <dl className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 text-sm">
              {shortcuts.map(({ keys, words }) => (
                <Line key={keys} keys={keys.split(" ")} words={words} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="border-line border-t pt-4 sm:mt-4">
        <ShortcutSwitch />
      </div>
    </>
  );
}

function Line({ keys, words }: { keys: readonly string[]; words: string }) {
  return (
    <>
      <dt className="text-ink-soft">{words}</dt>
      <dd className="flex items-center justify-end gap-1">
        {keys.map((key, at) => (
          <span key={key} className="flex items-center gap-1">
            {at > 0 ? <span className="text-ink-mute text-xs">then</span> : null}
            <Kbd>{names[key] ?? key}</Kbd>
          </span>
        ))}
      </dd>
    </>
  );
}
