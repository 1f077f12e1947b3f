"use client";

import { PageWithHistory } from "@/components/audit/history-tabs";
import { ChaosCallout } from "@/components/mocks/chaos-callout";
import { MethodBadge } from "@/components/mocks/http-marks";
import { responseText } from "@/components/mocks/mark-words";
import { MockForm } from "@/components/mocks/mock-form";
import type { Mock } from "@/components/mocks/mock-form-values";
import { mockHistory } from "@/components/mocks/mock-history";
import { MockMenu } from "@/components/mocks/mock-menu";
import { mockOperations } from "@/components/mocks/mock-operations";
import { TestRequest } from "@/components/mocks/test-request";
import { Badge } from "@/components/ui/badge";
import { PageHeader } from "@/components/ui/page-header";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { RelativeTime } from "@/components/ui/times";

/** `base`: address of the list of mocks. */
export type MockRoomProps = { mock: Mock; base: string; mockBaseUrl: string };

/** The page of a mock, kept up to date when others change it. */
export function MockRoom({ mock: given, base, mockBaseUrl }: MockRoomProps) {
  const { id: mockId, projectId } = given;
  const { data: mock = given } = useAnswer(mockOperations.getMock, { projectId, mockId });
  const write = useWrite();
  return (
    <>
      <PageHeader
        title={mock.name}
        actions={<MockMenu mock={mock} base={base} mockBaseUrl={mockBaseUrl} place="page" />}
        back={{ href: base, label: "Mocks" }}
        meta={
          <>
            <MethodBadge method={mock.method} />
            <code className="line-clamp-2 min-w-0 break-all text-xs">{mock.endpoint}</code>
            <ResponsesMark mock={mock} />
            <span>
              changed <RelativeTime value={mock.updatedAt} />
            </span>
          </>
        }
      />
      <ChaosCallout projectId={projectId} />
      <PageWithHistory label="Mock" first="Answer" history={mockHistory(mock, write)}>
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_23rem]">
          <MockForm projectId={projectId} mockBaseUrl={mockBaseUrl} base={base} mock={mock} />
          <TestRequest key={`${mock.method} ${mock.endpoint}`} mock={mock} mockBaseUrl={mockBaseUrl} />
        </div>
      </PageWithHistory>
    </>
  );
}

const modeMarks = { first: "", sequence: ", in turn", random: ", at random" };

/** How many responses a mock has besides its own answer. */
function ResponsesMark({ mock: { responses, responseMode } }: { mock: Mock }) {
  const count = responses.length;
  if (count === 0) return null;
  return (
    <Badge>
      {responseText(count, responseMode)}
      {modeMarks[responseMode]}
    </Badge>
  );
}
