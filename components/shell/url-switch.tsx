"use client";

import { useUrlChoice } from "@/components/shell/project-urls";
import { AddressLine } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";

/** A URL of a project, with the switch between its two forms. */
export function ProjectUrl({ url, what }: { url: string; what: string }) {
  return (
    <>
      <AddressLine address={url} what={what} />
      <UrlSwitch />
    </>
  );
}

export function UrlSwitch() {
  const { byPath, choose } = useUrlChoice();
  return (
    <Field
      layout="row"
      label={<span className="text-ink-mute text-xs">For programs without wildcard DNS</span>}
    >
      <Switch checked={byPath} onCheckedChange={choose} />
    </Field>
  );
}
