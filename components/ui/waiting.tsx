import { cn } from "@/components/ui/cn";

/** Decorative only: the waiting element announces its state itself. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span className={cn("inline-flex size-4 shrink-0", className)}>
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
    </span>
  );
}

/** A grey stand-in; size it with a class. Wrap a group in an element with `aria-busy`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block h-4 animate-pulse-soft rounded-sm bg-hover", className)} />;
}

/** Stand-in for a table, announced once. */
export function SkeletonRows({ label }: { label: string }) {
  return (
    <div role="status" className="divide-y divide-line rounded-lg border border-line bg-surface">
      <span className="sr-only">{label}</span>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className="flex items-center gap-4 px-4 py-3.5">
          <Skeleton className="w-12" />
          <Skeleton className={row % 2 ? "w-2/5" : "w-1/2"} />
          <Skeleton className="ml-auto w-16" />
        </div>
      ))}
    </div>
  );
}
