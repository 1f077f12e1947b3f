"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";

export type LiveRowsProps<T> = {
  items: readonly T[];
  shownId: string | undefined;
  onSelect: (id: string) => void;
  row: (item: T) => ReactNode;
};

/** A live list, newest first. Arrow keys go up and down its rows, each of which is a `LiveRow`. */
export function LiveRows<T extends { id: string }>({ items, shownId, onSelect, row }: LiveRowsProps<T>) {
  const list = useRef<HTMLUListElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const at = links.findIndex((link) => link.matches(":focus"));
    const next = Math.min(items.length - 1, Math.max(0, at + step));
    const item = items[next];
    if (!item) return;
    links[next]?.focus();
    onSelect(item.id);
  }

  useEffect(() => {
    // Shortcuts outside the list move the selection too, so scroll it into view.
    const row = list.current?.querySelector('[aria-current="true"]');
    if (shownId) row?.scrollIntoView({ block: "nearest" });
  }, [shownId]);

  return (
    <ul ref={list} onKeyDown={onKeyDown} className="divide-y divide-line">
      {items.map(row)}
    </ul>
  );
}

export type LiveRowProps = {
  href: string;
  shown: boolean;
  /** Whether it came in while the page was open. */
  fresh: boolean;
  onSelect: () => void;
  /** Stands above the row, for what begins with it. */
  heading?: ReactNode;
  children: ReactNode;
};

/** A link, so that it can be opened anywhere. */
export function LiveRow({ href, shown, fresh, onSelect, heading, children }: LiveRowProps) {
  return (
    <li>
      {heading ? (
        <p className="border-line border-b bg-sunken px-3.5 py-1 font-medium text-ink-mute text-xs">
          {heading}
        </p>
      ) : null}
      <a
        href={href}
        aria-current={shown ? "true" : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onSelect();
        }}
        className={cn(
          "relative flex flex-col gap-1 px-3.5 py-2.5 hover:bg-hover/55 focus-visible:-outline-offset-2",
          fresh && "animate-arrive",
          shown && "bg-hover before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent",
        )}
      >
        {children}
      </a>
    </li>
  );
}
