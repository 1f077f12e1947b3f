import { CopyButton } from "@/components/ui/copy-button";
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
import type { Output } from "@/lib/operations/operation";
import type { listProjects } from "@/lib/projects/contract";

export type ProjectListProps = { teamSlug: string; projects: Output<typeof listProjects> };

export function ProjectList({ teamSlug, projects }: ProjectListProps) {
  return (
    <Table label="Projects" fixed>
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader className="sm:w-[48%]">Host</TableHeader>
        <TableHeader className="sm:w-36">Changed</TableHeader>
        <TableHeader className="sm:w-14">
          <span className="sr-only">Actions</span>
        </TableHeader>
      </TableHead>
      <TableBody>
        {projects.map((project) => (
          <TableRow key={project.id} className="max-sm:space-y-0.5">
            <TableCell>
              <span className="flex min-w-0 flex-col gap-0.5">
                <RowLink href={`/${teamSlug}/${project.slug}/mocks`} className="line-clamp-2">
                  {project.name}
                </RowLink>
                {project.description ? (
                  <span className="truncate text-ink-mute text-xs">{project.description}</span>
                ) : null}
              </span>
            </TableCell>
            <TableCell>
              <code title={project.host} className="block min-w-0 truncate text-xs">
                {project.host}
              </code>
            </TableCell>
            <TableCell className="whitespace-nowrap max-sm:text-ink-mute max-sm:text-xs">
              <span>
                <span className="sm:hidden">Changed </span>
                <RelativeTime value={project.updatedAt} />
              </span>
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
