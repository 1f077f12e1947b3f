"use client";

import { Dialog } from "@base-ui/react/dialog";
import { FolderKanban, Menu as MenuIcon, Search, Users, X } from "lucide-react";
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
import { Button } from "@/components/ui/button";
import { useCrumb } from "@/components/ui/crumb";
import { DialogBackdrop } from "@/components/ui/dialog";

export type DashboardShellProps = SidebarProps & {
  /** More entries of the palette; navigation, projects and teams are there already. */
  commands?: readonly Command[];
  /** Right end of the top bar. */
  topActions?: ReactNode;
  children: ReactNode;
};

export function DashboardShell({ commands, topActions, children, ...sidebar }: DashboardShellProps) {
  const pathname = usePathname() ?? "";
  const [searching, setSearching] = useState(false);
  const allCommands = useCommands(sidebar, commands);
  const thing = useCrumb();
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
          <Drawer {...sidebar} pathname={pathname} onSearch={() => setSearching(true)} />
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
      <CommandMenu commands={allCommands} open={searching} onOpenChange={setSearching} />
    </div>
  );
}

type DrawerProps = SidebarProps & { pathname: string; onSearch: () => void };

/** Remembers the page it was opened on, so that following a link closes it. */
function Drawer({ pathname, onSearch, ...sidebar }: DrawerProps) {
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  return (
    <Dialog.Root open={openedOn === pathname} onOpenChange={(open) => setOpenedOn(open ? pathname : null)}>
      <Dialog.Trigger
        render={<Button variant="ghost" size="icon" aria-label="Open navigation" className="lg:hidden" />}
      >
        <MenuIcon aria-hidden />
      </Dialog.Trigger>
      <Dialog.Portal>
        <DialogBackdrop />
        <Dialog.Popup
          aria-label="Navigation"
          className="fixed inset-y-0 left-0 z-40 w-[min(18.5rem,calc(100vw-3rem))] border-line border-r bg-canvas shadow-popup outline-none transition-transform duration-150 ease-out data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
        >
          <Sidebar
            {...sidebar}
            onSearch={() => {
              setOpenedOn(null);
              onSearch();
            }}
          />
          <Dialog.Close
            aria-label="Close navigation"
            render={<Button variant="ghost" size="icon" className="absolute top-3 right-2" />}
          >
            <X aria-hidden />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
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
