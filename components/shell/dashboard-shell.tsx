"use client";

import { FolderKanban, Menu as MenuIcon, Search, Users } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useMemo, useState } from "react";
import { Breadcrumbs, type Crumb } from "@/components/shell/breadcrumbs";
import { type Command, CommandMenu } from "@/components/shell/command-menu";
import {
  currentNavItem,
  type ShellNavItem,
  Sidebar,
  type SidebarProps,
} from "@/components/shell/dashboard-sidebar";
import type { NavigationDrawerProps } from "@/components/shell/navigation-drawer";
import type { ShortcutSheetProps } from "@/components/shell/shortcut-sheet";
import { useNewFromAddress } from "@/components/shell/use-new-from-address";
import { type Places, useShellShortcuts } from "@/components/shell/use-shell-shortcuts";
import { Button } from "@/components/ui/button";
import { useCrumb } from "@/components/ui/crumb";
import { laterPopup } from "@/components/ui/later-popup";
import { showShortcuts, useShortcutSheet } from "@/components/ui/shortcuts";

const NavigationDrawer = laterPopup<NavigationDrawerProps>("dialog", () =>
  import("@/components/shell/navigation-drawer").then((file) => file.NavigationDrawer),
);

const ShortcutSheet = laterPopup<ShortcutSheetProps>("dialog", () =>
  import("@/components/shell/shortcut-sheet").then((file) => file.ShortcutSheet),
);

export type DashboardShellProps = SidebarProps & {
  /** Where shortcuts lead. */
  places: Places;
  /** More entries of the palette; navigation, projects and teams are there already. */
  commands?: readonly Command[];
  /** The project whose things the palette finds. */
  projectId?: string | undefined;
  /** Right end of the top bar. */
  topActions?: ReactNode;
  children: ReactNode;
};

export function DashboardShell({
  places,
  commands,
  projectId,
  topActions,
  children,
  ...sidebar
}: DashboardShellProps) {
  const pathname = usePathname() ?? "";
  const [searching, setSearching] = useState(false);
  const allCommands = useCommands(sidebar, commands);
  const thing = useCrumb();
  useShellShortcuts(places, () => setSearching(true));
  useNewFromAddress();
  const trail = [...crumbsTo(sidebar, pathname), ...(thing ? [{ label: thing }] : [])];
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 flex h-10 -translate-y-16 items-center rounded-md bg-ink px-4 text-on-ink text-sm focus:translate-y-0"
      >
        Skip to content
      </a>
      <aside
        aria-label="Sidebar"
        className="sticky top-0 hidden h-dvh border-line border-r bg-sunken lg:block"
      >
        <Sidebar {...sidebar} onSearch={() => setSearching(true)} />
      </aside>
      <div className="flex min-w-0 flex-col">
        <header className="sticky top-0 z-30 flex h-13 items-center gap-1.5 border-line border-b bg-canvas px-2 sm:px-4 lg:h-12 lg:px-8">
          <NavigationDrawer
            {...sidebar}
            pathname={pathname}
            onSearch={() => setSearching(true)}
            trigger={
              <Button variant="ghost" size="icon" aria-label="Open navigation" className="lg:hidden">
                <MenuIcon aria-hidden />
              </Button>
            }
          />
          <Breadcrumbs crumbs={trail} className="flex-1 lg:-ml-1" />
          {topActions}
          <Button
            variant="ghost"
            size="icon"
            aria-label="Search"
            className="lg:hidden"
            onClick={() => setSearching(true)}
          >
            <Search aria-hidden />
          </Button>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 outline-none sm:px-6 lg:px-8 lg:py-8"
        >
          {children}
        </main>
      </div>
      <CommandMenu
        commands={allCommands}
        projectId={projectId}
        open={searching}
        onOpenChange={setSearching}
      />
      <ShortcutSheet open={useShortcutSheet()} onOpenChange={showShortcuts} />
    </div>
  );
}

/** Current team › current project › current page of `nav`. */
function crumbsTo({ teams, projects, nav, secondaryNav = [] }: SidebarProps, pathname: string): Crumb[] {
  const here = currentNavItem([...nav, ...secondaryNav], pathname);
  const trail = [teams.find((team) => team.current), projects.find((project) => project.current), here];
  return trail.filter((crumb) => crumb !== undefined).map(({ label, href }) => ({ label, href }));
}

function useCommands(sidebar: SidebarProps, extra: readonly Command[] | undefined): Command[] {
  const { nav, secondaryNav, teams, projects } = sidebar;
  return useMemo(() => {
    const page = ({ label, href, icon }: ShellNavItem): Command => ({ group: "Go to", label, href, icon });
    return [
      ...nav.map(page),
      ...(secondaryNav ?? []).map(page),
      ...(extra ?? []),
      ...projects.map(
        ({ label, href }): Command => ({
          group: "Projects",
          label,
          href,
          icon: <FolderKanban aria-hidden />,
          keywords: "project switch",
        }),
      ),
      ...teams.map(
        ({ label, href }): Command => ({
          group: "Teams",
          label,
          href,
          icon: <Users aria-hidden />,
          keywords: "team switch",
        }),
      ),
    ];
  }, [nav, secondaryNav, teams, projects, extra]);
}
