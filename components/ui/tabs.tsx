"use client";

import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
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
  const id = useId();
  return (
    <div className={cn("min-w-0", fills && "flex min-h-0 flex-1 flex-col")}>
      <TabList {...{ items, label, value, onValueChange, fills, id }} />
      {items.map((item) => {
        const isShown = item.value === value;
        return isShown || item.lasting ? (
          <div
            key={item.value}
            role="tabpanel"
            id={`${id}-panel-${item.value}`}
            aria-labelledby={`${id}-tab-${item.value}`}
            tabIndex={isShown ? 0 : -1}
            hidden={!isShown}
            className={cn("min-w-0 rounded-sm pt-4", fills && isShown && "flex min-h-0 flex-1 flex-col")}
          >
            {item.content}
          </div>
        ) : null;
      })}
    </div>
  );
}

/** One stop for Tab; arrows, Home and End choose (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). */
function TabList({ items, label, value, onValueChange, fills, id }: TabsProps & { id: string }) {
  const list = useRef<HTMLDivElement>(null);

  function chooseByKey(event: KeyboardEvent) {
    // With them, arrows are the browser's.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const at = items.findIndex((item) => item.value === value);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : items.at(to % items.length);
    if (!next) return;
    event.preventDefault();
    onValueChange(next.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[items.indexOf(next)]?.focus();
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={chooseByKey}
      className={cn(tabListLook, fills && "px-5")}
    >
      {items.map((item) => {
        const isShown = item.value === value;
        return (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={`${id}-tab-${item.value}`}
            aria-selected={isShown}
            aria-controls={isShown || item.lasting ? `${id}-panel-${item.value}` : undefined}
            tabIndex={isShown ? 0 : -1}
            data-active={isShown ? "" : undefined}
            onClick={() => onValueChange(item.value)}
            className={cn(tabLook, "border-transparent border-b-2 data-active:border-accent")}
          >
            {item.label}
          </button>
        );
      })}
    </div>
  );
}
