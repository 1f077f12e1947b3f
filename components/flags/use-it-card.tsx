"use client";

import { useState } from "react";
import type { Environment } from "@/components/flags/flags-list";
import { Card } from "@/components/ui/card";
import { CodeSnippet, type Snippet } from "@/components/ui/code-snippet";
import { keyVariable } from "@/components/ui/curl-command";
import { Field } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Select } from "@/components/ui/select";

export type UseItCardProps<Flag> = {
  description: string;
  /** The flags on the page; searching the list finds others. */
  flags: readonly Flag[];
  /** The environments that have the flag. */
  environmentsOf: (flag: Flag) => readonly Environment[];
  /** `env` is undefined for the default environment. */
  snippets: (flag: Flag, env: string | undefined) => readonly Snippet[];
  /** Address of the project's API keys. */
  keysHref: string;
  /** Whether some of the code is for pages. */
  inPages?: boolean;
};

/**
 * Code that evaluates a flag. On a server it works as is once the API key is set in an environment variable, in a page
 * once the key stands in it.
 */
export function UseItCard<Flag extends { key: string; name: string }>(props: UseItCardProps<Flag>) {
  const { description, flags, environmentsOf, snippets, keysHref, inPages } = props;
  const [flagKey, setFlagKey] = useState("");
  const [environmentId, setEnvironmentId] = useState("");
  const flag = flags.find(({ key }) => key === flagKey) ?? flags[0];
  const environments = flag ? environmentsOf(flag) : [];
  const environment = environments.find(({ id }) => id === environmentId) ?? environments[0];
  if (!flag || !environment) return null;
  return (
    <Card title="Use it" description={description}>
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Choice
            label="Flag"
            options={flags.map(({ key, name }) => ({ value: key, label: name }))}
            value={flag.key}
            onValueChange={setFlagKey}
          />
          <EnvironmentChoice
            environments={environments}
            value={environment.id}
            onValueChange={setEnvironmentId}
          />
        </div>
        <CodeSnippet
          label="Code"
          code={snippets(flag, environment.isDefault ? undefined : environment.key)}
        />
        <p className="text-ink-mute text-xs">
          Create{" "}
          <Link href={`${keysHref}?new=evaluate`} className="text-accent-ink underline underline-offset-2">
            a key that only evaluates flags
          </Link>{" "}
          and set it as an environment variable:{" "}
          <code className="wrap-anywhere text-ink-soft">export {keyVariable}=fk_…</code>
        </p>
        {inPages ? (
          <p className="text-ink-mute text-xs">
            Everyone can read a key in a page, so use one with the scope <code>evaluate</code> only.
          </p>
        ) : null}
      </div>
    </Card>
  );
}

type ChoiceProps = {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onValueChange: (value: string) => void;
};

function Choice({ label, ...select }: ChoiceProps) {
  return (
    <Field label={label}>
      <Select {...select} />
    </Field>
  );
}

export type EnvironmentChoiceProps = Pick<ChoiceProps, "value" | "onValueChange"> & {
  environments: readonly Environment[];
};

/** Chooses an environment by its id. */
export function EnvironmentChoice({ environments, ...choice }: EnvironmentChoiceProps) {
  const options = environments.map(({ id, name }) => ({ value: id, label: name }));
  return <Choice label="Environment" options={options} {...choice} />;
}
