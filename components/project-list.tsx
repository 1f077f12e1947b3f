import { CopyButton } from "@/components/copy-button";
import { RelativeTime } from "@/components/relative-time";
import {
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";
import type { Output } from "@/lib/http/operation";
import type { listProjects } from "@/lib/projects/contract";

export type ProjectListProps = { teamSlug: string; projects: Output<typeof listProjects> };

export function ProjectList({ teamSlug, projects }: ProjectListProps) {
  return (
    <Table label="Projects">
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>Slug</TableHeader>
        <TableHeader>Host</TableHeader>
        <TableHeader>Changed</TableHeader>
        <TableHeader>
          <span className="sr-only">Actions</span>
        </TableHeader>
      </TableHead>
      <TableBody>
        {projects.map((project) => (
          <TableRow key={project.id}>
            <TableCell className="max-w-72">
              <span className="flex min-w-0 flex-col">
                <RowLink href={`/${teamSlug}/${project.slug}/mocks`}>{project.name}</RowLink>
                {project.description ? (
                  <span className="truncate text-ink-mute text-xs">{project.description}</span>
                ) : null}
              </span>
            </TableCell>
            <TableCell label="Slug" className="font-mono text-xs">
              <span className="min-w-0 break-all">{project.slug}</span>
            </TableCell>
            <TableCell label="Host" className="font-mono text-xs">
              <span className="min-w-0 break-all">{project.host}</span>
            </TableCell>
            <TableCell label="Changed" className="whitespace-nowrap">
              <RelativeTime value={project.updatedAt} />
            </TableCell>
            <TableCell actions>
              <CopyButton text={project.host} what={`host of ${project.name}`} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
