import type { Project } from "@/components/projects/project-general";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";

export function ProjectIdentifiers({ project }: { project: Project }) {
  const rows = [
    { name: "Public reference ID", value: project.referenceId, use: "on flag addresses" },
    { name: "Project ID", value: project.id, use: "in calls of the API" },
    { name: "Team ID", value: project.teamId, use: "in calls about teams and projects" },
    { name: "Host", value: project.host, use: "of mocks and webhook inboxes" },
    { name: "Mock base URL", value: project.mockBaseUrl, use: "before every mock's endpoint" },
  ];
  return (
    <Card title="Identifiers" description="What scripts and clients call this project." flush>
      <dl className="divide-y divide-line">
        {rows.map(({ name, value, use }) => (
          <div
            key={name}
            className="grid gap-x-4 gap-y-1 px-5 py-3 sm:grid-cols-[11rem_minmax(0,1fr)] sm:items-center"
          >
            <dt className="text-sm">
              <span className="font-medium text-ink">{name}</span>
              <span className="block text-ink-mute text-xs">{use}</span>
            </dt>
            <dd className="flex min-w-0 items-center justify-between gap-2">
              <code className="min-w-0 break-all text-ink-soft text-xs">{value}</code>
              <CopyButton text={value} what={name} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
