"use client";

import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { CodeSnippet, type Snippet } from "@/components/ui/code-snippet";
import { keyVariable } from "@/components/ui/curl-command";
import { Field } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Select } from "@/components/ui/select";

export type UseItCardProps = {
  description: string;
  snippets: readonly Snippet[];
  /** Address of the project's API keys. */
  keysHref: string;
  /** What the snippets are about can be chosen here. */
  children: ReactNode;
};

/** Code that works as it stands, once the key is in the environment of whoever runs it. */
export function UseItCard({ description, snippets, keysHref, children }: UseItCardProps) {
  return (
    <Card title="Use it" description={description}>
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">{children}</div>
        <CodeSnippet label="Code" code={snippets} />
        <p className="text-ink-mute text-xs">
          Put one of the project’s{" "}
          <Link href={keysHref} className="text-accent-ink underline underline-offset-2">
            API keys
          </Link>{" "}
          into the environment variable <code className="text-ink-soft">{keyVariable}</code> first:{" "}
          <code className="wrap-anywhere text-ink-soft">export {keyVariable}=fk_…</code>
        </p>
      </div>
    </Card>
  );
}

export type ChoiceProps = {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onValueChange: (value: string) => void;
};

export function Choice({ label, ...select }: ChoiceProps) {
  return (
    <Field label={label}>
      <Select {...select} />
    </Field>
  );
}
