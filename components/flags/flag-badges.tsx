import { typeNames } from "@/components/flags/value-text";
import { Badge } from "@/components/ui/badge";
import type { FlagType } from "@/lib/flag-values/contract";

export type Typed = { type: FlagType; variants: readonly unknown[] | null };

/** The type and how many variants there are, of a flag or of those with one key; nothing of a boolean one. */
export function FlagBadges({ flags }: { flags: readonly Typed[] }) {
  const types = [...new Set(flags.map(({ type }) => type))];
  if (types.every((type) => type === "boolean")) return null;
  const variants = variantsText(flags);
  return (
    <span className="flex flex-wrap gap-1">
      {types.map((type) => (
        <Badge key={type} tone="blue">
          {typeNames[type]}
        </Badge>
      ))}
      {variants ? <Badge>{variants}</Badge> : null}
    </span>
  );
}

/** "3 variants"; "2 to 3 variants" where environments have not as many. */
export function variantsText(flags: readonly Typed[]): string | undefined {
  const counts = flags.map(({ variants }) => variants?.length ?? 0);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (most === 0) return undefined;
  const count = least === most ? String(most) : `${least} to ${most}`;
  return `${count} ${most === 1 ? "variant" : "variants"}`;
}
