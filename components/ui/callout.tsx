import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

export type CalloutTone = "info" | "success" | "warning" | "danger";

const looks = {
  info: { icon: Info, look: "border-blue/30 bg-blue-soft", mark: "text-blue" },
  success: { icon: CircleCheck, look: "border-green/30 bg-green-soft", mark: "text-green" },
  warning: { icon: TriangleAlert, look: "border-amber/30 bg-amber-soft", mark: "text-amber" },
  danger: { icon: CircleAlert, look: "border-red/30 bg-red-soft", mark: "text-red" },
};

export type CalloutProps = {
  tone?: CalloutTone;
  title?: ReactNode;
  actions?: ReactNode;
  /** Announces the callout when it appears: errors of a form. */
  live?: boolean;
  className?: string;
  children?: ReactNode;
};

export function Callout({ tone = "info", title, actions, live, className, children }: CalloutProps) {
  const { icon: Icon, look, mark } = looks[tone];
  return (
    <div
      role={live ? (tone === "danger" ? "alert" : "status") : undefined}
      className={cn("flex items-start gap-3 rounded-lg border px-3.5 py-3 text-sm", look, className)}
    >
      <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", mark)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 break-words text-ink-soft">
          {title ? <p className="font-medium text-ink">{title}</p> : null}
          {children}
        </div>
        {actions}
      </div>
    </div>
  );
}

/** The error of a whole form, announced at once. Renders nothing without children. */
export function FormAlert({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <Callout tone="danger" live>
      {children}
    </Callout>
  );
}
