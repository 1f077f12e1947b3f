"use client";

import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { LoadingPanel, useWholeList } from "@/components/releases/loading-panel";
import type { ReleaseRevision } from "@/components/releases/release-types";
import type { Notes, ReleaseRoomState } from "@/components/releases/use-release-room";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { messageOf } from "@/components/ui/form-problem";
import { useAnswer } from "@/components/ui/queries";
import { Segments } from "@/components/ui/segments";
import { TextDiff } from "@/components/ui/text-diff";
import { RelativeTime } from "@/components/ui/times";
import { useToast } from "@/components/ui/toast";
import { listReleaseRevisions } from "@/lib/releases/notes/contract";

export type HistoryPanelProps = {
  projectId: string;
  room: ReleaseRoomState;
  /** Number of the revision to look at first; the newest unless given. */
  first?: number | null;
};

/** The fields that name a revision. Texts may be long and are loaded only for the revisions on screen. */
const named = ["number", "origin", "author", "autosaved", "createdAt"] as const;
type RevisionName = Pick<ReleaseRevision, (typeof named)[number]>;
type Place = { projectId: string; releaseId: string };

/** The notes after each generation and edit, what changed, and a way to restore them. */
export function HistoryPanel({ projectId, room, first }: HistoryPanelProps) {
  const { id: releaseId, revision } = room.release;
  const place = { projectId, releaseId };
  const revisions = useWholeList(listReleaseRevisions, { ...place, fields: [...named] }, revision);
  return (
    <LoadingPanel of={revisions} what="history">
      {(all: readonly RevisionName[]) =>
        all.length > 0 ? (
          <History place={place} revisions={all} first={first} restore={room.restore} />
        ) : (
          <p className="rounded-lg border border-line bg-surface px-4 py-10 text-center text-ink-mute">
            Nothing was written yet.
          </p>
        )
      }
    </LoadingPanel>
  );
}

type HistoryProps = {
  place: Place;
  revisions: readonly RevisionName[];
  first: number | null | undefined;
  restore: ReleaseRoomState["restore"];
};
type Against = "before" | "now";

function History({ place, revisions, first, restore }: HistoryProps) {
  const newest = revisions[0];
  const [chosen, setChosen] = useState(first ?? newest?.number);
  const [against, setAgainst] = useState<Against>(first ? "now" : "before");
  const revision = revisions.find(({ number }) => number === chosen) ?? newest;
  const isNewest = revision === newest;
  const toNow = against === "now" && !isNewest;
  const other = toNow ? newest : revision && revisions[revisions.indexOf(revision) + 1];
  const texts = useTexts(place, revision?.number, other?.number);
  if (!revision || !newest) return null;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <ol aria-label="Revisions" className="flex flex-col gap-1 max-lg:max-h-56 max-lg:overflow-y-auto">
        {revisions.map((each) => (
          <RevisionButton
            key={each.number}
            revision={each}
            isNewest={each === newest}
            isChosen={each === revision}
            onChoose={() => setChosen(each.number)}
          />
        ))}
      </ol>
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Segments
            label="Compared with"
            segments={[
              { value: "before", label: "What it changed" },
              { value: "now", label: "Compared with now", disabled: isNewest },
            ]}
            value={toNow ? "now" : "before"}
            onChange={setAgainst}
          />
          {isNewest || !texts.data ? null : (
            <Restore key={revision.number} revision={texts.data.chosen} restore={restore} />
          )}
        </div>
        <LoadingPanel of={texts} what="revision">
          {(text) => (
            <TextDiff
              label={
                toNow ? `From revision ${revision.number} to now` : `Changes of revision ${revision.number}`
              }
              before={textOf(toNow ? text.chosen : text.other)}
              after={textOf(toNow ? text.other : text.chosen)}
            />
          )}
        </LoadingPanel>
      </div>
    </div>
  );
}

const nothing = { title: "", content: "" };

/** The texts of two revisions. The first one has none before it. */
function useTexts(place: Place, chosen: number | undefined, other: number | undefined) {
  const [one, two] = [useRevision(place, chosen), useRevision(place, other)];
  const before = other === undefined ? nothing : two.data;
  return {
    data: one.data && before && { chosen: one.data, other: before },
    error: one.error ?? two.error,
    refetch: () => Promise.all([one.refetch(), two.refetch()]),
  };
}

function useRevision(place: Place, number: number | undefined) {
  const enabled = number !== undefined;
  const answer = useAnswer(listReleaseRevisions, { ...place, number }, { enabled, watch: false });
  return { ...answer, data: enabled ? answer.data?.[0] : undefined };
}

/** The title above the notes. */
const textOf = ({ title, content }: Notes) => `${title}\n\n${content}`;

type RevisionButtonProps = {
  revision: RevisionName;
  isNewest: boolean;
  isChosen: boolean;
  onChoose: () => void;
};

function RevisionButton({ revision, isNewest, isChosen, onChoose }: RevisionButtonProps) {
  const { number, origin, author, autosaved, createdAt } = revision;
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={cn(
          "flex w-full flex-col gap-0.5 rounded-md border border-transparent px-3 py-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2",
          isChosen && "border-line bg-surface",
        )}
      >
        <span className="flex items-center gap-2 font-medium text-ink">
          Revision {number}
          {isNewest ? <Badge>now</Badge> : null}
        </span>
        <span className="text-ink-mute text-xs">
          {origin === "generated" ? "Generated" : `Edited by ${author ?? "an API key"}`}
          {autosaved ? ", saved by itself" : null}, <RelativeTime value={createdAt} />
        </span>
      </button>
    </li>
  );
}

type RestoreProps = { revision: ReleaseRevision; restore: HistoryProps["restore"] };

function Restore({ revision, restore }: RestoreProps) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  async function put() {
    setBusy(true);
    try {
      await restore(revision);
    } catch (error) {
      toast.error(`Revision ${revision.number} could not be put back`, { description: messageOf(error) });
    }
    setBusy(false);
  }

  return (
    <Button size="sm" loading={busy} onClick={() => void put()}>
      <RotateCcw aria-hidden />
      Restore this text
    </Button>
  );
}
