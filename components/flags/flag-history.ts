import type { HistoryOf } from "@/components/audit/history-panel";
import type { FlagRow } from "@/components/flags/flags-list";
import type { useWrite } from "@/components/ui/queries";
import { updateFlag } from "@/lib/flags/contract";

/** As many environments as one question can name. */
const placesMax = 50;

/** What global flags and flags of groups are written with besides their names, switches and percentages. */
export const valueFields = [
  "rolloutBasisPoints",
  "onValue",
  "offValue",
  "variants",
  "valueSchema",
  "description",
  "tags",
  "ownerId",
];

/** Who changed a flag, in all environments that have it. */
export function flagHistory(
  { flags }: FlagRow,
  projectId: string,
  write: ReturnType<typeof useWrite>,
): HistoryOf {
  const of = (flagId: string) => flags.find(({ id }) => id === flagId);
  return {
    ...{ projectId, subjectKind: "flag" },
    subjectIds: flags.slice(0, placesMax).map(({ id }) => id),
    placeOf: (flagId) => of(flagId)?.environment.name,
    putBack: {
      fields: ["name", "enabled", "rollout", ...valueFields],
      write: (flagId, fields) =>
        write(updateFlag, { projectId, flagId, ...fields }, { ifMatch: of(flagId)?.updatedAt }),
    },
  };
}
