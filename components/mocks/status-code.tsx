import { cn } from "@/components/ui/cn";

const looks: Record<number, string> = { 2: "text-green", 3: "text-blue", 4: "text-amber", 5: "text-red" };

/** A status code, coloured by its class. */
export function StatusCode({ code, className }: { code: number; className?: string }) {
  const look = looks[Math.floor(code / 100)] ?? "text-ink-mute";
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1.5 font-medium font-mono text-xs tabular-nums",
        look,
        className,
      )}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      {code}
    </span>
  );
}
