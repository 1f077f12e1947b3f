"use client";

import { useController } from "react-hook-form";
import { useTeamMembers } from "@/components/flags/flag-team";
import { Field } from "@/components/ui/field";
import { asSentence } from "@/components/ui/form-problem";
import { FormLines } from "@/components/ui/form-text";
import { Select } from "@/components/ui/select";
import { TagsField } from "@/components/ui/tags-field";

/** What people say of a flag: `description`, `tags` and `ownerId` of the surrounding form. */
export function DescribedFields({ knownTags }: { knownTags: readonly string[] }) {
  return (
    <>
      <FormLines
        name="description"
        label="Description"
        optional
        rows={3}
        maxLength={2000}
        placeholder="What it switches, and when it can go"
      />
      <TagsField known={knownTags} hint="Enter or a comma adds one." />
      <OwnerField />
    </>
  );
}

const nobody = { value: "", label: "Nobody" };

function OwnerField() {
  const { field, fieldState } = useController({ name: "ownerId" });
  const members = useTeamMembers();
  const owner = field.value as string;
  const options = (members ?? []).map(({ userId, name }) => ({ value: userId, label: name }));
  const isKnown = owner === "" || options.some(({ value }) => value === owner);
  const former = { value: owner, label: members ? "A former member" : "…" };
  return (
    <Field
      label="Owner"
      hint="Who knows whether it can go."
      error={asSentence("Owner", fieldState.error?.message)}
    >
      <Select
        options={isKnown ? [nobody, ...options] : [nobody, former, ...options]}
        value={owner}
        onValueChange={field.onChange}
        onBlur={field.onBlur}
      />
    </Field>
  );
}

/** Tags of flags, each once, to choose from. */
export const tagsIn = (flags: readonly { tags: readonly string[] }[]): string[] => [
  ...new Map(flags.flatMap(({ tags }) => tags).map((tag) => [tag.toLowerCase(), tag])).values(),
];
