"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";
import { type ReactNode, useState } from "react";
import type { HistoryOf } from "@/components/audit/history-panel";
import { laterComponent } from "@/components/ui/later";
import { Tabs } from "@/components/ui/tabs";
import { SkeletonRows } from "@/components/ui/waiting";

const HistoryList = laterComponent<HistoryOf>(
  () => import("@/components/audit/history-panel").then((file) => file.HistoryList),
  <SkeletonRows label="Loading the history" />,
);

export type HistoryTabsProps = {
  /** Names the tabs for screen readers. */
  label: string;
  /** What the first tab is called. */
  first: string;
  history: HistoryOf;
  children: ReactNode;
};

const tabs = ["history"] as const;

/** A thing's page and its history. What is typed stays while somebody looks at the history. */
export function PageWithHistory({ label, first, history, children }: HistoryTabsProps) {
  const [tab, setTab] = useQueryState("tab", parseAsStringLiteral(tabs));
  return (
    <Tabs
      label={label}
      value={tab ?? "first"}
      onValueChange={(next) => void setTab(next === "history" ? next : null)}
      items={[
        { value: "first", label: first, content: children, lasting: true },
        {
          value: "history",
          label: "History",
          content: (
            <div className="max-w-3xl">
              <HistoryList {...history} />
            </div>
          ),
        },
      ]}
    />
  );
}

export type PanelTabsProps = HistoryTabsProps & {
  /** Tabs between the two. */
  more?: readonly { value: string; label: string; content: ReactNode }[];
};

const panelLook = "overflow-y-auto overscroll-contain px-5 pb-5";

/** The same in a side panel. */
export function PanelWithHistory({ label, first, history, children, more = [] }: PanelTabsProps) {
  const [tab, setTab] = useState("first");
  return (
    <Tabs
      label={label}
      fills
      value={tab}
      onValueChange={setTab}
      items={[
        { value: "first", label: first, content: children, lasting: true },
        ...more.map((tab) => ({ ...tab, content: <div className={panelLook}>{tab.content}</div> })),
        {
          value: "history",
          label: "History",
          content: (
            <div className={panelLook}>
              <HistoryList {...history} />
            </div>
          ),
        },
      ]}
    />
  );
}
