"use client";

import { Folder } from "lucide-react";
import type { ReactNode } from "react";
import { BreakablePath } from "@/components/mocks/breakable-path";
import { MethodBadge, StatusCode } from "@/components/mocks/http-marks";
import { MockMarks } from "@/components/mocks/mock-marks";
import { MockMenu } from "@/components/mocks/mock-menu";
import type { MockSummary } from "@/components/mocks/mocks-list";
import { cn } from "@/components/ui/cn";
import { actionsColumn } from "@/components/ui/columns";
import type { Column } from "@/components/ui/data-table";
import { Switch } from "@/components/ui/switch";
import { RowLink } from "@/components/ui/table";
import { hasTag, tagsOf, toggledTag } from "@/components/ui/tag-list";
import { RelativeTime } from "@/components/ui/times";
import type { List } from "@/components/ui/use-list";
import { useSwitch } from "@/components/ui/use-switch";
import { updateMock } from "@/lib/mocks/contract";

export type MockColumns = { base: string; mockBaseUrl: string; list: List };

/**
 * On a phone the name, the switch and the menu share a line, the request and its answer the next one. Where there is
 * little room, calls are told below the name.
 */
export const mockColumns = ({ base, mockBaseUrl, list }: MockColumns): Column<MockSummary>[] => [
  {
    id: "name",
    header: "Name",
    sort: "name",
    className: "max-sm:col-span-2 max-sm:pr-26",
    cell: (mock) => (
      <div className="min-w-0">
        <RowLink href={`${base}/${mock.id}`} className={cn("line-clamp-2", !mock.enabled && "text-ink-mute")}>
          {mock.name}
        </RowLink>
        <Filed mock={mock} list={list} />
        {mock.hits > 0 ? (
          <span className="mt-0.5 block text-ink-mute text-xs xl:hidden">
            <Calls mock={mock} />, last <LastCall mock={mock} />
          </span>
        ) : null}
      </div>
    ),
  },
  {
    id: "request",
    header: "Request",
    sort: "endpoint",
    headClassName: "lg:w-[32%] xl:w-[27%]",
    cell: ({ method, endpoint }) => (
      <span className="flex min-w-0 items-start gap-2.5">
        <MethodBadge method={method} />
        <BreakablePath path={endpoint} className="line-clamp-2 text-xs leading-5" />
      </span>
    ),
  },
  {
    id: "answer",
    header: "Answer",
    sort: "statusCode",
    headClassName: "sm:w-32 lg:w-36",
    cell: (mock) => (
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 max-sm:max-w-28 max-sm:justify-end">
        <StatusCode code={mock.statusCode} />
        {mock.delayMs > 0 ? <span className="text-ink-mute text-xs">after {mock.delayMs} ms</span> : null}
        <MockMarks mock={mock} />
      </span>
    ),
  },
  {
    ...{ id: "hits", header: "Calls", sort: "hits" },
    headClassName: "w-18 max-xl:hidden",
    className: "max-xl:hidden tabular-nums",
    cell: ({ hits }) => (hits > 0 ? hits.toLocaleString("en") : <span className="text-ink-mute">–</span>),
  },
  {
    ...{ id: "called", header: "Last call", sort: "lastCalledAt" },
    headClassName: "w-30 max-xl:hidden",
    className: "max-xl:hidden whitespace-nowrap",
    cell: (mock) =>
      mock.lastCalledAt ? <LastCall mock={mock} /> : <span className="text-ink-mute">Never</span>,
  },
  {
    id: "on",
    header: "On",
    headClassName: "sm:w-18",
    className: "max-sm:absolute max-sm:top-2 max-sm:right-14",
    cell: (mock) => <EnabledSwitch mock={mock} />,
  },
  actionsColumn(
    (mock) => <MockMenu mock={mock} base={base} mockBaseUrl={mockBaseUrl} place="row" />,
    "sm:w-14",
  ),
];

const Calls = ({ mock: { hits } }: { mock: MockSummary }) =>
  hits === 1 ? "1 call" : `${hits.toLocaleString("en")} calls`;

const LastCall = ({ mock: { lastCalledAt } }: { mock: MockSummary }) =>
  lastCalledAt ? (
    // Above the row's link, or the pointer would not find the exact time.
    <span className="relative z-1">
      <RelativeTime value={lastCalledAt} />
    </span>
  ) : null;

/** Rows that stand together show their folder above them. */
const isByFolder = ({ address: { sort } }: List) => sort === "folder" || sort === "-folder";

export const folderGroups = (list: List) =>
  isByFolder(list)
    ? {
        key: ({ folder }: MockSummary) => folder.toLowerCase(),
        heading: ({ folder }: MockSummary) => <FolderName folder={folder} />,
      }
    : undefined;

function FolderName({ folder }: { folder: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Folder aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 break-words">{folder ? folder.replaceAll("/", " / ") : "No folder"}</span>
    </span>
  );
}

/** More would make a row that nobody sees the end of. */
const tagsShown = 4;

/** What the mock is filed under: chips that narrow the list to others like it. */
function Filed({ mock: { folder, tags }, list }: { mock: MockSummary; list: List }) {
  const chosen = tagsOf(list.address.tag);
  const more = tags.slice(tagsShown);
  const showsFolder = folder !== "" && !isByFolder(list);
  if (!showsFolder && tags.length === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {showsFolder ? (
        <Chip label={`Only the folder ${folder}`} onClick={() => list.change({ folder })}>
          <FolderName folder={folder} />
        </Chip>
      ) : null}
      {tags.slice(0, tagsShown).map((tag) => (
        <Chip
          key={tag}
          label={hasTag(chosen, tag) ? `No longer only tagged ${tag}` : `Only tagged ${tag}`}
          chosen={hasTag(chosen, tag)}
          onClick={() => list.change({ tag: toggledTag(chosen, tag) })}
        >
          <span className="min-w-0 break-words">{tag}</span>
        </Chip>
      ))}
      {more.length > 0 ? (
        <span title={more.join(", ")} className="relative z-1 px-1 text-ink-mute text-xs leading-5">
          {more.length} more
        </span>
      ) : null}
    </span>
  );
}

type ChipProps = { label: string; chosen?: boolean; onClick: () => void; children: ReactNode };

function Chip({ label, chosen = false, onClick, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className={cn(
        "relative z-1 inline-flex min-h-5 max-w-full items-center rounded-sm bg-hover px-1.5 text-left text-ink-soft text-xs hover:text-ink touch:min-h-7",
        chosen && "bg-accent-soft text-accent-ink",
      )}
    >
      {children}
    </button>
  );
}

function EnabledSwitch({ mock: { id, projectId, name, enabled } }: { mock: MockSummary }) {
  const turn = useSwitch(updateMock, { projectId, mockId: id });
  return (
    <span className="relative z-1 inline-flex align-middle touch:min-h-10 touch:items-center">
      <Switch
        checked={enabled}
        onCheckedChange={(on) => void turn({ id, field: "enabled", what: `“${name}”` }, on)}
        aria-label={`${name} is on`}
      />
    </span>
  );
}
