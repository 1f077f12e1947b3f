"use client";

import { ChevronsUpDown, Folder, ListTree, Tag, X } from "lucide-react";
import type { ReactNode } from "react";
import { wholeFolders } from "@/components/mocks/folder-names";
import { mockOperations } from "@/components/mocks/mock-operations";
import type { NameChoice, NameChooserProps } from "@/components/mocks/name-chooser";
import { cn } from "@/components/ui/cn";
import { laterPopup } from "@/components/ui/later-popup";
import { chosenLook, controlLook } from "@/components/ui/looks";
import { useAnswer } from "@/components/ui/queries";
import { tagsOf, toggledTag } from "@/components/ui/tag-list";
import type { List } from "@/components/ui/use-list";

const NameChooser = laterPopup<NameChooserProps>("dialog", () =>
  import("@/components/mocks/name-chooser").then((file) => file.NameChooser),
);

/** The folder and the tags by which the list of mocks is narrowed. */
export function MockFilters({ projectId, list }: { projectId: string; list: List }) {
  const { data } = useAnswer(mockOperations.listMockFolders, { projectId }, { watch: false });
  const { folders = [], tags = [] } = data ?? {};
  const folder = list.address.folder as string | null;
  const chosen = tagsOf(list.address.tag);
  const isByFolder = list.address.sort === "folder";
  const isOrganised = folders.some((each) => each.folder !== "") || tags.length > 0;
  // Where nothing is filed, nothing can be chosen.
  if (!isOrganised && folder === null && chosen.length === 0) return null;
  return (
    <>
      <NameChooser
        label="Find a folder"
        trigger={
          <FilterButton
            icon={<Folder aria-hidden />}
            of="Folder"
            value={folder === "" ? "No folder" : folder}
            all="All folders"
          />
        }
        choices={folderChoices(folders)}
        chosen={folder}
        onChoose={(value) => list.change({ folder: value })}
      />
      <button
        type="button"
        aria-pressed={isByFolder}
        onClick={() => list.change({ sort: isByFolder ? null : "folder" })}
        className={cn(
          "flex h-8.5 items-center gap-2 rounded-md px-2.5 text-ink-soft text-sm hover:text-ink max-sm:hidden touch:h-10 [&_svg]:size-3.5",
          isByFolder && chosenLook,
        )}
      >
        <ListTree aria-hidden />
        By folder
      </button>
      {tags.length > 0 ? (
        <NameChooser
          label="Find a tag"
          trigger={
            <FilterButton
              icon={<Tag aria-hidden />}
              of="Tag"
              value={null}
              all={chosen.length > 0 ? "More tags" : "All tags"}
            />
          }
          choices={tags
            .filter(({ tag }) => !chosen.some((each) => each.toLowerCase() === tag.toLowerCase()))
            .map(({ tag, count }) => ({ value: tag, label: tag, count }))}
          chosen={null}
          onChoose={(tag) => tag !== null && list.change({ tag: toggledTag(chosen, tag) })}
        />
      ) : null}
      {chosen.map((tag) => (
        <button
          key={tag}
          type="button"
          aria-label={`No longer only tagged ${tag}`}
          onClick={() => list.change({ tag: toggledTag(chosen, tag) })}
          className="inline-flex h-7 max-w-60 items-center gap-1 rounded-md bg-accent-soft px-2 text-accent-ink text-xs touch:h-10 [&_svg]:size-3.5 [&_svg]:shrink-0"
        >
          <span className="truncate">{tag}</span>
          <X aria-hidden />
        </button>
      ))}
    </>
  );
}

function folderChoices(folders: Parameters<typeof wholeFolders>[0]): NameChoice[] {
  const outside = folders.find(({ folder }) => folder === "")?.count ?? 0;
  return [
    { value: null, label: "All folders", count: null },
    { value: "", label: "No folder", count: outside },
    ...wholeFolders(folders).map(({ folder, count }) => ({ value: folder, label: folder, count })),
  ];
}

type FilterButtonProps = { icon: ReactNode; of: string; value: string | null; all: string };

function FilterButton({ icon, of, value, all, ...props }: FilterButtonProps) {
  return (
    <button
      type="button"
      {...props}
      aria-label={`${of}: ${value ?? all}`}
      className={cn(
        controlLook,
        "flex h-8.5 w-auto max-w-full items-center gap-2 px-2.5 text-left data-popup-open:border-ink-mute sm:max-w-64 touch:h-10 [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-ink-mute",
      )}
    >
      {icon}
      <span className="min-w-0 truncate">{value ?? all}</span>
      <ChevronsUpDown aria-hidden />
    </button>
  );
}
