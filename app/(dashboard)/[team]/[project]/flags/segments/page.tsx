import { Shapes } from "lucide-react";
import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownList, type Search } from "@/app/(dashboard)/known-list";
import { flagTabs } from "@/components/flags/flags-list";
import { CurlSteps } from "@/components/mocks/curl-steps";
import { CreateSegment } from "@/components/targeting/create-segment";
import { segmentsList } from "@/components/targeting/segments-list";
import { SegmentsView } from "@/components/targeting/segments-view";
import { operationRequest } from "@/components/ui/curl-command";
import { EmptyState } from "@/components/ui/empty-state";
import { KnownAnswers } from "@/components/ui/known-answers";
import { TabbedHeader } from "@/components/ui/page-header";
import { env } from "@/lib/platform/env/env";
import { createSegment } from "@/lib/segments/contract";
import { handleListSegments } from "@/lib/segments/list-segments";

type Props = { params: Promise<{ team: string; project: string }>; searchParams: Search };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Segments");

export default async function SegmentsPage({ params, searchParams }: Props) {
  const { team, project } = await params;
  const { referenceId: projectId } = (await findProject(team, project)).project;
  const known = await knownList(segmentsList, handleListSegments, { projectId }, searchParams);
  const create = (label: string) => <CreateSegment projectId={projectId} label={label} />;
  return (
    <KnownAnswers known={[known]}>
      <TabbedHeader
        title="Flags"
        tabs={flagTabs(`/${team}/${project}/flags`)}
        description="Names for those whom rules single out, such as testers or paying customers. A change of a segment changes all rules that name it."
        actions={create("New segment")}
      />
      <SegmentsView
        projectId={projectId}
        empty={
          <EmptyState
            icon={<Shapes />}
            title="No segments yet"
            text="A segment says who is in it by attributes of records and of requests. Rules of any group’s flags name it, so that “testers” are the same people everywhere."
            action={create("Create your first segment")}
          >
            <CurlSteps
              label="A segment from your terminal"
              keysHref={`/${team}/${project}/keys`}
              steps={[
                {
                  label: "Create it",
                  request: operationRequest(env().appUrl, createSegment, {
                    projectId,
                    name: "Testers",
                    conditions: [{ attribute: "email", operator: "ends_with", values: ["@example.com"] }],
                  }),
                },
              ]}
            />
          </EmptyState>
        }
      />
    </KnownAnswers>
  );
}
