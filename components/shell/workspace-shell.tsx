"use client";

import {
  Flag,
  FolderKanban,
  History,
  Inbox,
  KeyRound,
  LogOut,
  Plus,
  Route,
  ScrollText,
  Settings,
  UserRound,
} from "lucide-react";
import { useParams } from "next/navigation";
import type { ReactNode } from "react";
import { SignInAgain } from "@/components/account/sign-in-again";
import type { Command } from "@/components/shell/command-menu";
import { DashboardShell } from "@/components/shell/dashboard-shell";
import type { ShellNavItem } from "@/components/shell/dashboard-sidebar";
import { OfferUndo } from "@/components/shell/offer-undo";
import { myTeams, projectAt, recentProjects, teamAt } from "@/components/shell/shell-queries";
import { setTheme } from "@/components/shell/theme";
import { themeChoices } from "@/components/shell/theme-switch";
import { messageOf } from "@/components/ui/form-problem";
import { MenuItem } from "@/components/ui/menu";
import { useAnswer } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { signOut } from "@/lib/auth/contract";
import { call } from "@/lib/operations/client";
import { listProjects } from "@/lib/projects/contract";
import { listTeams } from "@/lib/teams/contract";

const accountPage = "/-/account";

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
      nav={base ? projectNav(base) : teamNav(here.team && `/${team}`)}
      teams={teams.map(({ name, slug, isPersonal }) => ({
        label: name,
        href: `/${slug}`,
        current: slug === team,
        ...(isPersonal && { detail: "personal" }),
      }))}
      projects={projects.map(({ name, slug }) => ({
        label: name,
        href: `/${team}/${slug}/mocks`,
        current: slug === project,
      }))}
      projectActions={
        projects.length > 0 ? (
          <MenuItem icon={<FolderKanban aria-hidden />} href={`/${team}`}>
            All projects
          </MenuItem>
        ) : undefined
      }
      commands={commandsFor({ base, team, leave })}
      projectId={here.project?.id}
      user={user}
      userActions={
        <>
          <MenuItem icon={<UserRound aria-hidden />} href={accountPage}>
            Your account
          </MenuItem>
          <MenuItem icon={<LogOut aria-hidden />} onClick={leave}>
            Sign out
          </MenuItem>
        </>
      }
    >
      {children}
      {here.project?.id ? <OfferUndo projectId={here.project.id} /> : null}
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

type CommandContext = { base: string | undefined; team: string; leave: () => void };

function commandsFor({ base, team, leave }: CommandContext): Command[] {
  const plus = <Plus aria-hidden />;
  const flag = <Flag aria-hidden />;
  const inProject: Command[] = base
    ? [
        { group: "Go to", label: "All projects", href: `/${team}`, icon: <FolderKanban aria-hidden /> },
        { group: "Create", label: "New mock", href: `${base}/mocks/new`, icon: plus },
        {
          group: "Create",
          label: "New inbox",
          href: `${base}/webhooks/new`,
          icon: plus,
          keywords: "webhook",
        },
        {
          group: "Create",
          label: "New release",
          href: `${base}/releases/new`,
          icon: plus,
          keywords: "notes changelog generate",
        },
        {
          group: "Go to",
          label: "Flag groups",
          href: `${base}/flags/groups`,
          icon: flag,
          keywords: "records overrides",
        },
        { group: "Go to", label: "Environments", href: `${base}/flags/environments`, icon: flag },
      ]
    : [];
  return [
    ...inProject,
    ...themeChoices.map(
      ({ theme, label, icon: Icon }): Command => ({
        group: "Settings",
        label,
        icon: <Icon aria-hidden />,
        keywords: "appearance colours",
        action: () => setTheme(theme),
      }),
    ),
    {
      group: "Settings",
      label: "Your account",
      href: accountPage,
      icon: <UserRound aria-hidden />,
      keywords: "profile password sessions two-factor passkeys delete",
    },
    {
      group: "Settings",
      label: "Sign out",
      icon: <LogOut aria-hidden />,
      keywords: "log out",
      action: leave,
    },
  ];
}

function teamNav(href = "/"): ShellNavItem[] {
  const projects = { label: "Projects", href, icon: <FolderKanban aria-hidden /> };
  if (href === "/") return [projects];
  return [projects, { label: "Audit trail", href: `${href}/-/audit`, icon: <History aria-hidden /> }];
}

function projectNav(base: string): ShellNavItem[] {
  return [
    { label: "Mocks", href: `${base}/mocks`, icon: <Route aria-hidden /> },
    { label: "Webhooks", href: `${base}/webhooks`, icon: <Inbox aria-hidden /> },
    { label: "Flags", href: `${base}/flags`, icon: <Flag aria-hidden /> },
    { label: "Releases", href: `${base}/releases`, icon: <ScrollText aria-hidden /> },
    { label: "API keys", href: `${base}/keys`, icon: <KeyRound aria-hidden /> },
    { label: "Audit trail", href: `${base}/audit`, icon: <History aria-hidden /> },
    { label: "Settings", href: `${base}/settings`, icon: <Settings aria-hidden /> },
  ];
}
