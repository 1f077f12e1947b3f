import {
  Flag,
  FolderKanban,
  History,
  Inbox,
  KeyRound,
  LayoutDashboard,
  Route,
  ScrollText,
  Settings,
  Users,
} from "lucide-react";
import type { ShellNavItem } from "@/components/shell/dashboard-sidebar";

/** Where the frame's navigation leads. */

export const accountPage = "/-/account";

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
