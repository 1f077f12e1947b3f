"use client";

import { useState } from "react";
import { ScopeBadges } from "@/components/keys/key-scope";
import type { MemberRow } from "@/components/teams/members-list";
import type { RoomTeam } from "@/components/teams/members-room";
import { Badge } from "@/components/ui/badge";
import { FormAlert } from "@/components/ui/callout";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmWindow } from "@/components/ui/confirm-window";
import { Field } from "@/components/ui/field";
import { messageOf } from "@/components/ui/form-problem";
import { useAnswer, useWrite } from "@/components/ui/queries";
import type { Control } from "@/components/ui/row-menu";
import { useToast } from "@/components/ui/toast";
import { listMemberKeys } from "@/lib/keys/contract";
import { removeMember } from "@/lib/teams/contract";

export type RemoveMemberProps = Control & { team: RoomTeam; member: MemberRow };

export function RemoveMember({ team, member, ...control }: RemoveMemberProps) {
  const write = useWrite();
  const toast = useToast();
  const [revokes, setRevokes] = useState(false);
  const { userId, name, email } = member;

  async function remove() {
    await write(removeMember, { teamId: team.id, userId, ...(revokes && { revokeKeys: true }) });
    toast.success(`${name} is no member any more`);
  }

  return (
    <ConfirmWindow
      title={`Remove “${name}” from the team?`}
      description={`${email} loses access to every project of ${team.name} at once, and so do the open invitations that they made.`}
      confirmLabel="Remove member"
      onConfirm={remove}
      {...control}
    >
      <MemberKeys teamId={team.id} member={member} revokes={revokes} onRevokes={setRevokes} />
    </ConfirmWindow>
  );
}

/** More keys than these are only counted. */
const shownMax = 20;

type MemberKeysProps = {
  teamId: string;
  member: MemberRow;
  revokes: boolean;
  onRevokes: (on: boolean) => void;
};

/** The active keys that the member created. */
function MemberKeys({ teamId, member: { userId, name }, revokes, onRevokes }: MemberKeysProps) {
  const asked = { teamId, userId, state: "active" as const, limit: shownMax + 1 };
  const { data: keys, error } = useAnswer(listMemberKeys, asked);
  if (error) return <FormAlert>{messageOf(error)}</FormAlert>;
  if (!keys) return <p className="text-ink-mute text-sm">Looking for their API keys…</p>;
  if (keys.length === 0)
    return <p className="text-ink-mute text-sm">They have no active API keys in this team.</p>;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-soft text-sm">
        {name} created these API keys and may have copies. Personal keys are revoked automatically. Project
        keys keep working unless you revoke them.
      </p>
      <ul
        aria-label="API keys"
        className="max-h-48 divide-y divide-line overflow-y-auto rounded-lg border border-line"
      >
        {keys.slice(0, shownMax).map(({ id, name: keyName, prefix, scopes, personal, project }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3 px-3 py-2 text-sm">
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <span className="min-w-0 break-words text-ink">{keyName}</span>
              <ScopeBadges scopes={scopes} personal={personal} />
              {personal ? <Badge>personal</Badge> : null}
            </span>
            <span className="min-w-0 break-words text-ink-mute text-xs">
              <code>{prefix}…</code> {project.name}
            </span>
          </li>
        ))}
      </ul>
      {keys.length > shownMax ? <p className="text-ink-mute text-xs">And more.</p> : null}
      <Field layout="row" label="Also revoke the project keys they created">
        <Checkbox checked={revokes} onCheckedChange={onRevokes} />
      </Field>
    </div>
  );
}
