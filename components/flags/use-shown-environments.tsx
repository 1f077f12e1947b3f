"use client";

import { parseAsInteger, useQueryState } from "nuqs";
import type { Environment } from "@/components/flags/flags-list";
import { useEnvironments } from "@/components/flags/use-environments";
import { Select } from "@/components/ui/select";

/** The most columns for environments that a table has: more would make it slow and too wide to read. */
const shownMax = 4;

/** The environments that a table shows, taken from the address, and a control to choose others if there are more. */
export function useShownEnvironments(projectId: string) {
  const all = useEnvironments(projectId);
  const [place, setPlace] = useQueryState("environments", parseAsInteger.withDefault(1));
  const groups: Environment[][] = [];
  for (let at = 0; at < all.length; at += shownMax) groups.push(all.slice(at, at + shownMax));
  const current = groups[place - 1] ? place : 1;
  const chooser =
    groups.length > 1 ? (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Select
          aria-label="Environments"
          className="w-auto max-w-full"
          options={groups.map((group, at) => ({
            value: String(at + 1),
            label: (
              <span className="block max-w-80 truncate">{group.map(({ name }) => name).join(", ")}</span>
            ),
          }))}
          value={String(current)}
          onValueChange={(value) => void setPlace(Number(value))}
        />
        <p className="text-ink-mute text-sm">
          {groups[current - 1]?.length} of {all.length} environments
        </p>
      </div>
    ) : null;
  return { shown: groups[current - 1] ?? [], chooser };
}
