import { ChevronRight } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";

export type Crumb = { label: string; href?: string | undefined };

/** The last crumb is the current page. On narrow screens only the last two are shown. */
export function Breadcrumbs({ crumbs, className }: { crumbs: readonly Crumb[]; className?: string }) {
  return (
    <nav aria-label="Breadcrumb" className={cn("min-w-0", className)}>
      <ol className="flex min-w-0 items-center gap-1 text-sm">
        {crumbs.map((crumb, index) => (
          <li
            key={`${crumb.label}-${crumb.href ?? ""}`}
            className={cn(
              "flex items-center gap-1",
              // If space is short, the earlier crumbs shrink before the last one.
              index === crumbs.length - 1 ? "min-w-0" : "min-w-12 shrink-9999",
              index < crumbs.length - 2 && "max-sm:hidden",
            )}
          >
            {index > 0 ? (
              <ChevronRight
                aria-hidden
                className={cn(
                  "size-3.5 shrink-0 text-ink-mute",
                  index === crumbs.length - 2 && "max-sm:hidden",
                )}
              />
            ) : null}
            <CrumbText crumb={crumb} last={index === crumbs.length - 1} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function CrumbText({ crumb, last }: { crumb: Crumb; last: boolean }) {
  const look = "block truncate rounded-sm px-1 touch:py-2.5";
  if (last || !crumb.href) {
    return (
      <span
        aria-current={last ? "page" : undefined}
        className={cn(look, last ? "font-medium text-ink" : "text-ink-mute")}
      >
        {crumb.label}
      </span>
    );
  }
  return (
    <Link href={crumb.href} className={cn(look, "text-ink-mute hover:text-ink")}>
      {crumb.label}
    </Link>
  );
}
