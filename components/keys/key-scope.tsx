import type { ApiKey } from "@/components/keys/key-state";
import { Badge, type Tone } from "@/components/ui/badge";

type Scope = ApiKey["scope"];

const tones: Record<Scope, Tone> = { admin: "amber", read: "neutral", evaluate: "green" };

/** What a key may do; what can do harm stands out. */
export function ScopeBadge({ scope }: { scope: Scope }) {
  return <Badge tone={tones[scope]}>{scope}</Badge>;
}

/** What a key may do, and whose pages may use it. */
export function Reach({ apiKey: { scope, origins } }: { apiKey: ApiKey }) {
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 text-ink-mute text-xs">
      <ScopeBadge scope={scope} />
      {origins ? <Origins origins={origins} /> : null}
      {/* Anybody can use it who finds it in a page, which is for its owner to see. */}
      {!origins && scope === "evaluate" ? "pages of any site" : null}
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
