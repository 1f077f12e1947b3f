import { cn } from "@/components/ui/cn";

/** An F whose upper arm is a pin flag, the marker surveyors leave in the field. */
function BrandMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={cn("size-6 shrink-0", className)}
      aria-hidden="true"
      focusable="false"
    >
      <path className="fill-ink" d="M4 2h3v20H4zM9 14h7v3H9z" />
      <path className="fill-accent" d="M9 2h12.5l-3.4 5 3.4 5H9z" />
    </svg>
  );
}

export function Brand({ className }: { className?: string }) {
  return (
    <span
      className={cn(
        "inline-flex items-center gap-2 font-semibold text-ink text-lg tracking-tight",
        className,
      )}
    >
      <BrandMark className="size-5" />
      Fieldkit
    </span>
  );
}
