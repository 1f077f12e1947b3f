"use client";

import { useEffect, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { bodyOf, fieldOf, type MockFormValues } from "@/components/mocks/mock-form-values";
import { type Problems, useSetPreviewProblems } from "@/components/mocks/preview-problems";
import { messageOf } from "@/components/ui/form-problem";
import { previewMock } from "@/lib/mocks/preview/contract";
import { ApiError, call } from "@/lib/operations/client";
import type { CallInput, Issue, Output } from "@/lib/operations/operation";

export type PreviewRequest = CallInput<typeof previewMock>["request"];
export type Preview = Output<typeof previewMock>;

export type PreviewState = {
  /** The last one, also while there is something to be mended. */
  preview: Preview | undefined;
  /** What keeps from a newer one, in the form; and in the request, by its field. */
  issues: readonly Issue[];
  ofRequest: Problems;
  /** What went wrong beside all of that. */
  failure: string | undefined;
  isUnderWay: boolean;
};

/** How long after the last change, in ms. */
const pauseMs = 500;
const nothing: PreviewState = {
  preview: undefined,
  issues: [],
  ofRequest: {},
  failure: undefined,
  isUnderWay: false,
};

/**
 * What the surrounding form's mock would answer, asked anew when nobody has typed for half a second. The next question waits
 * for the answer to the last one.
 */
export function usePreview(projectId: string, request: PreviewRequest) {
  const { control, getValues } = useFormContext<MockFormValues>();
  const values = useWatch({ control });
  const setProblems = useSetPreviewProblems();
  const [state, setState] = useState(nothing);
  const [asked, setAsked] = useState(0);
  const underWay = useRef<Promise<void>>(Promise.resolve());
  const wish = JSON.stringify(request);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is in the form, the request as text, and who asks
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(async () => {
      await underWay.current;
      if (!isWanted) return;
      setState((before) => ({ ...before, isUnderWay: true }));
      const now = structuredClone(getValues());
      underWay.current = previewOf(projectId, now, JSON.parse(wish)).then((found) => {
        if (!isWanted) return;
        setState((before) => ({ ...found, preview: found.preview ?? before.preview }));
        setProblems(problemsOf([...found.issues, ...(found.preview?.problems ?? [])], now));
      });
    }, pauseMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [values, wish, asked, projectId]);
  useEffect(() => () => setProblems({}), [setProblems]);

  return { ...state, refresh: () => setAsked(asked + 1) };
}

/** Never rejects. */
async function previewOf(
  projectId: string,
  values: MockFormValues,
  request: PreviewRequest,
): Promise<PreviewState> {
  // Both may still be missing, and change nothing in the answer.
  const { name: _, description: __, ...mock } = bodyOf(values);
  try {
    return { ...nothing, preview: await call(previewMock, { projectId, ...mock, request }) };
  } catch (error) {
    const issues = error instanceof ApiError ? error.issues : [];
    const isOfRequest = ({ path }: Issue) => path.startsWith("request.");
    return {
      ...nothing,
      issues: issues.filter((each) => !isOfRequest(each)),
      ofRequest: requestProblems(issues.filter(isOfRequest)),
      failure: issues.length === 0 ? messageOf(error) : undefined,
    };
  }
}

const requestProblems = (issues: readonly Issue[]): Problems =>
  Object.fromEntries(issues.map(({ path, message }) => [path.split(".")[1] ?? "", message]));

function problemsOf(issues: readonly Issue[], values: MockFormValues): Problems {
  return Object.fromEntries(
    issues.flatMap(({ path, message }) => {
      const field = fieldOf(path, values);
      return field ? [[field, message]] : [];
    }),
  );
}
