import { Plus, Route } from "lucide-react";
import type { Metadata } from "next";
import { findProject } from "@/app/(dashboard)/find-project";
import { CodeSnippet } from "@/components/code-snippet";
import { CopyButton } from "@/components/copy-button";
import { curlCommand } from "@/components/curl-command";
import { EmptyState } from "@/components/empty-state";
import { MocksTable } from "@/components/mocks-table";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { currentUser, load } from "@/lib/http/load";
import { handleListMocks } from "@/lib/mocks/list-mocks";
import { env } from "@/lib/platform/env/env";

export const metadata: Metadata = { title: "Mocks" };

type Props = { params: Promise<{ team: string; project: string }> };

export default async function MocksPage({ params }: Props) {
  const { team, project } = await params;
  const { id, mockBaseUrl } = (await findProject(team, project)).project;
  const mocks = await load(handleListMocks, { projectId: id });
  const base = `/${team}/${project}/mocks`;
  const email = (await currentUser())?.email ?? "you@example.com";
  const newMock = (
    <Button href={`${base}/new`} variant="primary">
      <Plus aria-hidden />
      {mocks.length === 0 ? "Create your first mock" : "New mock"}
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Mocks"
        description="Endpoints that answer what you tell them to."
        actions={mocks.length > 0 ? newMock : undefined}
        meta={
          <span className="flex min-w-0 items-center gap-1">
            <code className="min-w-0 break-all text-xs">{mockBaseUrl}</code>
            <CopyButton text={mockBaseUrl} what="base URL" />
          </span>
        }
      />
      {mocks.length > 0 ? (
        <MocksTable mocks={mocks} base={base} mockBaseUrl={mockBaseUrl} />
      ) : (
        <EmptyState
          icon={<Route />}
          title="No mocks yet"
          text="A mock answers one method on one path with the status, headers and body you choose."
          action={newMock}
        >
          <CodeSnippet label="Mock with curl" code={firstMockByCurl(id, mockBaseUrl, email)} />
        </EmptyState>
      )}
    </>
  );
}

function firstMockByCurl(projectId: string, mockBaseUrl: string, email: string) {
  const signIn = curlCommand({
    method: "POST",
    url: `${env().appUrl}/api/auth/sign-in`,
    flags: ["-c cookies.txt"],
    json: { email, password: "your password" },
  });
  const create = curlCommand({
    method: "POST",
    url: `${env().appUrl}/api/projects/${projectId}/mocks`,
    flags: ["-b cookies.txt"],
    json: { name: "List users", endpoint: "/users", responseBody: '[{"id":1,"name":"Ada"}]' },
  });
  return [
    { label: "1. Sign in", code: signIn },
    { label: "2. Create it", code: create },
    { label: "3. Call it", code: curlCommand({ method: "GET", url: `${mockBaseUrl}/users`, flags: ["-i"] }) },
  ];
}
