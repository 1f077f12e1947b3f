"use client";

import {
  Database,
  Flag,
  FolderKanban,
  Inbox,
  KeyRound,
  Layers,
  type LucideIcon,
  Route,
  ScrollText,
  User,
  UserRound,
} from "lucide-react";
import { useMemo } from "react";
import type { Command } from "@/components/shell/command-menu";
import { useAnswer } from "@/components/ui/queries";
import { useDebounced } from "@/components/ui/use-debounced";
import type { Output } from "@/lib/operations/operation";
import { search } from "@/lib/search/contract";

type Found = Output<typeof search>[number];

/** Shorter ones find too much to be of help. */
const charsMin = 2;
/** How long somebody pauses who has typed a word. */
const pauseMs = 150;

/** What the server finds for a query, as commands that go there. */
export function useFoundCommands(query: string, projectId: string | undefined): Command[] {
  const q = useDebounced(query.trim(), pauseMs);
  const input = { q, ...(projectId !== undefined && { projectId }) };
  const { data } = useAnswer(search, input, { enabled: q.length >= charsMin, watch: false });
  return useMemo(() => (q.length >= charsMin ? (data ?? []).map(commandOf) : []), [data, q]);
}

const icons: Record<Found["kind"], LucideIcon> = {
  project: FolderKanban,
  mock: Route,
  collection: Database,
  webhook: Inbox,
  flag: Flag,
  group: Layers,
  record: UserRound,
  release: ScrollText,
  key: KeyRound,
  person: User,
};

function commandOf(found: Found): Command {
  const Icon = icons[found.kind];
  const { name, detail } = found;
  return {
    group: "Found",
    label: name,
    href: hrefOf(found),
    icon: <Icon aria-hidden />,
    ...(detail !== name && { detail }),
  };
}

/** Where a thing is looked at. What has no page of its own is found by the list's search. */
export function hrefOf({ kind, id, name, detail, teamSlug, projectSlug, groupId }: Found): string {
  const base = `/${teamSlug}/${projectSlug ?? "-"}`;
  const q = (text: string) => `q=${encodeURIComponent(text)}`;
  switch (kind) {
    case "project":
      return base;
    case "mock":
      return `${base}/mocks/${id}`;
    case "collection":
      return `${base}/mocks/collections/${id}`;
    case "webhook":
      return `${base}/webhooks/${id}`;
    case "flag":
      return `${base}/flags?flag=${encodeURIComponent(id)}`;
    case "group":
      return `${base}/flags/groups/${id}`;
    case "record":
      return `${base}/flags/groups/${groupId}/records/${encodeURIComponent(id)}`;
    case "release":
      return `${base}/releases/${id}`;
    case "key":
      return `${base}/keys?${q(name)}`;
    case "person":
      return `${base}/members?${q(detail)}`;
  }
}
