import type { ApiKey } from "@/components/keys/key-state";
import { Badge, type Tone } from "@/components/ui/badge";

type Scope = ApiKey["scope"];

const tones: Record<Scope, Tone> = { admin: "amber", read: "neutral", evaluate: "green" };

/** What a key may do; what can do harm stands out. */
export function ScopeBadge({ scope }: { scope: Scope }) {
  return <Badge tone={tones[scope]}>{scope}</Badge>;
}
