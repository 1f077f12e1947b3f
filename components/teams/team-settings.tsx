"use client";

import type { ReactNode } from "react";
import type { z } from "zod";
import { recentProjects } from "@/components/shell/shell-queries";
import { LeaveTeam } from "@/components/teams/leave-team";
import { useWhyStays } from "@/components/teams/why-stays";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDelete } from "@/components/ui/confirm-dialog";
import { FormNews } from "@/components/ui/form-end";
import { FormFrame } from "@/components/ui/form-frame";
import { FormText } from "@/components/ui/form-text";
import { Link } from "@/components/ui/link";
import { useNavigate } from "@/components/ui/navigation";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { call } from "@/lib/operations/client";
import type { Output } from "@/lib/operations/operation";
import { listProjects } from "@/lib/projects/contract";
import { createTeam, deleteTeam, getTeam, updateTeam } from "@/lib/teams/contract";

type Team = Output<typeof getTeam>;
export type TeamSettingsProps = { team: Team; userId: string };

export function TeamSettings({ team, userId }: TeamSettingsProps) {
  const readOnly = team.role !== "admin";
  return (
    <>
      <TeamGeneral team={team} readOnly={readOnly} />
      <Leave team={team} userId={userId} />
      {readOnly ? null : <DeleteTeam team={team} />}
    </>
  );
}

/** Also for guests of a personal team, whose owner alone stays. */
function Leave({ team, userId }: TeamSettingsProps) {
  const { isOwner, reasonOf } = useWhyStays(team.id);
  const reason = reasonOf(userId);
  const reasonId = "why-to-stay";
  if (isOwner(userId)) return null;
  return (
    <Card
      title="Leave team"
      description={<span id={reasonId}>{reason ?? "You lose access to its projects."}</span>}
      flush
      actions={
        reason ? (
          <Button variant="danger-outline" disabled aria-describedby={reasonId}>
            Leave team
          </Button>
        ) : (
          <LeaveTeam
            team={team}
            userId={userId}
            trigger={<Button variant="danger-outline">Leave team</Button>}
          />
        )
      }
    />
  );
}

const General = createTeam.body;
type General = z.input<typeof General>;

function TeamGeneral({ team, readOnly }: { team: Team; readOnly: boolean }) {
  const write = useWrite();
  const navigate = useNavigate();
  const general = useFormFrame<General, Team>({
    rules: General,
    edited: {
      row: team,
      read: { op: getTeam, input: { teamId: team.id } },
      values: ({ name, slug }) => ({ name, slug }),
      fields: { name: "Name", slug: "Slug" },
      what: "team",
    },
    send: (_, { changed, ifMatch }) =>
      write(updateTeam, { teamId: team.id, ...changed((values) => values) }, { ifMatch }),
    titled: true,
    says: () => "Team saved",
    done({ slug }) {
      if (slug !== team.slug) navigate(`/${slug}/-/settings`, { replace: true, unasked: true });
    },
  });
  return (
    <FormFrame of={general} aria-label="General">
      <Card
        title="General"
        footer={
          readOnly ? undefined : (
            <>
              <span>Hosts of mocks and inboxes stay as they are.</span>
              <Button type="submit" variant="primary" loading={general.sending} disabled={!general.unsaved}>
                Save
              </Button>
            </>
          )
        }
      >
        <div className="flex flex-col gap-4">
          <FormText name="name" label="Name" autoComplete="off" readOnly={readOnly} />
          <FormText
            name="slug"
            label="Slug"
            mono
            readOnly={readOnly}
            hint="Part of the addresses of this dashboard and of public changelogs. Links with the old one break."
          />
          <FormNews of={general} />
        </div>
      </Card>
    </FormFrame>
  );
}

/** Why the team can't be deleted now. */
function whyUndeletable(team: Team, projects: number | undefined): ReactNode {
  if (team.isPersonal) return "A personal team cannot be deleted. It belongs to your account.";
  if (projects === undefined) return "Looking for its projects…";
  if (projects === 0) return undefined;
  return (
    <>
      The team still has{" "}
      <Link href={`/${team.slug}`} className="text-accent-ink underline">
        projects
      </Link>
      . Delete them or move them to another team first.
    </>
  );
}

function DeleteTeam({ team }: { team: Team }) {
  const { data: projects } = useAnswer(listProjects, recentProjects(team.id));
  const reason = whyUndeletable(team, projects?.length);
  const reasonId = "why-the-team-stays";
  async function remove() {
    // Nothing on this page may be read again, because nothing of the team can.
    await call(deleteTeam, { teamId: team.id });
    window.location.assign("/");
  }
  return (
    <Card
      title="Delete team"
      description={
        <span id={reasonId}>
          {reason ?? "Its members, invitations and audit trail go with it, for good."}
        </span>
      }
      flush
      actions={
        reason ? (
          <Button variant="danger-outline" disabled aria-describedby={reasonId}>
            Delete team
          </Button>
        ) : (
          <ConfirmDelete
            what="team"
            name={team.name}
            typed={team.name}
            consequence="Its members, invitations and audit trail go with it. This cannot be undone."
            onDelete={remove}
            trigger={<Button variant="danger-outline">Delete team</Button>}
          />
        )
      }
    />
  );
}
