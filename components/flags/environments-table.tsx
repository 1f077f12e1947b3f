import { EnvironmentRowMenu } from "@/components/flags/environment-row-menu";
import type { Environment } from "@/components/flags/flag-rows";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";

export type EnvironmentsTableProps = {
  environments: readonly Environment[];
  projectId: string;
  isAdmin: boolean;
};

export function EnvironmentsTable({ environments, projectId, isAdmin }: EnvironmentsTableProps) {
  return (
    <Table label="Environments">
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>Key</TableHeader>
        <TableHeader>
          <span className="sr-only">Actions</span>
        </TableHeader>
      </TableHead>
      <TableBody>
        {environments.map((environment) => (
          <TableRow key={environment.id}>
            <TableCell>
              <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
                <span className="min-w-0 break-words font-medium text-ink">{environment.name}</span>
                {environment.isDefault ? <Badge>default</Badge> : null}
              </span>
            </TableCell>
            <TableCell label="Key" className="font-mono text-xs">
              <span className="flex min-w-0 items-center gap-1">
                <span className="min-w-0 break-all">{environment.key}</span>
                <CopyButton text={environment.key} what={`key of ${environment.name}`} />
              </span>
            </TableCell>
            <TableCell actions>
              <EnvironmentRowMenu environment={environment} projectId={projectId} isAdmin={isAdmin} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
