"use client";

import type { ReactNode } from "react";
import { Input } from "@/components/ui/input";

export type ListToolbarProps = {
  /** What the list holds: "flags". */
  what: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  shown: number;
  total: number;
  children?: ReactNode;
};

/** A filter above a list, and how much of the list it leaves. */
export function ListToolbar({ what, placeholder, query, onQuery, shown, total, children }: ListToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Input
        type="search"
        aria-label={`Filter ${what}`}
        placeholder={placeholder}
        className="sm:max-w-xs"
        value={query}
        onChange={(event) => onQuery(event.target.value)}
      />
      <p role="status" className="text-ink-mute text-sm">
        {query ? `${shown} of ${total}` : `${total} ${what}`}
      </p>
      {children ? <div className="ml-auto flex items-center gap-2">{children}</div> : null}
    </div>
  );
}

/** Lists shorter than this are seen at a glance. */
export const filterFrom = 9;

export function NothingMatches({ what, query }: { what: string; query: string }) {
  return (
    <p className="rounded-lg border border-line bg-surface px-4 py-10 text-center text-ink-mute">
      No {what} matches “{query}”.
    </p>
  );
}
