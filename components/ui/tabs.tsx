"use client";

import { type ReactNode, useId, useState } from "react";
import { cn } from "@/components/ui/cn";
import { TabList, TabPanel } from "@/components/ui/tab-list";

export type TabItem = {
  value: string;
  label: ReactNode;
  content: ReactNode;
  disabled?: boolean;
  /** Goes on while another panel is shown: a form, of which nothing must be lost. */
  lasting?: boolean;
};

export type TabsProps = {
  items: readonly TabItem[];
  /** Names the list of tabs for screen readers. */
  label: string;
  defaultValue?: string;
  value?: string;
  onValueChange?: (value: string) => void;
  className?: string;
};

/** Switches panels in place. For tabs that are pages of their own, use TabNav. */
export function Tabs({ items, label, defaultValue, value, onValueChange, className }: TabsProps) {
  const id = useId();
  const [own, setOwn] = useState(defaultValue ?? items[0]?.value ?? "");
  const state = { id, active: value ?? own };
  return (
    <div className={cn("min-w-0", className)}>
      <TabList
        state={state}
        onChoose={(next) => {
          setOwn(next);
          onValueChange?.(next);
        }}
        label={label}
        tabs={items}
        className={tabListLook}
        tabClassName={cn(
          tabLook,
          "relative data-active:after:absolute data-active:after:inset-x-0 data-active:after:bottom-0 data-active:after:h-0.5 data-active:after:bg-accent",
        )}
      />
      {items.map((item) => (
        <TabPanel
          key={item.value}
          state={state}
          value={item.value}
          lasting={item.lasting}
          className="min-w-0 rounded-sm pt-4"
        >
          {item.content}
        </TabPanel>
      ))}
    </div>
  );
}

export const tabListLook = "relative flex gap-5 overflow-x-auto border-line border-b [scrollbar-width:none]";

export const tabLook =
  "flex h-9 shrink-0 select-none items-center gap-1.5 whitespace-nowrap rounded-sm text-ink-mute text-sm transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2 data-active:font-medium data-active:text-ink data-disabled:opacity-55 touch:h-11";
