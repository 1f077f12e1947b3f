"use client";

import { Download, History } from "lucide-react";
import { useState } from "react";
import { projectAuditList, teamAuditList } from "@/components/audit/audit-lists";
import type { ChangePanelProps } from "@/components/audit/change-panel";
import { type AuditEntry, changedFields, deedOf, fieldName, subjectOf } from "@/components/audit/entry-words";
import { shownFields } from "@/components/audit/shown-fields";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { Column } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { laterPopup } from "@/components/ui/later-popup";
import { ListView, type ListViewProps } from "@/components/ui/list-view";
import { PageHeader } from "@/components/ui/page-header";
import { ActionMenu } from "@/components/ui/row-menu";
import { RowButton } from "@/components/ui/table";
import { RelativeTime } from "@/components/ui/times";
import { useList } from "@/components/ui/use-list";

const ChangePanel = laterPopup<ChangePanelProps>("dialog", () =>
  import("@/components/audit/change-panel").then((file) => file.ChangePanel),
);

type Projects = Readonly<Record<string, string>>;

/** Who changed what in a project. */
export function ProjectAuditRoom({ projectId, name }: { projectId: string; name: string }) {
  const list = useList(projectAuditList, { projectId });
  return (
    <Room
      list={list}
      address={`/api/projects/${projectId}/audit-log`}
      what={`Every change of ${name}: by whom, when, and how it was before.`}
    />
  );
}

export type TeamAuditRoomProps = { teamId: string; name: string; projects: Projects };

/** Who changed what in a team and its projects. */
export function TeamAuditRoom({ teamId, name, projects }: TeamAuditRoomProps) {
  const list = useList(teamAuditList, { teamId });
  return (
    <Room
      list={list}
      address={`/api/teams/${teamId}/audit-log`}
      what={`Every change of ${name} and its projects: by whom, when, and how it was before.`}
      projects={projects}
    />
  );
}

type RoomProps = {
  list: ListViewProps<AuditEntry>["list"];
  /** Where the list is read from. */
  address: string;
  what: string;
  /** Names of projects by id, where there are several. */
  projects?: Projects;
};

function Room({ list, address, what, projects }: RoomProps) {
  const [open, setOpen] = useState<AuditEntry>();
  return (
    <>
      <PageHeader
        title="Audit trail"
        description={`${what} Kept for 400 days.`}
        actions={<Files address={address} list={list} />}
      />
      <ListView
        list={list}
        columns={columnsOf(setOpen, projects)}
        rowId={({ id }) => id}
        rowName={(entry) => `${entry.actorName} ${deedOf(entry)} ${subjectOf(entry)}`}
        empty={
          <EmptyState
            icon={<History />}
            title="Nothing was changed yet"
            text="As soon as somebody, a key or the operator changes something, it stands here with what it was before."
          />
        }
      />
      <ChangePanel
        entry={open}
        open={open !== undefined}
        onOpenChange={(next) => (next ? undefined : setOpen(undefined))}
      />
    </>
  );
}

/** The list as it is filtered now, as a file. */
function Files({ address, list }: Pick<RoomProps, "address" | "list">) {
  const asked = new URLSearchParams();
  for (const name of Object.keys(list.definition.filters ?? {})) {
    const value = list.address[name];
    if (value) asked.set(name, String(value));
  }
  const href = (format: string) => `${address}/export?${new URLSearchParams([...asked, ["format", format]])}`;
  return (
    <ActionMenu
      trigger={
        <Button>
          <Download aria-hidden />
          Export
        </Button>
      }
      actions={[
        { label: "As CSV", icon: Download, onClick: () => window.location.assign(href("csv")) },
        { label: "As JSON", icon: Download, onClick: () => window.location.assign(href("json")) },
      ]}
    />
  );
}

function columnsOf(show: (entry: AuditEntry) => void, projects: Projects | undefined): Column<AuditEntry>[] {
  const project: Column<AuditEntry> = {
    id: "project",
    header: "Project",
    labelled: true,
    className: "break-words sm:max-w-40",
    cell: ({ projectId }) => (projectId ? (projects?.[projectId] ?? "a deleted project") : "—"),
  };
  return [
    {
      id: "what",
      header: "What",
      className: "sm:w-1/2",
      cell: (entry) => (
        <RowButton onClick={() => show(entry)} className="text-left">
          <span className="font-normal text-ink-mute">{capital(deedOf(entry))} </span>
          <span className="break-words">{subjectOf(entry)}</span>
        </RowButton>
      ),
    },
    {
      id: "fields",
      header: "Changed",
      labelled: true,
      className: "sm:max-w-56",
      cell: (entry) => <Fields entry={entry} />,
    },
    ...(projects ? [project] : []),
    {
      id: "who",
      header: "Who",
      labelled: true,
      className: "sm:max-w-48",
      cell: (entry) => <Who entry={entry} />,
    },
    {
      id: "at",
      header: "When",
      sort: "at",
      labelled: true,
      className: "whitespace-nowrap",
      cell: ({ at }) => <RelativeTime value={at} />,
    },
  ];
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function Fields({ entry }: { entry: AuditEntry }) {
  const names = changedFields(shownFields(entry)).map(fieldName);
  if (names.length === 0) return <span className="text-ink-mute">—</span>;
  return <span className="break-words text-sm">{names.join(", ")}</span>;
}

const kinds = { person: undefined, key: "API key", operator: "operator", link: "mailed link" } as const;

function Who({ entry: { actorName, actorKind } }: { entry: AuditEntry }) {
  const kind = kinds[actorKind];
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <span className="break-words">{actorName}</span>
      {kind ? <Badge>{kind}</Badge> : null}
    </span>
  );
}
