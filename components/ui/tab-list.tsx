"use client";

import { type KeyboardEvent, type ReactNode, useRef } from "react";

/** Which of the tabs with this id is shown. */
export type TabState = { id: string; active: string };

export type TabListProps = {
  state: TabState;
  onChoose: (value: string) => void;
  /** Names the list for screen readers. */
  label: string;
  tabs: readonly { value: string; label: ReactNode; disabled?: boolean | undefined }[];
  className: string;
  /** Of each tab; the one that is shown has `data-active`. */
  tabClassName: string;
};

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs as ARIA's pattern has them: the list is one stop of the Tab key, and arrows, Home and End show the others. */
export function TabList({ state, onChoose, label, tabs, className, tabClassName }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);

  function choose(event: KeyboardEvent) {
    const step = steps[event.key];
    const enabled = tabs.filter(({ disabled }) => !disabled);
    const next = step && enabled[step(indexOf(state.active, enabled), enabled.length)];
    if (!next || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    onChoose(next.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(next)]?.focus();
  }

  return (
    <div ref={list} role="tablist" aria-label={label} onKeyDown={choose} className={className}>
      {tabs.map(({ value, label: words, disabled }) => {
        const isActive = value === state.active;
        return (
          <button
            key={value}
            type="button"
            role="tab"
            id={idOf("tab", state, value)}
            aria-selected={isActive}
            aria-controls={isActive ? idOf("panel", state, value) : undefined}
            tabIndex={isActive ? 0 : -1}
            disabled={disabled}
            data-active={isActive ? "" : undefined}
            data-disabled={disabled ? "" : undefined}
            onClick={() => onChoose(value)}
            className={tabClassName}
          >
            {words}
          </button>
        );
      })}
    </div>
  );
}

export type TabPanelProps = {
  state: TabState;
  value: string;
  /** Goes on while another panel is shown. */
  lasting?: boolean | undefined;
  /** Has something in it that the Tab key stops at. */
  passed?: boolean;
  className?: string;
  children: ReactNode;
};

export function TabPanel({ state, value, lasting, passed, className, children }: TabPanelProps) {
  const isShown = value === state.active;
  if (!isShown && !lasting) return null;
  return (
    <div
      role="tabpanel"
      id={idOf("panel", state, value)}
      aria-labelledby={idOf("tab", state, value)}
      hidden={!isShown}
      tabIndex={passed ? -1 : 0}
      className={className}
    >
      {children}
    </div>
  );
}

const indexOf = (active: string, tabs: readonly { value: string }[]) =>
  Math.max(
    0,
    tabs.findIndex(({ value }) => value === active),
  );

/** Values are words, and ids have no spaces. */
const idOf = (what: string, { id }: TabState, value: string) =>
  `${id}-${what}-${value.replace(/[^\w-]+/g, "_")}`;
