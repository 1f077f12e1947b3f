"use client";

import { ChevronsUpDown, FolderKanban, Search } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useSyncExternalStore } from "react";
import { Brand } from "@/components/shell/brand";
import { setTheme } from "@/components/shell/theme";
import { themeChoices, useTheme } from "@/components/shell/theme-switch";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import { Link } from "@/components/ui/link";
import { Menu, MenuGroup, MenuItem, MenuSeparator } from "@/components/ui/menu";

export type ShellNavItem = {
  label: string;
  href: string;
  icon: ReactNode;
  /** Only its own address is its page, none below. */
  isExact?: boolean;
};
export type ShellSwitchItem = { label: string; href: string; current?: boolean; detail?: string };
export type ShellUser = { name: string; email: string };

export type SidebarProps = {
  nav: readonly ShellNavItem[];
  /** Links below the project's own: team pages, documentation. */
  secondaryNav?: readonly ShellNavItem[];
  teams: readonly ShellSwitchItem[];
  projects: readonly ShellSwitchItem[];
  /** MenuItems at the end of each switcher, such as "New team". */
  teamActions?: ReactNode;
  projectActions?: ReactNode;
  user: ShellUser;
  /** MenuItems of the account menu: settings, sign out. */
  userActions?: ReactNode;
  homeHref?: string;
};

export function Sidebar({ onSearch, ...props }: SidebarProps & { onSearch: () => void }) {
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 p-3">
      <Link
        href={props.homeHref ?? "/"}
        aria-label="Fieldkit, home"
        className="flex h-9 w-fit items-center rounded-sm px-2 touch:h-10"
      >
        <Brand />
      </Link>
      <div className="flex flex-col gap-1">
        <Switcher kind="team" items={props.teams} actions={props.teamActions} />
        {props.projects.length > 0 || props.projectActions ? (
          <Switcher kind="project" items={props.projects} actions={props.projectActions} />
        ) : null}
      </div>
      <button
        type="button"
        onClick={onSearch}
        className="flex h-8.5 shrink-0 items-center gap-2 rounded-md border border-line bg-surface pr-1.5 pl-2 text-ink-mute text-sm hover:border-edge hover:text-ink touch:h-10"
      >
        <Search aria-hidden className="size-4" />
        <span className="flex-1 text-left">Search</span>
        <ShortcutHint />
      </button>
      <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1">
        <NavList label="Main" items={props.nav} />
        {props.secondaryNav?.length ? (
          <div className="mt-3 border-line border-t pt-3">
            <NavList label="More" items={props.secondaryNav} />
          </div>
        ) : null}
      </div>
      <div className="border-line border-t pt-3">
        <Account user={props.user} actions={props.userActions} />
      </div>
    </div>
  );
}

/** The item whose address is the longest prefix of the current one. */
export function currentNavItem(items: readonly ShellNavItem[], pathname: string): ShellNavItem | undefined {
  return items
    .filter(({ href, isExact }) => pathname === href || (!isExact && pathname.startsWith(`${href}/`)))
    .sort((a, b) => b.href.length - a.href.length)[0];
}

function NavList({ label, items }: { label: string; items: readonly ShellNavItem[] }) {
  const current = currentNavItem(items, usePathname() ?? "");
  return (
    <nav aria-label={label}>
      <ul className="flex flex-col gap-px">
        {items.map((item) => (
          <li key={item.href}>
            <Link
              href={item.href}
              aria-current={item === current ? "page" : undefined}
              className={cn(
                "relative flex h-8 items-center gap-2.5 rounded-md px-2 text-ink-soft text-sm transition-colors duration-75 hover:bg-hover hover:text-ink touch:h-10 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-mute",
                item === current &&
                  "bg-hover font-medium text-ink before:absolute before:inset-y-1.5 before:-left-1 before:w-0.5 before:rounded-full before:bg-accent [&_svg]:text-accent-ink",
              )}
            >
              {item.icon}
              <span className="truncate">{item.label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type SwitcherProps = { kind: "team" | "project"; items: readonly ShellSwitchItem[]; actions: ReactNode };

function Switcher({ kind, items, actions }: SwitcherProps) {
  const current = items.find((item) => item.current);
  const trigger = (
    <button
      type="button"
      aria-label={
        current
          ? `${kind === "team" ? "Team" : "Project"}: ${current.label}. Switch ${kind}`
          : `Choose a ${kind}`
      }
      className="flex h-8.5 w-full items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-hover data-popup-open:bg-hover touch:h-10"
    >
      {current ? (
        <Initial text={current.label} round={false} muted={kind === "project"} />
      ) : (
        <FolderKanban aria-hidden className="mx-0.5 size-4 shrink-0 text-ink-mute" />
      )}
      <span
        className={cn("min-w-0 flex-1 truncate", kind === "team" ? "font-medium text-ink" : "text-ink-soft")}
      >
        {current?.label ?? `Choose a ${kind}`}
      </span>
      <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-mute" />
    </button>
  );
  return (
    <Menu trigger={trigger} align="start" className="w-60">
      <MenuGroup label={kind === "team" ? "Teams" : "Projects"}>
        {items.map((item) => (
          <MenuItem key={item.href} href={item.href} current={item.current ?? false} detail={item.detail}>
            {item.label}
          </MenuItem>
        ))}
      </MenuGroup>
      {actions ? (
        <>
          <MenuSeparator />
          {actions}
        </>
      ) : null}
    </Menu>
  );
}

function Account({ user, actions }: { user: ShellUser; actions: ReactNode }) {
  const current = useTheme();
  const trigger = (
    <button
      type="button"
      aria-label={`Account of ${user.name}`}
      className="flex h-10 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover data-popup-open:bg-hover"
    >
      <Initial text={user.name || user.email} round />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-ink text-sm leading-4">{user.name}</span>
        <span className="block truncate text-ink-mute text-xs leading-4">{user.email}</span>
      </span>
    </button>
  );
  return (
    <Menu trigger={trigger} align="start" side="top" className="w-60">
      <MenuGroup label="Appearance">
        {themeChoices.map(({ theme, label, icon: Icon }) => (
          <MenuItem
            key={theme}
            icon={<Icon aria-hidden />}
            current={theme === current}
            onClick={() => setTheme(theme)}
          >
            {label}
          </MenuItem>
        ))}
      </MenuGroup>
      {actions ? (
        <>
          <MenuSeparator />
          <MenuGroup label={user.email}>{actions}</MenuGroup>
        </>
      ) : null}
    </Menu>
  );
}

function Initial({ text, round, muted }: { text: string; round: boolean; muted?: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-5 shrink-0 place-items-center font-medium font-mono text-2xs uppercase",
        round ? "size-6 rounded-full bg-ink text-on-ink" : "rounded-sm",
        !round && (muted ? "border border-line bg-surface text-ink-mute" : "bg-ink text-on-ink"),
      )}
    >
      {[...text][0]}
    </span>
  );
}

/** ⌘ on Apple machines. The server cannot know the platform, so it renders Ctrl. */
function ShortcutHint() {
  const apple = useSyncExternalStore(
    () => () => undefined,
    () => /Mac|iPhone|iPad/.test(navigator.platform),
    () => false,
  );
  return <Kbd className="max-lg:hidden">{apple ? "⌘K" : "Ctrl K"}</Kbd>;
}
