import { cn } from "@/components/ui/cn";

/** A grey stand-in; size it with a class. Wrap a group in an element with `aria-busy`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block h-4 animate-pulse-soft rounded-sm bg-hover", className)} />;
}

/** Stand-in for a table of `rows` rows, announced once. */
export function SkeletonRows({ rows = 5, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <div role="status" className="divide-y divide-line rounded-lg border border-line bg-surface">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className="flex items-center gap-4 px-4 py-3.5">
          <Skeleton className="w-12" />
          <Skeleton className={row % 2 ? "w-2/5" : "w-1/2"} />
          <Skeleton className="ml-auto w-16" />
        </div>
      ))}
    </div>
  );
}
