import { bodyOf, fieldOf, type MockFormValues } from "@/components/mocks/mock-form-values";
import type { Previewing } from "@/components/mocks/use-preview";
import { previewMock } from "@/lib/mocks/preview/contract";
import { call } from "@/lib/operations/client";
import type { CallInput, Output } from "@/lib/operations/operation";

export type PreviewRequest = CallInput<typeof previewMock>["request"];
export type Preview = Output<typeof previewMock>;

/** What the mock in a form would answer. */
export const mockPreviewing: Previewing<MockFormValues, PreviewRequest, Preview> = {
  ask(projectId, values, request) {
    // Both may still be missing, and change nothing in the answer.
    const { name: _, description: __, ...mock } = bodyOf(values);
    return call(previewMock, { projectId, ...mock, request });
  },
  fieldOf,
};
