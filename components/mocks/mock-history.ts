import type { HistoryOf } from "@/components/audit/history-panel";
import type { MockSummary } from "@/components/mocks/mocks-list";
import type { useWrite } from "@/components/ui/queries";
import { updateMock } from "@/lib/mocks/contract";

const putBackFields = [
  ...["name", "description", "method", "endpoint", "statusCode"],
  ...["responseBody", "responseHeaders", "delayMs", "enabled"],
];

/** Who changed a mock. */
export function mockHistory(
  { id: mockId, projectId, updatedAt }: Pick<MockSummary, "id" | "projectId" | "updatedAt">,
  write: ReturnType<typeof useWrite>,
): HistoryOf {
  return {
    ...{ projectId, subjectKind: "mock", subjectIds: [mockId] },
    putBack: {
      fields: putBackFields,
      write: (_, fields) => write(updateMock, { projectId, mockId, ...fields }, { ifMatch: updatedAt }),
    },
  };
}
