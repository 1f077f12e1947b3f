import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

export type Tone = "neutral" | "accent" | "green" | "blue" | "amber" | "violet" | "red";

const toneLook: Record<Tone, string> = {
  neutral: "bg-hover text-ink-soft",
  accent: "bg-accent-soft text-accent-ink",
  green: "bg-green-soft text-green",
  blue: "bg-blue-soft text-blue",
  amber: "bg-amber-soft text-amber",
  violet: "bg-violet-soft text-violet",
  red: "bg-red-soft text-red",
};

export type BadgeProps = {
  tone?: Tone;
  mono?: boolean;
  dot?: boolean;
  className?: string;
  children: ReactNode;
};

export function Badge({ tone = "neutral", mono, dot, className, children }: BadgeProps) {
  return (
    <span
      className={cn(
        "inline-flex h-5 max-w-full shrink-0 items-center gap-1.5 whitespace-nowrap rounded-sm px-1.5 font-medium text-xs [&_svg]:size-3",
        mono && "font-mono tracking-tight",
        toneLook[tone],
        className,
      )}
    >
      {dot ? <span aria-hidden className="size-1.5 rounded-full bg-current" /> : null}
      {children}
    </span>
  );
}
