"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { tabListLook, tabLook } from "@/components/ui/tabs";

export type TabNavItem = { href: string; label: ReactNode };

/** Links that look like tabs: each is a page, the current one has `aria-current`. */
export function TabNav({
  items,
  label,
  className,
}: {
  items: readonly TabNavItem[];
  label: string;
  className?: string;
}) {
  const pathname = usePathname();
  return (
    <nav aria-label={label} className={cn(tabListLook, className)}>
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
