"use client";

import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { tabListLook, tabLook } from "@/components/ui/tab-nav";

export type TabItem = {
  value: string;
  label: ReactNode;
  content: ReactNode;
  /** Stays mounted while another panel is shown, so that a form in it keeps its values. */
  lasting?: boolean;
};

export type TabsProps = {
  items: readonly TabItem[];
  /** Names the list of tabs for screen readers. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  /** In a side panel: takes all of its height, and each panel scrolls by itself. */
  fills?: boolean;
};

/** Switches panels in place. For tabs that are pages of their own, use TabNav. */
export function Tabs({ items, label, value, onValueChange, fills = false }: TabsProps) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onValueChange(String(next))}
      className={cn("min-w-0", fills && "flex min-h-0 flex-1 flex-col")}
    >
      <Base.List aria-label={label} activateOnFocus className={cn(tabListLook, fills && "px-5")}>
        {items.map((item) => (
          <Base.Tab key={item.value} value={item.value} className={tabLook}>
            {item.label}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent transition-[translate,width] duration-150 ease-out" />
      </Base.List>
      {items.map((item) => (
        <Base.Panel
          key={item.value}
          value={item.value}
          keepMounted={item.lasting ?? false}
          className={cn("min-w-0 rounded-sm pt-4", fills && "flex min-h-0 flex-1 flex-col")}
        >
          {item.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
