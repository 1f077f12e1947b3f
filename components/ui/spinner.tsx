import { cn } from "@/components/ui/cn";

export type SpinnerProps = { label?: string; className?: string };

/** Without a label it is decoration; with one it is announced. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span role={label ? "status" : undefined} className={cn("inline-flex size-4 shrink-0", className)}>
      <svg viewBox="0 0 16 16" className="size-full animate-spin" aria-hidden="true" focusable="false">
        <circle
          cx="8"
          cy="8"
          r="6.25"
          fill="none"
          stroke="currentColor"
          strokeOpacity="0.25"
          strokeWidth="1.75"
        />
        <path
          d="M8 1.75A6.25 6.25 0 0 1 14.25 8"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
        />
      </svg>
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}
