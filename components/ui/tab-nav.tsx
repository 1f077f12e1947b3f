"use client";

import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";

export type TabNavItem = { href: string; label: string };

/** Links that look like tabs: each is a page, the current one has `aria-current`. */
export function TabNav({ items, label }: { items: readonly TabNavItem[]; label: string }) {
  const pathname = usePathname();
  return (
    <nav aria-label={label} className={cn(tabListLook, "-mt-2 mb-5")}>
      {items.map((item) => {
        const current = pathname === item.href;
        return (
          <Link
            key={item.href}
            href={item.href}
            aria-current={current ? "page" : undefined}
            className={cn(
              tabLook,
              "border-transparent border-b-2",
              current && "border-accent font-medium text-ink",
            )}
          >
            {item.label}
          </Link>
        );
      })}
    </nav>
  );
}

export const tabListLook = "relative flex gap-5 overflow-x-auto border-line border-b [scrollbar-width:none]";

export const tabLook =
  "flex h-9 shrink-0 select-none items-center gap-1.5 whitespace-nowrap rounded-sm text-ink-mute text-sm transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2 data-active:font-medium data-active:text-ink data-disabled:opacity-55 touch:h-11";
