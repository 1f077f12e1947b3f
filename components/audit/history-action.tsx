"use client";

import { History } from "lucide-react";
import type { HistoryOf, HistoryPanelProps } from "@/components/audit/history-panel";
import { laterPopup } from "@/components/ui/later-popup";
import type { MenuAction } from "@/components/ui/row-menu";

const HistoryPanel = laterPopup<HistoryPanelProps>("dialog", () =>
  import("@/components/audit/history-panel").then((file) => file.HistoryPanel),
);

/** The action of a thing's menu that shows who changed it. */
export const historyAction = (name: string, of: HistoryOf): MenuAction => ({
  label: "History",
  icon: History,
  dialog: (control) => <HistoryPanel name={name} {...of} {...control} />,
});
