import type { HistoryOf } from "@/components/audit/history-panel";
import { mockOperations } from "@/components/mocks/mock-operations";
import type { MockSummary } from "@/components/mocks/mocks-list";
import type { useWrite } from "@/components/ui/queries";

const putBackFields = [
  ...["name", "description", "method", "endpoint", "statusCode"],
  ...["responseBody", "responseHeaders", "delayMs", "enabled"],
  ...["templated", "delayDistribution", "bytesPerSecond", "fault"],
  ...["responses", "responseMode", "sequenceEnd", "fallback", "folder", "tags"],
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
      write: (_, fields) =>
        write(mockOperations.updateMock, { projectId, mockId, ...fields }, { ifMatch: updatedAt }),
    },
  };
}
