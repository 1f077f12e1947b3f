import type { Typed } from "@/components/flags/flag-badges";
import { typeNames } from "@/components/flags/value-text";

/** Of which type a flag's values are, where somebody may want to change it. */
export function TypeNote({ flags }: { flags: readonly Typed[] }) {
  const types = [...new Set(flags.map(({ type }) => typeNames[type]))];
  return (
    <dl className="flex flex-col gap-1 text-sm">
      <dt className="font-medium text-ink">Type</dt>
      <dd className="text-ink-soft">
        {types.join(", ")}{" "}
        <span className="text-ink-mute text-xs">– stays as it is: code reads the flag as that.</span>
      </dd>
    </dl>
  );
}
