import { Badge, type Tone } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";

const tones: Record<string, Tone> = {
  GET: "green",
  POST: "blue",
  PUT: "amber",
  PATCH: "violet",
  DELETE: "red",
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
