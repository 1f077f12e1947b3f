import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

export type PageHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** The way up from a detail page. */
  back?: { href: string; label: string };
  /** Badges or facts in a line below the title. */
  meta?: ReactNode;
};

/** Holds the page's only h1. */
export function PageHeader({ title, description, actions, back, meta }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-col gap-2">
      {back ? (
        <Link
          href={back.href}
          className="-ml-1 inline-flex h-7 w-fit items-center gap-1.5 rounded-sm px-1 text-ink-mute text-sm hover:text-ink touch:h-10"
        >
          <ArrowLeft aria-hidden className="size-3.5" />
          {back.label}
        </Link>
      ) : null}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="break-words font-semibold text-ink text-xl">{title}</h1>
          {description ? <p className="mt-1 max-w-[68ch] text-ink-mute">{description}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
      {meta ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-mute text-sm">{meta}</div>
      ) : null}
    </header>
  );
}
