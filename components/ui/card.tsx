import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

export type CardProps = {
  title?: ReactNode;
  description?: ReactNode;
  /** Right of the title. */
  actions?: ReactNode;
  /** A strip below the content: a hint on the left, a button on the right. */
  footer?: ReactNode;
  /** Without padding around the children, for tables and lists. */
  flush?: boolean;
  className?: string;
  children?: ReactNode;
};

export function Card({ title, description, actions, footer, flush, className, children }: CardProps) {
  return (
    <section className={cn("min-w-0 overflow-hidden rounded-lg border border-line bg-surface", className)}>
      {title || actions ? (
        <header
          className={cn(
            "flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-4",
            (flush || !children) && "pb-4",
            flush && children ? "border-line border-b" : "",
          )}
        >
          <div className="min-w-0">
            {title ? <h2 className="font-semibold text-base text-ink">{title}</h2> : null}
            {description ? <p className="mt-0.5 max-w-[68ch] text-ink-mute text-sm">{description}</p> : null}
          </div>
          {actions ? <div className="flex shrink-0 items-center gap-2">{actions}</div> : null}
        </header>
      ) : null}
      {children ? <div className={cn(!flush && "px-5 py-4")}>{children}</div> : null}
      {footer ? (
        <footer className="flex flex-wrap items-center justify-between gap-3 border-line border-t bg-sunken px-5 py-3 text-ink-mute text-sm">
          {footer}
        </footer>
      ) : null}
    </section>
  );
}
