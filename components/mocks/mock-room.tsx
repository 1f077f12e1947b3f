"use client";

import { PageWithHistory } from "@/components/audit/history-tabs";
import { MethodBadge } from "@/components/mocks/http-marks";
import { MockForm } from "@/components/mocks/mock-form";
import type { Mock } from "@/components/mocks/mock-form-values";
import { mockHistory } from "@/components/mocks/mock-history";
import { MockMenu } from "@/components/mocks/mock-menu";
import { TestRequest } from "@/components/mocks/test-request";
import { PageHeader } from "@/components/ui/page-header";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { RelativeTime } from "@/components/ui/times";
import { getMock } from "@/lib/mocks/contract";

/** `base`: address of the list of mocks. */
export type MockRoomProps = { mock: Mock; base: string; mockBaseUrl: string };

/** The page of a mock, kept up to date when others change it. */
export function MockRoom({ mock: given, base, mockBaseUrl }: MockRoomProps) {
  const { id: mockId, projectId } = given;
  const { data: mock = given } = useAnswer(getMock, { projectId, mockId });
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
            <span>
              changed <RelativeTime value={mock.updatedAt} />
            </span>
          </>
        }
      />
      <PageWithHistory label="Mock" first="Answer" history={mockHistory(mock, write)}>
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_23rem]">
          <MockForm projectId={projectId} mockBaseUrl={mockBaseUrl} base={base} mock={mock} />
          <TestRequest key={`${mock.method} ${mock.endpoint}`} mock={mock} mockBaseUrl={mockBaseUrl} />
        </div>
      </PageWithHistory>
    </>
  );
}
