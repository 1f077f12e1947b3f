"use client";

import { useWatch } from "react-hook-form";
import { fieldOf, type MockFormValues } from "@/components/mocks/mock-form-values";
import type { Preview } from "@/components/mocks/mock-preview";
import { fieldText, PreviewFrame, ShownAnswer } from "@/components/mocks/preview-frame";
import type { PreviewState } from "@/components/mocks/use-preview";
import { responseTitle } from "@/components/mocks/use-responses";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";

/** The answer of a mock's preview, or why there is none. Must be inside the mock form. */
export function PreviewAnswer({ of }: { of: PreviewState<Preview> }) {
  const values = useWatch<MockFormValues>() as MockFormValues;
  const place = (path: string) => placeText(path, values);
  return (
    <PreviewFrame of={of} place={place}>
      {(preview) => <Found preview={preview} values={values} place={place} />}
    </PreviewFrame>
  );
}

type FoundProps = { preview: Preview; values: MockFormValues; place: (path: string) => string };

function Found({ preview: { answer, miss, problems }, values, place }: FoundProps) {
  if (!answer) {
    return (
      <Callout tone="warning" title="The mock does not answer this request">
        {miss}
      </Callout>
    );
  }
  const { responses, responseMode, enabled } = values;
  const { response, ...shown } = answer;
  const title =
    response === null ? "Default response" : responseTitle(responses[response]?.name ?? "", response);
  const notes = (
    <>
      {responseMode === "random" && response !== null ? (
        <p className="text-ink-mute text-xs">By chance: another call may get another response.</p>
      ) : null}
      {enabled ? null : (
        <p className="text-amber text-xs">The mock is switched off: callers get 404 until it is on.</p>
      )}
    </>
  );
  const badge = responses.length > 0 ? <Badge>{title}</Badge> : null;
  return <ShownAnswer answer={shown} problems={problems} place={place} badge={badge} notes={notes} />;
}

/** "Response 2: Body", "Value of header 1". */
function placeText(path: string, values: MockFormValues): string {
  const field = fieldOf(path, values) ?? path;
  const [, index, rest = field] = /^responses\.(\d+)\.(.*)$/.exec(field) ?? [];
  if (index === undefined) return fieldText(rest);
  return `${responseTitle(values.responses[Number(index)]?.name ?? "", Number(index))}: ${fieldText(rest)}`;
}
