"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { exactDigits } from "@/components/ui/json-text";

const pageSize = 100;
const longText = 400;
/** Browsers are slow to lay out more than this at once. */
const longestStep = 20_000;

export type JsonViewProps = {
  value: unknown;
  /** Names the region for screen readers. */
  label?: string;
  /** Levels that start open. */
  openDepth?: number;
  /** Omits the copy button, if another one copies the text that the value was parsed from. */
  bare?: boolean;
};

/** A JSON value as a tree. Closed levels are not rendered, long lists and strings open in steps. */
export function JsonView({ value, label = "JSON", openDepth = 2, bare = false }: JsonViewProps) {
  return (
    <div className="relative min-w-0 overflow-hidden rounded-lg border border-line bg-sunken">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className={cn(
          "max-h-[32rem] overflow-auto py-2.5 pl-2 font-mono text-xs leading-5 focus-visible:-outline-offset-2",
          bare ? "pr-3" : "pr-11",
        )}
      >
        <Node value={value} depth={0} openDepth={openDepth} />
      </section>
      {bare ? null : (
        <CopyButton
          text={() => JSON.stringify(value, null, 2) ?? ""}
          what={label}
          className="absolute top-1 right-1 bg-sunken"
        />
      )}
    </div>
  );
}

type NodeProps = { name?: string; value: unknown; depth: number; openDepth: number };

function Node({ name, value, depth, openDepth }: NodeProps) {
  if (typeof value === "object" && value !== null && exactDigits(value) === undefined) {
    return <Branch name={name} value={value} depth={depth} openDepth={openDepth} />;
  }
  return (
    <div className="break-words pl-5">
      <Name name={name} />
      <Leaf value={value} />
    </div>
  );
}

function Branch({
  name,
  value,
  depth,
  openDepth,
}: Omit<NodeProps, "value"> & { value: object; name: string | undefined }) {
  const [open, setOpen] = useState(depth < openDepth);
  const [shown, setShown] = useState(pageSize);
  const list = Array.isArray(value);
  const entries = useMemo(() => Object.entries(value), [value]);
  const [left, right] = list ? ["[", "]"] : ["{", "}"];
  const count = `${entries.length} ${list ? (entries.length === 1 ? "item" : "items") : entries.length === 1 ? "key" : "keys"}`;
  if (entries.length === 0) {
    return (
      <div className="pl-5">
        <Name name={name} />
        <span className="text-ink-mute">{left + right}</span>
      </div>
    );
  }
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-start rounded-sm text-left hover:bg-hover focus-visible:-outline-offset-2 touch:min-h-10 touch:items-center"
      >
        <ChevronRight
          aria-hidden
          className={cn("mx-0.5 my-0.5 size-4 shrink-0 text-ink-mute", open && "rotate-90")}
        />
        <span className="min-w-0 break-words">
          <Name name={name} />
          <span className="text-ink-mute">{open ? left : `${left} ${count} ${right}`}</span>
        </span>
      </button>
      {open ? (
        <>
          <div className="ml-2.5 border-line border-l pl-1.5">
            {entries.slice(0, shown).map(([key, child]) => (
              <Node key={key} name={key} value={child} depth={depth + 1} openDepth={openDepth} />
            ))}
            {entries.length > shown ? (
              <More onClick={() => setShown(shown + pageSize * 5)}>{entries.length - shown} more</More>
            ) : null}
          </div>
          <div className="pl-5 text-ink-mute">{right}</div>
        </>
      ) : null}
    </div>
  );
}

function Name({ name }: { name: string | undefined }) {
  if (name === undefined) return null;
  return (
    <>
      <span className="text-ink">{name}</span>
      <span className="text-ink-mute">: </span>
    </>
  );
}

function Leaf({ value }: { value: unknown }) {
  if (typeof value === "string") return <Text value={value} />;
  const digits = exactDigits(value);
  if (digits !== undefined) return <span className="break-all text-blue">{digits}</span>;
  if (typeof value === "number") return <span className="text-blue">{String(value)}</span>;
  if (typeof value === "boolean") return <span className="text-violet">{String(value)}</span>;
  return <span className="text-ink-mute">{String(value)}</span>;
}

function Text({ value }: { value: string }) {
  const [shown, setShown] = useState(longText);
  const left = value.length - shown;
  const step = Math.min(left, longestStep);
  return (
    <>
      <span className="whitespace-pre-wrap break-all text-green">
        {JSON.stringify(left > 0 ? value.slice(0, shown) : value)}
      </span>
      {left > 0 ? (
        <More onClick={() => setShown(shown + step)}>
          {step === left ? `all ${value.length} characters` : `${step} more of ${value.length} characters`}
        </More>
      ) : null}
    </>
  );
}

function More({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="ml-1 rounded-sm px-1 text-accent-ink underline underline-offset-2 touch:min-h-10"
    >
      Show {children}
    </button>
  );
}
