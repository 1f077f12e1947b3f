import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { firstCopy } from "@/components/mocks/free-endpoint";
import { MockForm } from "@/components/mocks/mock-form";
import { copyOf, mockFrom } from "@/components/mocks/mock-form-values";
import { mockFromCall } from "@/components/mocks/mock-from-call";
import { PageHeader } from "@/components/ui/page-header";
import { load } from "@/lib/api/load";
import { handleGetMockCall } from "@/lib/mocks/calls/get-call";
import { handleGetMock } from "@/lib/mocks/get-mock";
import { handleListMocks } from "@/lib/mocks/list-mocks";

type Props = {
  params: Promise<{ team: string; project: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = ({ params }: Props) => projectTitle(params, "New mock");

/**
 * `?from=<mock id>` starts with a copy of that mock at a free endpoint, `?name=&method=&endpoint=` fills in those fields,
 * `?call=<id of a logged call>` what would answer that call.
 */
export default async function NewMockPage({ params, searchParams }: Props) {
  const { team, project: slug } = await params;
  const { project } = await findProject(team, slug);
  const { from, call: callId, ...given } = await searchParams;
  const call =
    typeof callId === "string" ? await load(handleGetMockCall, { projectId: project.id, callId }) : undefined;
  const source =
    typeof from === "string" ? await load(handleGetMock, { projectId: project.id, mockId: from }) : undefined;
  const copies =
    source &&
    (await load(handleListMocks, {
      ...{ projectId: project.id, method: source.method, q: firstCopy(source.endpoint) },
      ...{ limit: 100, fields: ["endpoint"] },
    }));
  const base = `/${team}/${slug}/mocks`;
  return (
    <>
      <PageHeader
        title={source ? `Copy of ${source.name}` : "New mock"}
        description={source ? "Its endpoint is a new one. Change what differs, then create it." : undefined}
        back={{ href: base, label: "Mocks" }}
      />
      <div className="max-w-3xl">
        <MockForm
          projectId={project.id}
          mockBaseUrl={project.mockBaseUrl}
          base={base}
          start={
            source
              ? copyOf(
                  source,
                  copies?.map(({ endpoint }) => endpoint),
                )
              : call
                ? mockFromCall(call)
                : mockFrom(given)
          }
        />
      </div>
    </>
  );
}
