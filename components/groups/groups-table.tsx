import { GroupDot } from "@/components/groups/group-dot";
import { GroupMenu } from "@/components/groups/group-menu";
import type { Group } from "@/components/groups/group-types";
import { RelativeTime } from "@/components/ui/relative-time";
import {
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";

export function GroupsTable({ groups, base }: { groups: readonly Group[]; base: string }) {
  return (
    <Table label="Flag groups">
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>Key</TableHeader>
        <TableHeader>Record prefix</TableHeader>
        <TableHeader>Created</TableHeader>
        <TableHeader>
          <span className="sr-only">Actions</span>
        </TableHeader>
      </TableHead>
      <TableBody>
        {groups.map((group) => (
          <TableRow key={group.id}>
            <TableCell className="sm:max-w-80">
              <span className="flex min-w-0 items-start gap-2.5">
                <GroupDot color={group.color} className="mt-1.5" />
                <span className="flex min-w-0 flex-col">
                  <RowLink href={`${base}/${group.id}`}>{group.name}</RowLink>
                  {group.description ? (
                    <span className="line-clamp-2 break-words text-ink-mute text-xs">
                      {group.description}
                    </span>
                  ) : null}
                </span>
              </span>
            </TableCell>
            <TableCell label="Key" className="font-mono text-xs">
              <span className="min-w-0 break-all">{group.key}</span>
            </TableCell>
            <TableCell label="Record prefix" className="font-mono text-xs">
              {group.prefix}-
            </TableCell>
            <TableCell label="Created" className="whitespace-nowrap">
              <RelativeTime value={group.createdAt} />
            </TableCell>
            <TableCell actions>
              <GroupMenu group={group} base={base} place="row" />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
