import { Badge, type Tone } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";

const tones: Record<string, Tone> = {
  GET: "green",
  POST: "blue",
  PUT: "amber",
  PATCH: "violet",
  DELETE: "red",
  ANY: "accent",
};

/** Fixed width, so that methods line up in a column. Unknown methods are neutral. */
export function MethodBadge({ method, className }: { method: string; className?: string }) {
  const name = method.toUpperCase();
  return (
    <Badge tone={tones[name] ?? "neutral"} mono className={cn("min-w-14 justify-center text-2xs", className)}>
      {name}
    </Badge>
  );
}

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
