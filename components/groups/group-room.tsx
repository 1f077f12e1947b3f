"use client";

import { Flag as FlagIcon, UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { byName, type Environment } from "@/components/flags/flag-rows";
import { useOpenFlag } from "@/components/flags/use-open-flag";
import { CreateGroupFlag } from "@/components/groups/create-group-flag";
import { CreateRecord } from "@/components/groups/create-record";
import { GroupFlagPanel } from "@/components/groups/group-flag-panel";
import { GroupFlagsTable } from "@/components/groups/group-flags-table";
import type { Group, GroupFlag } from "@/components/groups/group-types";
import type { RecordName } from "@/components/groups/record-rows";
import { RecordsTable } from "@/components/groups/records-table";
import { useDefaultSwitch } from "@/components/groups/use-default-switch";
import { WhoGetsIt } from "@/components/groups/who-gets-it";
import { EmptyState } from "@/components/ui/empty-state";

export type GroupRoomProps = {
  group: Group;
  flags: readonly GroupFlag[];
  records: readonly RecordName[];
  environments: readonly Environment[];
  /** Address of the group's page. */
  base: string;
  /** The same by hand, where there is nothing yet. */
  flagSteps: ReactNode;
  recordSteps: ReactNode;
};

export function GroupRoom({ group, flags, records, environments, base, ...steps }: GroupRoomProps) {
  const [subject, setSubject] = useState("");
  const open = useOpenFlag();
  const defaultSwitch = useDefaultSwitch(group, environments);
  const sorted = defaultSwitch.asChosen(flags).sort(byName);
  return (
    <div className="flex flex-col gap-8">
      <Section
        title="Flags"
        action={flags.length > 0 ? <CreateGroupFlag group={group} label="New flag" /> : null}
      >
        {flags.length > 0 ? (
          <GroupFlagsTable group={group} flags={sorted} defaultSwitch={defaultSwitch} onOpen={open.open} />
        ) : (
          <EmptyState
            level={3}
            icon={<FlagIcon />}
            title="No flags in this group yet"
            text="A flag has one default for all records of the group; each record can differ, in each environment."
            action={<CreateGroupFlag group={group} label="Create its first flag" />}
          >
            {steps.flagSteps}
          </EmptyState>
        )}
      </Section>
      <Section
        title="Records"
        action={records.length > 0 ? <CreateRecord group={group} base={base} label="New record" /> : null}
      >
        {records.length > 0 ? (
          <RecordsTable group={group} records={records} base={base} />
        ) : (
          <EmptyState
            level={3}
            icon={<UserRound />}
            title="No records yet"
            text="A record is one tenant, user or device. Programs ask for its flags by its id."
            action={<CreateRecord group={group} base={base} label="Create its first record" />}
          >
            {steps.recordSteps}
          </EmptyState>
        )}
      </Section>
      {flags.length > 0 ? (
        <WhoGetsIt
          group={group}
          flags={sorted}
          records={records}
          environments={environments}
          subject={subject}
          onSubject={setSubject}
        />
      ) : null}
      <GroupFlagPanel
        group={group}
        flag={sorted.find(({ key }) => key === open.key)}
        environments={environments}
        subject={subject}
        onSubject={setSubject}
        onClose={open.close}
      />
    </div>
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
