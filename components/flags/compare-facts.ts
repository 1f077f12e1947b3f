import type { Difference, Side } from "@/components/flags/compare-list";
import { exactRollout } from "@/components/flags/rollout-share";
import { shortValue, typeNames } from "@/components/flags/value-text";

export type Fact = {
  field: Difference;
  /** Before the text, where it does not say by itself what it is. */
  label?: string;
  text: string;
  differs: boolean;
};

/** What a row says of a flag on one side: always switch and rollout, the rest where it has a value to show or differs. */
export function factsOf(
  side: Side,
  differences: readonly Difference[],
  nameOf: (id: string) => string,
): Fact[] {
  const differs = (field: Difference) => differences.includes(field);
  const fact = (field: Difference, text: string, label?: string): Fact => ({
    ...{ field, text, differs: differs(field) },
    ...(label !== undefined && { label }),
  });
  const { type, onValue, offValue, variants, valueSchema, description, tags, ownerId } = side;
  const valued = type !== "boolean";
  return [
    fact("enabled", side.enabled ? "On" : "Off"),
    fact("rollout", `${exactRollout(side)} %`),
    ...(valued || differs("type") ? [fact("type", typeNames[type])] : []),
    ...(valued || differs("onValue") ? [fact("onValue", shortValue(onValue), "on")] : []),
    ...(valued || differs("offValue") ? [fact("offValue", shortValue(offValue), "off")] : []),
    ...(variants?.length || differs("variants")
      ? [fact("variants", variantsText(variants), "variants")]
      : []),
    ...(differs("valueSchema")
      ? [fact("valueSchema", valueSchema ? shortValue(valueSchema) : "none", "schema")]
      : []),
    ...(differs("name") ? [fact("name", side.name, "name")] : []),
    ...(differs("description") ? [fact("description", short(description), "description")] : []),
    ...(differs("tags") ? [fact("tags", tags.join(", ") || "none", "tags")] : []),
    ...(differs("ownerId") ? [fact("ownerId", ownerId ? nameOf(ownerId) : "nobody", "owner")] : []),
  ];
}

const variantsText = (variants: Side["variants"]) =>
  variants?.map(({ key, weight, value }) => `${key} ${weight} % ${shortValue(value)}`).join(", ") ?? "none";

const textMax = 80;
const short = (text: string | null) =>
  !text ? "none" : text.length > textMax ? `${text.slice(0, textMax - 1)}…` : text;
