import type { ReactNode } from "react";

export type EmptyStateProps = {
  icon?: ReactNode;
  title: string;
  /** The heading level; 1 if the page has no other heading. */
  level?: 1 | 2 | 3;
  text?: ReactNode;
  /** One primary button, perhaps one secondary. */
  action?: ReactNode;
  /** A snippet or a note below the action. */
  children?: ReactNode;
};

export function EmptyState({ icon, title, level = 2, text, action, children }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="ticks flex flex-col items-center px-5 py-12 text-center sm:px-10 sm:py-16">
      {icon ? (
        <div
          aria-hidden
          className="mb-4 grid size-10 place-items-center rounded-md border border-line bg-surface text-accent-ink [&_svg]:size-5"
        >
          {icon}
        </div>
      ) : null}
      <Heading className="text-balance font-semibold text-ink text-lg">{title}</Heading>
      {text ? <p className="mt-1 max-w-[52ch] text-balance text-ink-mute">{text}</p> : null}
      {action ? <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div> : null}
      {children ? <div className="mt-7 w-full max-w-2xl">{children}</div> : null}
    </div>
  );
}
