import type { ApiKey } from "@/components/keys/key-state";
import { Badge, type Tone } from "@/components/ui/badge";
import type { Scope } from "@/lib/platform/key-scopes";

const tones: Partial<Record<Scope, Tone>> = { admin: "amber", evaluate: "green" };

/** What a key can do; full access stands out. */
export function ScopeBadges({ scopes, personal }: { scopes: readonly Scope[]; personal: boolean }) {
  if (personal && scopes.includes("admin")) return <Badge>owner’s role</Badge>;
  return (
    <span className="flex flex-wrap gap-1">
      {scopes.map((scope) => (
        <Badge key={scope} tone={tones[scope] ?? "neutral"}>
          {scope}
        </Badge>
      ))}
    </span>
  );
}

/** What a key can do, and which origins can use it. */
export function Reach({ apiKey: { scope, scopes, personal, origins } }: { apiKey: ApiKey }) {
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 text-ink-mute text-xs">
      <ScopeBadges scopes={scopes} personal={personal} />
      {origins ? <Origins origins={origins} /> : null}
      {!origins && scope === "evaluate" ? "any origin" : null}
    </div>
  );
}

function Origins({ origins }: { origins: readonly string[] }) {
  const list = (
    <ul className="flex flex-col gap-0.5">
      {origins.map((origin) => (
        <li key={origin} className="wrap-anywhere">
          {origin}
        </li>
      ))}
    </ul>
  );
  if (origins.length === 1) return list;
  return (
    <details>
      <summary className="mb-0.5 w-fit cursor-pointer rounded-sm touch:py-2">
        {origins.length} origins
      </summary>
      {list}
    </details>
  );
}
