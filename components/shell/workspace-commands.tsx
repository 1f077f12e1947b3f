import {
  BookOpen,
  Flag,
  FolderKanban,
  History,
  Keyboard,
  LogOut,
  type LucideIcon,
  Plus,
  Settings,
  UserRound,
  Users,
} from "lucide-react";
import type { Command } from "@/components/shell/command-menu";
import { setTheme } from "@/components/shell/theme";
import { themeChoices } from "@/components/shell/theme-switch";
import { andNew } from "@/components/shell/use-new-from-address";
import type { Places } from "@/components/shell/use-shell-shortcuts";
import { accountPage } from "@/components/shell/workspace-places";
import { showShortcuts } from "@/components/ui/shortcuts";

type CommandContext = Places & { leave: () => void; createTeam: () => void };

/** What the palette offers besides the navigation. */
export function commandsFor({ base, team, leave, createTeam }: CommandContext): Command[] {
  return [
    ...(base && team ? ofProject(base, team) : []),
    ...(team ? ofTeam(team) : []),
    // Outside of a project they are in the navigation, which the palette has, too.
    ...(base && team ? pagesOfTeam(team) : []),
    { group: "Create", label: "New team", action: createTeam, icon: <Plus aria-hidden /> },
    ...themeChoices.map(({ theme, label, icon }) =>
      setting(label, icon, "appearance colours", { action: () => setTheme(theme) }),
    ),
    setting("Your account", UserRound, "profile password sessions two-factor passkeys delete", {
      href: accountPage,
    }),
    setting("Keyboard shortcuts", Keyboard, "keys hotkeys help", { action: () => showShortcuts(true) }),
    setting("Documentation", BookOpen, "help docs guide manual", { action: openDocs }),
    setting("Sign out", LogOut, "log out", { action: leave }),
  ];
}

const openDocs = () => void window.open("/docs/index.html", "_blank", "noreferrer");

function ofProject(base: string, team: string): Command[] {
  return [
    goTo("All projects", FolderKanban, `/${team}`),
    create("New mock", `${base}/mocks/new`),
    create("New inbox", `${base}/webhooks/new`, "webhook"),
    create("New flag", `${base}/flags${andNew}`, "switch toggle"),
    create("New release", `${base}/releases/new`, "notes changelog generate"),
    create("New key", `${base}/keys${andNew}`, "api token secret"),
    goTo("Flag groups", Flag, `${base}/flags/groups`, "records overrides"),
    goTo("Segments", Flag, `${base}/flags/segments`),
    goTo("Environments", Flag, `${base}/flags/environments`),
    goTo("Compare environments", Flag, `${base}/flags/compare`, "promote differences diff"),
    goTo("Stale flags", Flag, `${base}/flags/stale`, "unused dead old evaluated"),
  ];
}

const ofTeam = (team: string): Command[] => [
  create("New project", `/${team}${andNew}`),
  create("Invite somebody", `/${team}/-/members${andNew}`, "new member person people team"),
];

const pagesOfTeam = (team: string): Command[] => [
  goTo("Members", Users, `/${team}/-/members`, "people team roles"),
  goTo("Audit trail of the team", History, `/${team}/-/audit`, "changes log"),
  goTo("Team settings", Settings, `/${team}/-/settings`, "rename slug leave delete team"),
];

const create = (label: string, href: string, keywords = ""): Command => ({
  group: "Create",
  label,
  href,
  keywords,
  icon: <Plus aria-hidden />,
});

const goTo = (label: string, Icon: LucideIcon, href: string, keywords = ""): Command => ({
  group: "Go to",
  label,
  href,
  keywords,
  icon: <Icon aria-hidden />,
});

type Deed = { href: string; action?: undefined } | { action: () => void; href?: undefined };

const setting = (label: string, Icon: LucideIcon, keywords: string, deed: Deed): Command => ({
  group: "Settings",
  label,
  keywords,
  icon: <Icon aria-hidden />,
  ...deed,
});
