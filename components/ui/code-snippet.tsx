"use client";

import { type ReactNode, useState } from "react";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { RadioSegments } from "@/components/ui/segments";

export type Snippet = { label: string; code: string };

export type CodeSnippetProps = {
  /** One text, or several variants to choose from. */
  code: string | readonly Snippet[];
  /** Names the block: shown above a single text, and read to screen readers. */
  label: string;
  /** Breaks long lines instead of scrolling: for URLs and secrets. */
  wrap?: boolean;
};

export function CodeSnippet({ code, label, wrap }: CodeSnippetProps) {
  if (typeof code === "string") {
    return (
      <figure className={frameLook}>
        <Bar code={code} what={label}>
          <figcaption className="truncate px-1.5 text-ink-mute text-xs">{label}</figcaption>
        </Bar>
        <Block code={code} label={label} wrap={wrap} />
      </figure>
    );
  }
  return <SnippetChoice snippets={code} label={label} wrap={wrap} />;
}

type SnippetChoiceProps = {
  snippets: readonly Snippet[];
  label: string;
  wrap: boolean | undefined;
};

function SnippetChoice({ snippets, label, wrap }: SnippetChoiceProps) {
  const [active, setActive] = useState(snippets[0]?.label ?? "");
  const current = snippets.find((snippet) => snippet.label === active) ?? snippets[0];
  if (!current) return null;
  return (
    <div className={frameLook}>
      <Bar code={current.code} what={current.label}>
        <RadioSegments
          bare
          label={label}
          options={snippets.map((snippet) => ({ value: snippet.label, label: snippet.label }))}
          value={current.label}
          onValueChange={setActive}
          className="gap-0.5 overflow-x-auto [scrollbar-width:none]"
        />
      </Bar>
      <Block key={current.label} code={current.code} label={`${label}: ${current.label}`} wrap={wrap} />
    </div>
  );
}

const frameLook = "min-w-0 overflow-hidden rounded-lg border border-line bg-sunken text-left";

function Bar({ code, what, children }: { code: string; what: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-2 border-line border-b py-0.5 pr-1 pl-2">
      {children}
      <CopyButton text={code} what={what} />
    </div>
  );
}

function Block({ code, label, wrap }: { code: string; label: string; wrap: boolean | undefined }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="max-h-96 overflow-auto focus-visible:-outline-offset-2"
    >
      <pre
        className={cn(
          "w-fit min-w-full px-3.5 py-3 font-mono text-ink-soft text-xs leading-5",
          // Wrapping is only visual: copied text has no extra line breaks.
          "max-sm:wrap-anywhere max-sm:w-auto max-sm:whitespace-pre-wrap",
          wrap && "w-auto whitespace-pre-wrap break-all",
        )}
      >
        <code>{code}</code>
      </pre>
    </section>
  );
}
