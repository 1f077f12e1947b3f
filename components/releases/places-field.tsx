"use client";

import { useEffect, useId, useState } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { asSentence, messageOf } from "@/components/ui/form-problem";
import { TextField } from "@/components/ui/input";
import { useAnswer } from "@/components/ui/queries";
import { Spinner } from "@/components/ui/waiting";
import { ApiError } from "@/lib/operations/client";
import { GivenRefRange } from "@/lib/releases/ranges/contract";
import { listRepositoryRefs } from "@/lib/releases/repositories/contract";

/** Where a range begins and ends; empty: the last tag, and the newest commit. */
export type Places = { from: string; to: string };
export type PlacesFields = { repoUrls: string[]; places: Record<string, Places> };

/** The places of a repository; none are chosen yet for one that was just added. */
export const placesOf = (places: Record<string, Places>, repoUrl: string): Places =>
  places[repoUrl] ?? { from: "", to: "" };

/** The ranges of the API from what was filled in. */
export function givenRanges({ repoUrls, places }: PlacesFields) {
  return repoUrls.map((repoUrl) => {
    const { from, to } = placesOf(places, repoUrl);
    return { repoUrl, ...(from.trim() && { from }), ...(to.trim() && { to }) };
  });
}

/** Between which tags, branches or commits, for each repository of the surrounding form. */
export function PlacesField({ projectId }: { projectId: string }) {
  const { control, formState } = useFormContext<PlacesFields>();
  const { field } = useController({ control, name: "places" });
  const repoUrls = useWatch({ control, name: "repoUrls" });
  const named = [...new Set(repoUrls.map((url) => url.trim()).filter(Boolean))];
  if (named.length === 0) {
    return <p className="text-ink-mute text-sm">Enter a repository below to choose from its tags.</p>;
  }
  return (
    <ul className="flex flex-col gap-5">
      {named.map((repoUrl) => (
        <li key={repoUrl}>
          <RepositoryPlaces
            projectId={projectId}
            repoUrl={repoUrl}
            isNamed={named.length > 1}
            isChecked={formState.isSubmitted}
            value={placesOf(field.value, repoUrl)}
            onChange={(places) => field.onChange({ ...field.value, [repoUrl]: places })}
          />
        </li>
      ))}
    </ul>
  );
}

type RepositoryPlacesProps = {
  projectId: string;
  repoUrl: string;
  /** Whether there are others, so that it has to be said which this is. */
  isNamed: boolean;
  /** Whether problems are shown. */
  isChecked: boolean;
  value: Places;
  onChange: (value: Places) => void;
};

function RepositoryPlaces({
  projectId,
  repoUrl,
  isNamed,
  isChecked,
  value,
  onChange,
}: RepositoryPlacesProps) {
  const id = useId();
  const url = useRested(repoUrl);
  const { data, error, isFetching } = useAnswer(
    listRepositoryRefs,
    { projectId, repoUrl: url },
    { enabled: /^https?:\/\/[^/]+\/./.test(url), watch: false },
  );
  const problem = (place: keyof Places) =>
    isChecked && value[place].trim()
      ? GivenRefRange.shape[place].safeParse(value[place]).error?.issues[0]?.message
      : undefined;
  const suffix = isNamed ? ` of ${nameOf(repoUrl)}` : "";
  return (
    <div className="flex flex-col gap-2">
      <div className="grid max-w-xl gap-4 sm:grid-cols-2">
        <TextField
          mono
          label={`From${suffix}`}
          placeholder={data?.tags[0] ? "the last tag" : "tag, branch or commit"}
          hint="Its own commit is not included."
          list={id}
          value={value.from}
          onChange={(event) => onChange({ ...value, from: event.target.value })}
          error={asSentence("The name", problem("from"))}
        />
        <TextField
          mono
          label={`To${suffix}`}
          placeholder={data?.defaultBranch ?? "the newest commit"}
          hint="The last commit that is included."
          list={id}
          value={value.to}
          onChange={(event) => onChange({ ...value, to: event.target.value })}
          error={asSentence("The name", problem("to"))}
        />
      </div>
      <datalist id={id}>
        {[...(data?.tags ?? []), ...(data?.branches ?? [])].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <p className="flex items-center gap-1.5 text-ink-mute text-xs" aria-live="polite">
        {isFetching ? <Spinner className="size-3" /> : null}
        {isFetching
          ? "Looking for tags and branches"
          : error
            ? `Couldn’t read its tags. ${refusalOf(error)}`
            : data
              ? offered(data)
              : null}
      </p>
    </div>
  );
}

const refusalOf = (error: unknown) =>
  (error instanceof ApiError && error.issues[0]?.message) || messageOf(error);

type Refs = { tags: string[]; branches: string[]; isCut: boolean };

function offered({ tags, branches, isCut }: Refs): string {
  const count = (all: string[], one: string, many: string) =>
    `${all.length} ${all.length === 1 ? one : many}`;
  const known = `${count(tags, "tag", "tags")} and ${count(branches, "branch", "branches")}`;
  if (isCut) return `The first ${known} are offered; others can be typed.`;
  return tags.length > 0
    ? `${known} to choose from. Left empty, the range is what came since the last tag.`
    : `No tags yet, and ${count(branches, "branch", "branches")}. Say where the range begins.`;
}

const nameOf = (repoUrl: string) =>
  repoUrl
    .replace(/#.*$/, "")
    .replace(/(\.git)?\/*$/, "")
    .split("/")
    .at(-1) ?? repoUrl;

const restMs = 500;

/** A text once nobody has typed for a moment: each of its states would be asked for otherwise. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
