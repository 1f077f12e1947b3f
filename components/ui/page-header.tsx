import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Crumb } from "@/components/ui/crumb";
import { Link } from "@/components/ui/link";
import { TabNav, type TabNavItem } from "@/components/ui/tab-nav";

export type PageHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** The parent of a detail page. If given, the breadcrumbs end with the page's title. */
  back?: { href: string; label: string };
  /** Badges or facts in a line below the title. */
  meta?: ReactNode;
};

/** Holds the page's only h1. */
export function PageHeader({ title, description, actions, back, meta }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-col gap-2">
      {back && typeof title === "string" ? <Crumb label={title} /> : null}
      {back ? (
        <Link
          href={back.href}
          className="-ml-1 inline-flex h-7 w-fit max-w-full items-center gap-1.5 rounded-sm px-1 text-ink-mute text-sm hover:text-ink touch:h-10"
        >
          <ArrowLeft aria-hidden className="size-3.5 shrink-0" />
          <span className="truncate">{back.label}</span>
        </Link>
      ) : null}
      <div className="flex items-start justify-between gap-x-4">
        <h1 className="line-clamp-3 min-w-0 flex-1 break-words pt-0.5 font-semibold text-ink text-xl">
          {title}
        </h1>
        {actions ? (
          <div className="flex shrink-0 flex-wrap items-center justify-end gap-2">{actions}</div>
        ) : null}
      </div>
      {description ? <p className="-mt-1 max-w-[68ch] break-words text-ink-mute">{description}</p> : null}
      {meta ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-mute text-sm">{meta}</div>
      ) : null}
    </header>
  );
}

type TabbedHeaderProps = PageHeaderProps & { title: string; tabs: readonly TabNavItem[] };

/** The header of pages that are linked by tabs. */
export function TabbedHeader({ tabs, title, ...props }: TabbedHeaderProps) {
  return (
    <>
      <PageHeader title={title} {...props} />
      <TabNav label={title} items={tabs} />
    </>
  );
}
