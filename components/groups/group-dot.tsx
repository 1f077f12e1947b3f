import { cn } from "@/components/ui/cn";

/** A group's colour beside its name; a ring where it has none. */
export function GroupDot({ color, className }: { color: string | null; className?: string }) {
  return (
    <span
      aria-hidden
      style={color ? { backgroundColor: color } : undefined}
      className={cn("inline-block size-2.5 shrink-0 rounded-full", !color && "border border-edge", className)}
    />
  );
}
