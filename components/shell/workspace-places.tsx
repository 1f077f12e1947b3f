import {
  Flag,
  FolderKanban,
  History,
  Inbox,
  KeyRound,
  LayoutDashboard,
  LogOut,
  Plus,
  Route,
  ScrollText,
  Settings,
  UserRound,
  Users,
} from "lucide-react";
import type { Command } from "@/components/shell/command-menu";
import type { ShellNavItem } from "@/components/shell/dashboard-sidebar";
import { setTheme } from "@/components/shell/theme";
import { themeChoices } from "@/components/shell/theme-switch";

/** Where the frame leads: its navigation, and what the palette adds to that. */

export const accountPage = "/-/account";

type CommandContext = {
  base: string | undefined;
  /** The slug of the team at the address, if it is one of the person's. */
  team: string | undefined;
  leave: () => void;
  createTeam: () => void;
};

/** What the palette offers besides the navigation. */
export function commandsFor({ base, team, leave, createTeam }: CommandContext): Command[] {
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
  const ofTeam: Command[] = team
    ? [
        {
          group: "Go to",
          label: "Members",
          href: `/${team}/-/members`,
          icon: <Users aria-hidden />,
          keywords: "people team invite roles",
        },
        {
          group: "Go to",
          label: "Team settings",
          href: `/${team}/-/settings`,
          icon: <Settings aria-hidden />,
          keywords: "rename slug leave delete team",
        },
      ]
    : [];
  return [
    ...inProject,
    // Outside of a project they are in the navigation, which the palette has, too.
    ...(base ? ofTeam : []),
    { group: "Create", label: "New team", action: createTeam, icon: plus },
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

export function teamNav(team: string | undefined): ShellNavItem[] {
  const projects = { label: "Projects", icon: <FolderKanban aria-hidden /> };
  if (!team) return [{ ...projects, href: "/" }];
  return [
    { ...projects, href: `/${team}` },
    { label: "Members", href: `/${team}/-/members`, icon: <Users aria-hidden /> },
    { label: "Audit trail", href: `/${team}/-/audit`, icon: <History aria-hidden /> },
    { label: "Team settings", href: `/${team}/-/settings`, icon: <Settings aria-hidden /> },
  ];
}

export function projectNav(base: string): ShellNavItem[] {
  return [
    { label: "Overview", href: base, icon: <LayoutDashboard aria-hidden />, isExact: true },
    { label: "Mocks", href: `${base}/mocks`, icon: <Route aria-hidden /> },
    { label: "Webhooks", href: `${base}/webhooks`, icon: <Inbox aria-hidden /> },
    { label: "Flags", href: `${base}/flags`, icon: <Flag aria-hidden /> },
    { label: "Releases", href: `${base}/releases`, icon: <ScrollText aria-hidden /> },
    { label: "API keys", href: `${base}/keys`, icon: <KeyRound aria-hidden /> },
    { label: "Audit trail", href: `${base}/audit`, icon: <History aria-hidden /> },
    { label: "Settings", href: `${base}/settings`, icon: <Settings aria-hidden /> },
  ];
}
