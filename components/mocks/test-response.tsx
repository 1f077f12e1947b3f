"use client";

import type { AnswerViewProps } from "@/components/mocks/answer-view";
import type { TestAnswer } from "@/components/mocks/send-test-request";
import { Callout } from "@/components/ui/callout";
import { laterComponent } from "@/components/ui/later";

const AnswerView = laterComponent<AnswerViewProps>(() =>
  import("@/components/mocks/answer-view").then((file) => file.AnswerView),
);

export function TestResponse({ answer }: { answer: TestAnswer }) {
  if (answer.redirect) {
    return (
      <Callout title="The mock redirects">
        It answered after {answer.durationMs} ms. Browsers hide the status and headers of a redirect; the curl
        command shows them.
      </Callout>
    );
  }
  return <AnswerView {...answer} note="Browsers show only some headers of other hosts, never cookies." />;
}
