"use client";

import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { z } from "zod";
import { givenRanges, type Places, PlacesField } from "@/components/releases/places-field";
import {
  dateField,
  type LastRange,
  type Preset,
  presetRange,
  type Range,
  rangeText,
} from "@/components/releases/range";
import type { Release } from "@/components/releases/release-types";
import { RepositoriesField } from "@/components/releases/repositories-field";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { FormFrame } from "@/components/ui/form-frame";
import { messageOf } from "@/components/ui/form-problem";
import { FormText } from "@/components/ui/form-text";
import { useWrite } from "@/components/ui/queries";
import { RadioSegments } from "@/components/ui/segments";
import { useToast } from "@/components/ui/toast";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { generateRelease } from "@/lib/releases/notes/contract";
import { updateReleaseSettings } from "@/lib/releases/settings/contract";

export type GenerateFormProps = {
  projectId: string;
  /** Address of the list of releases. */
  base: string;
  last: LastRange | undefined;
  /** Initial range and repositories. */
  start: {
    range: Range | undefined;
    places: Record<string, Places> | undefined;
    repoUrls: readonly string[];
  };
  /** Other repositories that releases of the project were made from. */
  known: readonly string[];
  /** The repositories of the release settings; undefined for people who may not change them. */
  remembered: readonly string[] | undefined;
  /** When the page was rendered. */
  now: string;
};

const Fields = z
  .object({
    preset: z.enum(["since", "week", "month", "custom", "places"]),
    fromDate: z.string(),
    toDate: z.string(),
    places: z.record(z.string(), z.object({ from: z.string(), to: z.string() })),
    repoUrls: generateRelease.body.shape.repoUrls.unwrap(),
    remember: z.boolean(),
  })
  .superRefine(({ preset, fromDate, toDate, ...fields }, { addIssue }) => {
    if (preset === "places") {
      const { error } = generateRelease.body.safeParse({ ranges: givenRanges(fields) });
      const [issue] = error?.issues ?? [];
      if (issue) addIssue({ code: "custom", path: ["places"], message: issue.message });
    }
    if (preset !== "custom") return;
    const { error } = generateRelease.body.safeParse({ fromDate, toDate, repoUrls: fields.repoUrls });
    for (const { path, message } of error?.issues ?? []) {
      if (path[0] !== "repoUrls") addIssue({ code: "custom", path, message });
    }
  });
type Fields = z.infer<typeof Fields>;

export function GenerateForm(props: GenerateFormProps) {
  const { projectId, last, known, remembered, now } = props;
  return (
    <FormFrame of={useGenerate(props)} on="page" submitLabel="Write release notes" aria-label="New release">
      <Card title="What is new?" description="The notes are written from the commits of this range.">
        <RangeFields projectId={projectId} last={last} now={new Date(now)} />
      </Card>
      <Card title="Where from?">
        <div className="flex flex-col gap-4">
          <RepositoriesField known={known} required />
          {remembered ? <Remember remembered={remembered} /> : null}
        </div>
      </Card>
    </FormFrame>
  );
}

type RangeFieldsProps = { projectId: string; last: LastRange | undefined; now: Date };

function RangeFields({ projectId, last, now }: RangeFieldsProps) {
  const { control, setValue } = useFormContext<Fields>();
  const preset = useWatch({ control, name: "preset" });
  return (
    <div className="flex flex-col gap-4">
      <RadioSegments
        label="Range"
        className="max-w-2xl max-sm:grid"
        options={presets.filter(({ value }) => value !== "since" || last)}
        value={preset}
        onValueChange={(value) => setValue("preset", value)}
      />
      {preset === "places" ? <PlacesField projectId={projectId} /> : <Times {...{ preset, last, now }} />}
    </div>
  );
}

function Times({ preset, last, now }: { preset: Preset; last: LastRange | undefined; now: Date }) {
  const range = presetRange(preset, last, now);
  if (!range) {
    return (
      <div className="grid max-w-md gap-4 sm:grid-cols-2">
        <FormText name="fromDate" label="From" type="date" hint="This day included, in UTC." />
        <FormText name="toDate" label="To" type="date" hint="This day included, in UTC." />
      </div>
    );
  }
  return (
    <p className="text-ink-mute text-sm">
      {rangeText(range.fromDate, range.toDate)}, up to now
      {preset === "since" && last ? `. The last release is “${last.title}”.` : "."}
    </p>
  );
}

const presets: readonly { value: Preset; label: string }[] = [
  { value: "since", label: "Since the last release" },
  { value: "week", label: "Last 7 days" },
  { value: "month", label: "Last 30 days" },
  { value: "custom", label: "Choose dates" },
  { value: "places", label: "Between tags" },
];

/** Shown only if remembering would change the settings. */
function Remember({ remembered }: { remembered: readonly string[] }) {
  const { control, setValue } = useFormContext<Fields>();
  const { repoUrls = [], remember } = useWatch({ control });
  if (repoUrls.join("\n") === remembered.join("\n")) return null;
  return (
    <Field layout="row" label="Offer these repositories next time">
      <Checkbox checked={remember ?? false} onCheckedChange={(on) => setValue("remember", on)} />
    </Field>
  );
}

function useGenerate({ projectId, base, last, start, remembered, now }: GenerateFormProps) {
  const toast = useToast();
  const write = useWrite();
  const [opened] = useState(() => new Date(now));
  const dates = start.range ?? presetRange("month", last, opened);

  async function remember(repoUrls: string[]) {
    try {
      await write(updateReleaseSettings, { projectId, repoUrls });
    } catch (error) {
      toast.error("The repositories could not be kept for next time", { description: messageOf(error) });
    }
  }

  return useFormFrame<Fields, Release>({
    rules: Fields,
    start: {
      preset: start.places ? "places" : start.range ? "custom" : last ? "since" : "month",
      fromDate: dates ? dateField(new Date(dates.fromDate)) : "",
      toDate: dates ? dateField(new Date(dates.toDate)) : "",
      places: start.places ?? {},
      repoUrls: start.repoUrls.length > 0 ? [...start.repoUrls] : [""],
      remember: remembered?.length === 0,
    },
    async send({ preset, fromDate, toDate, repoUrls, ...fields }) {
      const times = presetRange(preset, last, new Date()) ?? { fromDate, toDate };
      const range =
        preset === "places" ? { ranges: givenRanges({ repoUrls, ...fields }) } : { ...times, repoUrls };
      const release = await write(generateRelease, { projectId, ...range });
      if (fields.remember && remembered && repoUrls.join("\n") !== remembered.join("\n")) {
        await remember(repoUrls);
      }
      return release;
    },
    // A range names the repository that the form has in a line of its own.
    fieldOf: (path) => path.replace(/^ranges\.(\d+)\.repoUrl$/, "repoUrls.$1"),
    next: ({ id }) => `${base}/${id}`,
  });
}
