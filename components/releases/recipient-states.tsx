"use client";

import { Callout } from "@/components/ui/callout";
import { useAnswer } from "@/components/ui/queries";
import type { Output } from "@/lib/operations/operation";
import { getReleaseRecipients } from "@/lib/releases/delivery/contract";

type State = Output<typeof getReleaseRecipients>["recipients"][number]["state"];

/** States in which the release does not come yet, or not at all. */
const words = {
  unasked: "We'll ask first whether they want release emails",
  pending: "Haven't confirmed yet. If you send the release again after an hour, we'll ask again.",
  refused: "Ended the e-mails of this project, and get none",
} as const satisfies Partial<Record<State, string>>;
const states = Object.keys(words) as (keyof typeof words)[];

/** Who of the recipients does not get the release, if anybody does not. */
export function RecipientStates({ projectId }: { projectId: string }) {
  const { data } = useAnswer(getReleaseRecipients, { projectId });
  const groups = states
    .map((state) => ({
      state,
      emails: (data?.recipients ?? []).filter((each) => each.state === state).map(({ email }) => email),
    }))
    .filter(({ emails }) => emails.length > 0);
  const subscribers = data?.subscribers ?? 0;
  if (groups.length === 0 && subscribers === 0) return null;
  return (
    <Callout>
      {subscribers > 0 ? (
        <p className={groups.length > 0 ? "mb-2" : undefined}>
          {subscribers === 1 ? "One reader has" : `${subscribers} readers have`} subscribed on the public
          page.
        </p>
      ) : null}
      <dl className="flex flex-col gap-2">
        {groups.map(({ state, emails }) => (
          <div key={state} className="min-w-0">
            <dt className="text-ink-mute text-xs">{words[state]}</dt>
            <dd className="break-words">{emails.join(", ")}</dd>
          </div>
        ))}
      </dl>
    </Callout>
  );
}
