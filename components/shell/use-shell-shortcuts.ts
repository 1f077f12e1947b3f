"use client";

import { focusFilter, focusRow, pressNew } from "@/components/shell/page-parts";
import { useNavigate } from "@/components/ui/navigation";
import type { Shortcut } from "@/components/ui/shortcut-keys";
import { showShortcuts, useShortcutKeys, useShortcuts } from "@/components/ui/shortcuts";

export type Places = {
  /** The address of the current project's pages. */
  base: string | undefined;
  /** The slug of the team at the address, if it is one of the person's. */
  team: string | undefined;
};

/** The keys of every page of the dashboard. */
export function useShellShortcuts(places: Places, search: () => void): void {
  const navigate = useNavigate();
  useShortcutKeys();
  useShortcuts("frame", "On every page", [
    { keys: "c", words: "Create what the page has a button for", run: pressNew },
    { keys: "/", words: "Filter the list, or search everything", run: () => focusFilter() || search() },
    { keys: "j", words: "Next row; Enter opens it", run: () => focusRow(1), repeats: true },
    { keys: "k", words: "Previous row", run: () => focusRow(-1), repeats: true },
    { keys: "?", words: "These shortcuts", run: () => showShortcuts(true) },
  ]);
  useShortcuts(
    "frame",
    "Go to",
    linesOf(places).map(
      ([key, words, href]): Shortcut => ({ keys: `g ${key}`, words, run: () => navigate(href) }),
    ),
  );
}

type Line = [key: string, words: string, href: string];

function linesOf({ base, team }: Places): Line[] {
  if (base) {
    return [
      ["o", "Overview", base],
      ["m", "Mocks", `${base}/mocks`],
      ["w", "Webhooks", `${base}/webhooks`],
      ["f", "Flags", `${base}/flags`],
      ["r", "Releases", `${base}/releases`],
      ["k", "API keys", `${base}/keys`],
      ["a", "Audit trail", `${base}/audit`],
      ["s", "Settings", `${base}/settings`],
    ];
  }
  if (!team) return [];
  return [
    ["o", "Projects", `/${team}`],
    ["a", "Audit trail of the team", `/${team}/-/audit`],
    ["s", "Team settings", `/${team}/-/settings`],
  ];
}
