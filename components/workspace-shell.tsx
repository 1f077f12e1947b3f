"use client";

import { FolderKanban, LogOut, Route, Settings } from "lucide-react";
import { useParams } from "next/navigation";
import type { ReactNode } from "react";
import { DashboardShell } from "@/components/dashboard-shell";
import type { ShellNavItem } from "@/components/dashboard-sidebar";
import { messageOf } from "@/components/form-problem";
import { MenuItem } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { signOut } from "@/lib/auth/contract";
import { call } from "@/lib/http/client";

export type WorkspaceShellProps = {
  teams: readonly { name: string; slug: string; isPersonal: boolean }[];
  /** Of the current team. */
  projects: readonly { name: string; slug: string }[];
  user: { name: string; email: string };
  children: ReactNode;
};

/** The dashboard's frame; what is current comes from the address, so it stays mounted between pages. */
export function WorkspaceShell({ teams, projects, user, children }: WorkspaceShellProps) {
  const toast = useToast();
  const { team = "", project } = useParams<{ team: string; project?: string }>();
  const known = projects.some(({ slug }) => slug === project);

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
      nav={known ? projectNav(`/${team}/${project}`) : teamNav(teams, team)}
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
      user={user}
      userActions={
        <MenuItem icon={<LogOut aria-hidden />} onClick={leave}>
          Sign out
        </MenuItem>
      }
    >
      {children}
    </DashboardShell>
  );
}

function teamNav(teams: WorkspaceShellProps["teams"], team: string): ShellNavItem[] {
  const href = teams.some(({ slug }) => slug === team) ? `/${team}` : "/";
  return [{ label: "Projects", href, icon: <FolderKanban aria-hidden /> }];
}

function projectNav(base: string): ShellNavItem[] {
  return [
    { label: "Mocks", href: `${base}/mocks`, icon: <Route aria-hidden /> },
    { label: "Settings", href: `${base}/settings`, icon: <Settings aria-hidden /> },
  ];
}
