"use client";

import { X } from "lucide-react";
import { useController } from "react-hook-form";
import { z } from "zod";
import type { MockSummary } from "@/components/mocks/mocks-list";
import { FolderField, MockTagsField } from "@/components/mocks/organise-fields";
import { cn } from "@/components/ui/cn";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import type { Control } from "@/components/ui/row-menu";
import { hasTag, withoutTag, withTag } from "@/components/ui/tag-list";
import { getMock, updateMock } from "@/lib/mocks/contract";
import { Folder } from "@/lib/mocks/organising/contract";
import { call } from "@/lib/operations/client";
import { Tags } from "@/lib/operations/tags";

export type OrganiseDialogProps = Control & {
  projectId: string;
  mocks: readonly MockSummary[];
  /** What is changed of them. */
  what: "folder" | "tags";
};

/** Files several mocks at once. */
export function OrganiseDialog({ what, ...props }: OrganiseDialogProps) {
  return what === "folder" ? <FolderDialog {...props} /> : <TagsDialog {...props} />;
}

const counted = (mocks: readonly unknown[]) => (mocks.length === 1 ? "1 mock" : `${mocks.length} mocks`);

type Dialog = Omit<OrganiseDialogProps, "what">;

function FolderDialog({ projectId, mocks, ...control }: Dialog) {
  const write = useWrite();
  const folders = new Set(mocks.map(({ folder }) => folder));
  return (
    <RecordDialog<{ folder: string }, unknown>
      {...control}
      title={`Move ${counted(mocks)} to a folder`}
      submitLabel="Move"
      form={{
        rules: z.object({ folder: Folder }),
        // Where all are in one, its name is what is changed.
        start: { folder: folders.size === 1 ? [...folders].join() : "" },
        send: ({ folder }) => eachOf(mocks, ({ id }) => write(updateMock, { projectId, mockId: id, folder })),
        says: () => `${counted(mocks)} moved`,
      }}
    >
      <FolderField
        projectId={projectId}
        hint="Such as Payments/Refunds. Leave it empty to take them out of their folders."
      />
    </RecordDialog>
  );
}

type TagChange = { add: string[]; remove: string[] };

function TagsDialog({ projectId, mocks, ...control }: Dialog) {
  const write = useWrite();
  const theirs = mocks.flatMap(({ tags }) => tags).reduce<string[]>(withTag, []);
  const change = async ({ id }: MockSummary, { add, remove }: TagChange) => {
    // The list may not know yet what others have added.
    const { tags, updatedAt } = await call(getMock, { projectId, mockId: id });
    const next = add.reduce(withTag, remove.reduce(withoutTag, tags));
    const isSame = next.length === tags.length && next.every((tag) => hasTag(tags, tag));
    if (!isSame) await write(updateMock, { projectId, mockId: id, tags: next }, { ifMatch: updatedAt });
  };
  return (
    <RecordDialog<TagChange, unknown>
      {...control}
      title={`Tags of ${counted(mocks)}`}
      submitLabel="Change tags"
      form={{
        rules: z.object({ add: Tags, remove: z.array(z.string()) }),
        start: { add: [], remove: [] },
        send: (values) => eachOf(mocks, (mock) => change(mock, values)),
        says: () => `Tags of ${counted(mocks)} changed`,
      }}
    >
      <MockTagsField projectId={projectId} name="add" label="Add" hint="They get these besides their own." />
      {theirs.length > 0 ? <RemovedTags theirs={theirs} /> : null}
    </RecordDialog>
  );
}

/** The `remove` of the surrounding form: tags that are pressed go. */
function RemovedTags({ theirs }: { theirs: readonly string[] }) {
  const { value, onChange } = useController<TagChange, "remove">({ name: "remove" }).field;
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-ink text-sm">Remove</legend>
      <div className="flex flex-wrap gap-1.5">
        {theirs.map((tag) => {
          const isGoing = hasTag(value, tag);
          return (
            <button
              key={tag}
              type="button"
              aria-pressed={isGoing}
              onClick={() => onChange(isGoing ? withoutTag(value, tag) : withTag(value, tag))}
              className={cn(
                "inline-flex min-h-7 max-w-full items-center gap-1 rounded-md bg-hover px-2 text-ink-soft text-xs hover:text-ink touch:min-h-10 [&_svg]:size-3.5 [&_svg]:shrink-0",
                isGoing && "bg-red-soft text-red line-through hover:text-red",
              )}
            >
              <span className="min-w-0 break-words">{tag}</span>
              <X aria-hidden />
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

/** A few at a time; all are tried, and the first problem is told. */
async function eachOf(mocks: readonly MockSummary[], change: (mock: MockSummary) => Promise<unknown>) {
  const waiting = [...mocks];
  const problems: unknown[] = [];
  const work = async () => {
    for (let mock = waiting.shift(); mock; mock = waiting.shift()) {
      await change(mock).catch((problem: unknown) => problems.push(problem));
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  if (problems.length > 0) throw problems[0];
}
