"use client";

import { FolderKanban, Keyboard, LogOut, UserRound } from "lucide-react";
import { useParams } from "next/navigation";
import { type ReactNode, useState } from "react";
import { SignInAgain } from "@/components/account/sign-in-again";
import { DashboardShell } from "@/components/shell/dashboard-shell";
import { HelpMenu } from "@/components/shell/help-menu";
import { LostTeam, useLostTeam } from "@/components/shell/lost-team";
import { OfferUndo } from "@/components/shell/offer-undo";
import { myTeams, projectAt, recentProjects, teamAt } from "@/components/shell/shell-queries";
import { CreateTeam, TeamActions } from "@/components/shell/team-actions";
import { commandsFor } from "@/components/shell/workspace-commands";
import { accountPage, projectNav, teamNav } from "@/components/shell/workspace-places";
import { messageOf } from "@/components/ui/form-problem";
import { MenuItem } from "@/components/ui/menu";
import { useAnswer } from "@/components/ui/queries";
import { showShortcuts } from "@/components/ui/shortcuts";
import { useToast } from "@/components/ui/toast";
import { signOut } from "@/lib/auth/contract";
import { call } from "@/lib/operations/client";
import { listProjects } from "@/lib/projects/contract";
import { listTeams } from "@/lib/teams/contract";

export type WorkspaceShellProps = {
  user: { name: string; email: string };
  children: ReactNode;
};

/** The dashboard's frame; what is current comes from the address, so it stays mounted between pages. */
export function WorkspaceShell({ user, children }: WorkspaceShellProps) {
  const toast = useToast();
  const { team = "", project } = useParams<{ team: string; project?: string }>() ?? {};
  const here = useWorkspace(team, project);
  const { teams, projects } = here;
  const base = here.project && `/${team}/${here.project.slug}`;
  const places = { base, team: here.team && team };
  const lost = useLostTeam(team, here.team);
  const [creating, setCreating] = useState(false);

  async function leave() {
    try {
      await call(signOut, {});
      window.location.assign("/sign-in");
    } catch (error) {
      toast.error("You are still signed in", { description: messageOf(error) });
    }
  }

  return (
    <DashboardShell
      places={places}
      nav={base ? projectNav(base) : teamNav(places.team)}
      teams={teams.map(({ name, slug, isPersonal }) => ({
        label: name,
        href: `/${slug}`,
        current: slug === team,
        ...(isPersonal && { detail: "personal" }),
      }))}
      teamActions={<TeamActions slug={here.team && team} onCreate={() => setCreating(true)} />}
      projects={projects.map(({ name, slug }) => ({
        label: name,
        href: `/${team}/${slug}`,
        current: slug === project,
      }))}
      projectActions={
        projects.length > 0 ? (
          <MenuItem icon={<FolderKanban aria-hidden />} href={`/${team}`}>
            All projects
          </MenuItem>
        ) : undefined
      }
      commands={commandsFor({ ...places, leave, createTeam: () => setCreating(true) })}
      projectId={here.project?.id}
      topActions={<HelpMenu />}
      user={user}
      userActions={
        <>
          <MenuItem icon={<UserRound aria-hidden />} href={accountPage}>
            Your account
          </MenuItem>
          <MenuItem icon={<Keyboard aria-hidden />} detail="?" onClick={() => showShortcuts(true)}>
            Keyboard shortcuts
          </MenuItem>
          <MenuItem icon={<LogOut aria-hidden />} onClick={leave}>
            Sign out
          </MenuItem>
        </>
      }
    >
      {lost ? <LostTeam name={lost.name} /> : children}
      <CreateTeam open={creating} onOpenChange={setCreating} />
      {here.project?.id && !lost ? <OfferUndo projectId={here.project.id} /> : null}
      <SignInAgain email={user.email} />
    </DashboardShell>
  );
}

type Named = { id?: string; name: string; slug: string };

/** The team and the project of the address, and those that can be switched to. */
function useWorkspace(teamSlug: string, projectSlug: string | undefined) {
  const once = { watch: false };
  const team = useAnswer(listTeams, teamAt(teamSlug), once).data?.[0];
  const teams = useAnswer(listTeams, myTeams, once).data ?? [];
  const teamId = team?.id ?? "";
  const inTeam = { ...once, enabled: team !== undefined };
  const projects = useAnswer(listProjects, recentProjects(teamId), inTeam).data ?? [];
  const { data: found } = useAnswer(listProjects, projectAt(teamId, projectSlug ?? ""), {
    ...once,
    enabled: team !== undefined && projectSlug !== undefined,
  });
  // Until the answer arrives, trust the address.
  const project: Named | undefined =
    team && projectSlug ? (found ? found[0] : { name: projectSlug, slug: projectSlug }) : undefined;
  return { team, teams: including(teams, team), project, projects: including(projects, project) };
}

const including = <T extends Named>(list: readonly T[], one: T | undefined): readonly T[] =>
  one && !list.some(({ slug }) => slug === one.slug) ? [one, ...list] : list;
