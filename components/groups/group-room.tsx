"use client";

import { Flag as FlagIcon, UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { PageWithHistory } from "@/components/audit/history-tabs";
import { useEnvironments } from "@/components/flags/use-environments";
import { useOpenFlag } from "@/components/flags/use-open-flag";
import { CreateGroupFlag } from "@/components/groups/create-group-flag";
import { CreateRecord } from "@/components/groups/create-record";
import { GroupDot } from "@/components/groups/group-dot";
import type { GroupFlagPanelProps } from "@/components/groups/group-flag-panel";
import { GroupFlagsView } from "@/components/groups/group-flags-view";
import { groupHistory } from "@/components/groups/group-history";
import { GroupMenu } from "@/components/groups/group-menu";
import { type Group, groupFlagsList } from "@/components/groups/groups-list";
import { RecordsImport } from "@/components/groups/records-import";
import { RecordsView } from "@/components/groups/records-view";
import type { UseGroupFlagCardProps } from "@/components/groups/use-group-flag-card";
import { WhoGetsIt } from "@/components/groups/who-gets-it";
import { CopiedText } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { ImportButton } from "@/components/ui/import-room";
import { laterInView } from "@/components/ui/later";
import { laterPopup } from "@/components/ui/later-popup";
import { PageHeader } from "@/components/ui/page-header";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { useList } from "@/components/ui/use-list";
import { getGroup } from "@/lib/groups/contract";

const UseGroupFlagCard = laterInView<UseGroupFlagCardProps>(() =>
  import("@/components/groups/use-group-flag-card").then((file) => file.UseGroupFlagCard),
);
const GroupFlagPanel = laterPopup<GroupFlagPanelProps>("dialog", () =>
  import("@/components/groups/group-flag-panel").then((file) => file.GroupFlagPanel),
);

export type GroupRoomProps = {
  group: Group;
  /** Address of the list of groups. */
  groupsBase: string;
  appUrl: string;
  keysHref: string;
  /** How to do the same with curl, shown while there is nothing yet. */
  flagSteps: ReactNode;
  recordSteps: ReactNode;
};

/** The page of a group, kept up to date when others change it. */
export function GroupRoom({ group: given, groupsBase, ...steps }: GroupRoomProps) {
  const place = { projectId: given.projectId, groupId: given.id };
  const { data: group = given } = useAnswer(getGroup, place);
  const write = useWrite();
  const { id, name, description, color, key, prefix } = group;
  return (
    <>
      <PageHeader
        title={name}
        description={description}
        back={{ href: groupsBase, label: "Groups" }}
        actions={<GroupMenu group={group} base={groupsBase} place="page" />}
        meta={
          <>
            <span className="flex min-w-0 items-center gap-1.5">
              <GroupDot color={color} />
              <code className="break-all text-xs">{key}</code>
            </span>
            <span>
              Record IDs start with <code className="text-xs">{prefix}-</code>
            </span>
            <span className="flex min-w-0 items-center gap-1">
              ID <CopiedText text={id} what="group ID" />
            </span>
          </>
        }
      />
      <PageWithHistory label="Group" first="Flags and records" history={groupHistory(group, write)}>
        <Lists group={group} base={`${groupsBase}/${id}`} {...steps} />
      </PageWithHistory>
    </>
  );
}

type ListsProps = Omit<GroupRoomProps, "groupsBase"> & { base: string };

function Lists({ group, base, appUrl, keysHref, flagSteps, recordSteps }: ListsProps) {
  const flags = useList(groupFlagsList, { projectId: group.projectId, groupId: group.id });
  const environments = useEnvironments(group.projectId);
  const [subject, setSubject] = useState("");
  const { open, show, close } = useOpenFlag();
  return (
    <div className="flex flex-col gap-8">
      <Section title="Flags" action={<CreateGroupFlag group={group} label="New flag" />}>
        <GroupFlagsView
          group={group}
          list={flags}
          onOpen={show}
          empty={
            <EmptyState
              level={3}
              icon={<FlagIcon />}
              title="No flags in this group yet"
              text="A flag has one default for all records of the group. Rules turn it on by attributes such as a plan, and each record can have an override in each environment."
              action={<CreateGroupFlag group={group} label="Create its first flag" />}
            >
              {flagSteps}
            </EmptyState>
          }
        />
      </Section>
      <Records group={group} base={base} recordSteps={recordSteps} />
      {flags.rows.length > 0 ? (
        <WhoGetsIt
          group={group}
          flags={flags.rows}
          environments={environments}
          subject={subject}
          onSubject={setSubject}
        />
      ) : null}
      {flags.rows.length > 0 ? (
        <UseGroupFlagCard
          {...{ environments, appUrl, keysHref }}
          flags={flags.rows}
          subject={subject || "user-42"}
        />
      ) : null}
      <GroupFlagPanel
        group={group}
        open={open}
        rows={flags.rows}
        environments={environments}
        subject={subject}
        onSubject={setSubject}
        onClose={close}
      />
    </div>
  );
}

function Records({ group, base, recordSteps }: Pick<ListsProps, "group" | "base" | "recordSteps">) {
  const place = { group, base };
  return (
    <RecordsImport {...place}>
      <Section
        title="Records"
        action={
          <div className="flex items-center gap-2">
            <ImportButton isShort />
            <CreateRecord {...place} label="New record" />
          </div>
        }
      >
        <RecordsView
          {...place}
          empty={
            <EmptyState
              level={3}
              icon={<UserRound />}
              title="No records yet"
              text="A record is a tenant, user or device with stored attributes and overrides. Rules also work without records."
              action={
                <>
                  <CreateRecord {...place} label="Create its first record" />
                  <ImportButton />
                </>
              }
            >
              {recordSteps}
            </EmptyState>
          }
        />
      </Section>
    </RecordsImport>
  );
}

type SectionProps = { title: string; action: ReactNode; children: ReactNode };

function Section({ title, action, children }: SectionProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div className="flex min-h-8.5 items-center justify-between gap-4">
        <h2 className="font-semibold text-ink text-lg">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
